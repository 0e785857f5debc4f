#!/bin/sh
# Spending a saved walk against copying it with jq, in one run: prints both and
# the ratio of their processor times. The aim is 5 and more.
set -eu
cd "$(dirname "$0")/.."
go test -run '^$' -bench 'BenchmarkFilter$|BenchmarkJq$' -benchtime 2s -count 3 "$@" ./pkg/budget | awk '
  /^Benchmark/ {
    print
    for (i = 3; i < NF; i++) if ($(i + 1) == "cpu-ns/op") { sum[substr($1, 1, 11)] += $i; n[substr($1, 1, 11)]++ }
  }
  END {
    jq = sum["BenchmarkJq"] / n["BenchmarkJq"]; spend = sum["BenchmarkFi"] / n["BenchmarkFi"]
    printf "dc-budget is %.1f times as fast as jq -c .\n", jq / spend
  }'
