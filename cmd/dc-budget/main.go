// Dc-budget spends a token budget on a walk and prints the answer.
package main

import "majordomus/pkg/cli"

func main() { cli.Main("dc-budget") }
