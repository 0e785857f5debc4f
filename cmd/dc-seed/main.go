// Dc-seed resolves a request against an index stream.
package main

import "majordomus/pkg/cli"

func main() { cli.Main("dc-seed") }
