package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestREADME runs every console block of the README in the worked example and
// holds its output; of the commands in its sh blocks it holds that the words and
// flags exist.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	script, n := readmeScript(string(text))
	if n < 8 {
		t.Fatalf("only %d commands found", n)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	p := params()
	p.Dir = dir
	testscript.Run(t, p)
}

var (
	block   = regexp.MustCompile("(?s)```(console|sh)\n(.*?)```")
	program = regexp.MustCompile(`^(?:go run \./cmd/)?(dc-[a-z]+|majordomus)((?: [a-z]+)*)(.*)$`)
	flag    = regexp.MustCompile(`--[a-z-]+`)
)

func readmeScript(text string) (script string, commands int) {
	var run, files strings.Builder
	run.WriteString("example demo\n")
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		if m[1] == "console" {
			commands++
			command, want, _ := strings.Cut(strings.TrimPrefix(m[2], "$ "), "\n")
			fmt.Fprintf(&run, "exec bash -o pipefail command%d\ncmp stdout want%d\n", commands, commands)
			fmt.Fprintf(&files, "-- command%d --\n%s\n-- want%d --\n%s", commands, command, commands, want)
			continue
		}
		for _, line := range strings.Split(m[2], "\n") {
			c := program.FindStringSubmatch(line)
			if c == nil {
				continue
			}
			commands++
			fmt.Fprintf(&run, "exec %s%s --help\n", c[1], c[2])
			for _, f := range flag.FindAllString(c[3], -1) {
				fmt.Fprintf(&run, "stdout '\\Q%s\\E'\n", f)
			}
		}
	}
	return run.String() + files.String(), commands
}
