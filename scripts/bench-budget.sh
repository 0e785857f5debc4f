#!/bin/sh
# Spending a saved walk against copying it with jq, in one run: prints both
# speeds and their ratio. The aim is 5 and more.
set -eu
cd "$(dirname "$0")/.."
go test -run '^$' -bench 'BenchmarkFilter$|BenchmarkJq$' -benchtime 2s -count 3 "$@" ./pkg/budget | awk '
  /^Benchmark/ { print; sum[substr($1, 1, 11)] += $3; n[substr($1, 1, 11)]++ }
  END {
    jq = sum["BenchmarkJq"] / n["BenchmarkJq"]; spend = sum["BenchmarkFi"] / n["BenchmarkFi"]
    printf "dc-budget is %.1f times as fast as jq -c .\n", jq / spend
  }'
