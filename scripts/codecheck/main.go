// Command codecheck holds pkg/code against the languages' own tools on trees a
// person names, and prints precision and recall. It needs those tools, so it is
// no test; pkg/code/README.md has the figures.
//
//	codecheck symbols DIR [LANG]   against universal-ctags
//	codecheck speed DIR            megabytes a second of Parse, by language
//	codecheck links DIR [PATH]     how many edges, how fast; those of one file
//	codecheck go DIR               package edges against go list -deps -json
//	codecheck python DIR           file edges against ast and importlib (python3)
//	codecheck typescript DIR       file edges against the TypeScript resolver (node, NODE_PATH)
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: codecheck symbols|speed|go|python|typescript DIR")
		os.Exit(2)
	}
	checks := map[string]func(string, []string) error{
		"symbols": symbols, "speed": speed, "go": golang, "links": links, "python": python, "typescript": typescript,
	}
	check, ok := checks[os.Args[1]]
	if !ok {
		fmt.Fprintf(os.Stderr, "no check %q\n", os.Args[1])
		os.Exit(2)
	}
	if err := check(os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
