// Dc-walk walks from the seeds and writes what it reaches, with reasons.
package main

import "majordomus/pkg/cli"

func main() { cli.Main("dc-walk") }
