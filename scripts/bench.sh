#!/usr/bin/env bash
# Writes docs/bench.md: the matrix of every operation and surface on a synthetic
# repository of 1,000 objects, and the figures of a resident process at 10,000
# and 100,000.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MAJORDOMUS_CACHE=$work/cache
go build -o "$work/majordomus" ./cmd/majordomus

repository() { # objects
	"$work/majordomus" synth --objects "$1" --dir "$work/$1"
	git -C "$work/$1" init -q -b main
	git -C "$work/$1" add -A
	git -C "$work/$1" -c user.name=a -c user.email=a@example.org commit -q -m synthetic
}

{
	cat << END
# Measured: operations and surfaces

Written by \`scripts/bench.sh\` on $(nproc) cores, $(go version | cut -d' ' -f3), from synthetic repositories committed to git. Cold is a new process or server with an empty cache, warm one that answered before; a warm compile comes from the cache. Allocations are those of the measuring process. Times are of one caller, one call after another.

## Every operation on every surface, 1,000 objects

END
	repository 1000
	"$work/majordomus" bench --repo "$work/1000" --runs "${RUNS:-20}" --format md
	for objects in 10000 100000; do
		printf '\n## A process that stays, %d objects\n\n' "$objects"
		repository "$objects"
		"$work/majordomus" bench --repo "$work/$objects" --runs "${RUNS:-20}" --resident --format md
	done
} > "$work/bench.md"
mkdir -p docs
cp "$work/bench.md" docs/bench.md
