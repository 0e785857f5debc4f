#!/usr/bin/env bash
# The figures of the pipeline beside git, cat and jq, in one run on one machine.
#
#   scripts/bench.sh [REPOSITORY] [OBJECTS]
#
# REPOSITORY is any tree (default: this one); OBJECTS is the size of the larger
# synthetic index (default 100000). Medians of five, in milliseconds.
set -euo pipefail
cd "$(dirname "$0")/.."
repo=$(realpath "${1:-.}")
objects=${2:-100000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/bin/" ./cmd/...
PATH=$dir/bin:$PATH
export MAJORDOMUS_CACHE=$dir/cache

now() { echo "${EPOCHREALTIME/[.,]/}"; }

# median COMMAND: the middle of five runs of a shell command, in microseconds.
median() {
	local i start
	for ((i = 0; i < 5; i++)); do
		start=$(now)
		bash -o pipefail -c "$1" > /dev/null 2>&1 || echo "failed: $1" >&2
		echo $(($(now) - start))
	done | sort -n | sed -n 3p
}

# row NAME COMMAND [BASE]: a figure, and its ratio to BASE microseconds.
row() {
	local us
	us=$(median "$2")
	if [[ -n ${3:-} ]]; then
		printf '%-44s %9d.%d ms  %6s x\n' "$1" $((us / 1000)) $((us % 1000 / 100)) "$(awk "BEGIN { printf \"%.2f\", $us / $3 }")"
	else
		printf '%-44s %9d.%d ms\n' "$1" $((us / 1000)) $((us % 1000 / 100))
	fi
	last=$us
}

git -C "$repo" rev-parse --git-dir > /dev/null 2>&1 || {
	echo "copying $repo into a git repository of its own"
	cp -r "$repo" "$dir/repo" && chmod -R u+w "$dir/repo" && repo=$dir/repo
	git -C "$repo" init -q && git -C "$repo" add -A && git -C "$repo" -c user.name=b -c user.email=b@example.org commit -q -m b
}
echo "$repo: $(git -C "$repo" ls-files | wc -l) files"
row "git ls-files -s" "git -C '$repo' ls-files -s"
row "git status --porcelain" "git -C '$repo' status --porcelain"
status=$last
row "read every file once (cat)" "git -C '$repo' ls-files -z | (cd '$repo' && xargs -0 cat)"
read=$last
row "cold index, no symbols" "dc-index --no-cache --no-symbols '$repo'" "$read"
row "cold index" "dc-index --no-cache '$repo'" "$read"
dc-index "$repo" > "$dir/index.ndjson"
row "nothing changed: dc-index" "dc-index '$repo'" "$status"
row "nothing changed: compile --intent" "majordomus devcontext compile --repo '$repo' --intent 'read a stream and check its digest'" "$status"

echo
echo "synthetic, $((objects / 10)) and $objects objects"
for n in $((objects / 10)) "$objects"; do
	majordomus synth --objects "$n" -o "$dir/synth.$n"
	row "jq -c . on the index of $n" "jq -c . '$dir/synth.$n'"
	jq=$last
	row "dc-seed, $n" "dc-seed --no-local --issue I00001 '$dir/synth.$n' || dc-seed --no-local '$dir/synth.$n'" "$jq"
	dc-seed --no-local --intent "declare things" "$dir/synth.$n" > "$dir/seeds.$n"
	row "dc-walk, $n" "dc-walk '$dir/seeds.$n'" "$jq"
	dc-walk "$dir/seeds.$n" > "$dir/walk.$n"
	row "jq -c . on the walk of $n" "jq -c . '$dir/walk.$n'"
	row "dc-budget on it" "dc-budget '$dir/walk.$n'" "$last"
done
