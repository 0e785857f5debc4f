package main

import (
	_ "embed"
	"os/exec"

	"majordomus/pkg/code"
)

//go:embed typescript.js
var typescriptScript string

// typescript compares file edges with those of the TypeScript compiler's own
// resolver, which node must find (NODE_PATH).
func typescript(dir string, _ []string) error {
	cmd := exec.Command("node", "-e", typescriptScript, "--", dir)
	return compare(dir, cmd, func(lang string) bool { return lang == code.TypeScript || lang == code.JavaScript })
}
