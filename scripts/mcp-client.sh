#!/usr/bin/env bash
# Drives majordomus with an MCP client that is not written in Go: the official
# SDK for TypeScript, over standard input and output and over HTTP. Needs node
# and npm; MCP_SDK names a folder that has the SDK in it already.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2> /dev/null || true; rm -rf "$work"' EXIT

if [[ -z ${MCP_SDK:-} ]]; then
	MCP_SDK=$work/sdk
	mkdir "$MCP_SDK"
	npm install --silent --no-fund --no-audit --prefix "$MCP_SDK" @modelcontextprotocol/sdk@1.32.2
fi
export MCP_SDK MAJORDOMUS_CACHE=$work/cache

go build -o "$work/majordomus" ./cmd/majordomus
cp -R testdata/worked-example "$work/example"
git -C "$work/example" init -q -b master
git -C "$work/example" add -A
git -C "$work/example" -c user.name=a -c user.email=a@example.org commit -q -m example

node scripts/mcp-client.mjs stdio "$work/majordomus" mcp --repo "$work/example"

"$work/majordomus" serve --repo "$work/example" --listen 127.0.0.1:0 2> "$work/log" &
server=$!
for _ in {1..100}; do
	url=$(sed -n 's/^.*serving \(http:[^ ]*\).*$/\1/p' "$work/log")
	[[ -z $url ]] || break
	sleep 0.1
done
node scripts/mcp-client.mjs http "${url}mcp"
