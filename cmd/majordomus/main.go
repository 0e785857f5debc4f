// Majordomus tells a session what it should read, under a budget, with reasons.
package main

import "majordomus/pkg/cli"

func main() { cli.Main("majordomus") }
