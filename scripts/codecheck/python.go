package main

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"majordomus/pkg/code"
)

//go:embed python.py
var pythonScript string

// python compares file edges with what ast finds and importlib's PathFinder
// makes of it, the folder above each file's top package first on the path.
func python(dir string, _ []string) error {
	cmd := exec.Command("python3", "-c", pythonScript, dir)
	return compare(dir, cmd, func(lang string) bool { return lang == code.Python })
}

// compare holds the files that imports name against lines "from\tto" of a
// command.
func compare(dir string, cmd *exec.Cmd, in func(lang string) bool) error {
	files, configs, err := load(dir)
	if err != nil {
		return err
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, f := range files {
		known[f.Path] = in(f.Language)
	}
	want, got := map[string]bool{}, map[string]bool{}
	for line := range bytes.Lines(out) {
		from, to, _ := strings.Cut(strings.TrimSpace(string(line)), "\t")
		from, to = filepath.ToSlash(from), filepath.ToSlash(to)
		if known[from] && known[to] && from != to {
			want[from+" "+to] = true
		}
	}
	r := code.NewResolver(files, configs)
	for i, f := range files {
		if !in(f.Language) {
			continue
		}
		for _, im := range f.Facts.Imports {
			for _, to := range r.Module(int32(i), im) {
				if files[to].Path != f.Path {
					got[f.Path+" "+files[to].Path] = true
				}
			}
		}
	}
	report(want, got)
	return nil
}
