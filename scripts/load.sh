#!/usr/bin/env bash
# Asks a resident process for a while (a minute, or the first argument) from
# many sides while files change underneath, under the race detector: first the
# operations themselves, then a listening server by HTTP and MCP. Each answer
# must be the one-shot answer of the tree with its fingerprint.
set -euo pipefail
cd "$(dirname "$0")/.."
MAJORDOMUS_LOAD=${1:-1m} go test -race -count=1 -p 1 -timeout 30m -run '^TestAnswersFollowTheRepository' -v ./pkg/operation ./pkg/httpserver
