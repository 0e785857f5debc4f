#!/usr/bin/env bash
# Start-up time of every command beside an empty Go program, in one run:
# median of N starts in milliseconds. The house allows 20 ms beyond the empty one.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-40}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/empty"
printf 'package main\n\nfunc main() {}\n' > "$dir/empty/main.go"
go build -o "$dir/bin/" "$dir/empty/main.go"
go build -o "$dir/bin/" ./cmd/...

# median COMMAND ARG… in microseconds
median() {
	local i start
	for ((i = 0; i < runs; i++)); do
		start=${EPOCHREALTIME/[.,]/}
		"$@" > /dev/null
		echo $((${EPOCHREALTIME/[.,]/} - start))
	done | sort -n | sed -n "$(((runs + 1) / 2))p"
}

show() {
	local us
	us=$(median "$@")
	printf '%7s ms  %s\n' "$((us / 1000)).$(((us % 1000) / 100))" "$(basename "$1") ${*:2}"
}

show "$dir/bin/main"
for tool in dc-index dc-seed dc-walk dc-budget majordomus; do
	show "$dir/bin/$tool" --version
done
show "$dir/bin/majordomus" devcontext policy
show "$dir/bin/majordomus" --help
