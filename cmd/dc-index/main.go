// Dc-index writes the index of a repository as a stream of records.
package main

import "majordomus/pkg/cli"

func main() { cli.Main("dc-index") }
