#!/usr/bin/env bash
# Measures how much of what recorded commits touched the contexts of REPOs hold,
# at 12,000 tokens, and writes the table of docs/ranking.md: without and with
# --history, by the message alone and with one touched path given.
# Usage: scripts/ranking.sh [--commits N] REPO...
set -euo pipefail
cd "$(dirname "$0")/.."
commits=30
if [[ ${1:-} == --commits ]]; then
	commits=$2
	shift 2
fi
(($#)) || {
	sed -n '2,5s/^# //p' "$0" >&2
	exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/majordomus" ./cmd/majordomus
for repo in "$@"; do
	for mode in "" "--history" "--with-path --max-depth 0" "--with-path --max-depth 0 --history"; do
		# shellcheck disable=SC2086
		"$work/majordomus" eval "$repo" -q --commits "$commits" --budget-tokens 12000 --format json $mode |
			jq -c --arg mode "$mode" '.reports[] | . + {name: .repository, mode: $mode}' >> "$work/all"
	done
done
jq -rs --arg commits "$commits" '
	def f: . * 100 | round / 100 | tostring | if test("\\.") then . else . + ".00" end | (. + "00")[0:4];
	def cell(m): [.rows[] | select(.method == m)][0] | "\(.line_recall | f) / \(.hunk_recall | f) / \(.line_hit_rate | f)";
	def mean(rs; m): [rs[].rows[] | select(.method == m)] | "\(map(.line_recall) | add / length | f) / \(map(.hunk_recall) | add / length | f) / \(map(.line_hit_rate) | add / length | f)";
	(group_by(.mode) | .[] | (.[0].mode | if . == "" then "message only" else . end) as $mode
	| "\n## \($mode)\n\n| repository | commits | majordomus | BM25, whole files | BM25, 40-line pieces | last changed first |\n| --- | --- | --- | --- | --- | --- |",
	(sort_by(.name)[] | "| \(.name) | \(.commits) | \(cell("majordomus")) | \(cell("bm25 files")) | \(cell("bm25 pieces")) | \(cell("recently changed")) |"),
	"| mean | | \(mean(.; "majordomus")) | \(mean(.; "bm25 files")) | \(mean(.; "bm25 pieces")) | \(mean(.; "recently changed")) |"),
	"\n## Commits\n", (map(select(.mode == "")) | sort_by(.name)[] | "- \(.name): \(.ids | map(.[0:12]) | join(" "))")' "$work/all"
