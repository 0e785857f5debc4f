package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"majordomus/pkg/code"
	"majordomus/pkg/object"
)

// goPackage is what go list -json says of a package.
type goPackage struct {
	Dir, ImportPath                              string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports           []string
}

// golang compares package edges inside the module: those of go list, of the
// files it builds here, against those the links of the same files make.
func golang(dir string, _ []string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	files, configs, err := load(dir)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "list", "-e", "-json=Dir,ImportPath,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		return err
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		packages = append(packages, p)
	}
	folders := map[string]string{}
	for _, p := range packages {
		rel, _ := filepath.Rel(dir, p.Dir)
		folders[p.ImportPath] = rel
	}
	built, want := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		for _, list := range [][]string{p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles} {
			for _, f := range list {
				built[filepath.Join(folders[p.ImportPath], f)] = true
			}
		}
		for _, list := range [][]string{p.Imports, p.TestImports, p.XTestImports} {
			for _, im := range list {
				if to, ok := folders[im]; ok && im != p.ImportPath {
					want[folders[p.ImportPath]+" "+to] = true
				}
			}
		}
	}
	got := map[string]bool{}
	all, _, _ := code.Resolve(context.Background(), files, configs)
	for _, l := range all {
		from, to := files[l.From], files[l.To]
		if l.Kind == object.TestedBy {
			from, to = to, from
		}
		a, b := filepath.Dir(from.Path), filepath.Dir(to.Path)
		if from.Language == code.Go && a != b && built[from.Path] {
			got[a+" "+b] = true
		}
	}
	report(want, got)
	return nil
}

// report prints precision and recall of sets of edges, and some of what differs.
func report(want, got map[string]bool) {
	both, shown := 0, 0
	for e := range got {
		if want[e] {
			both++
		} else if shown++; shown <= 10 {
			fmt.Println("invented", e)
		}
	}
	shown = 0
	for e := range want {
		if !got[e] {
			if shown++; shown <= 10 {
				fmt.Println("missing ", e)
			}
		}
	}
	fmt.Printf("%d edges wanted, %d given: precision %.4f, recall %.4f\n", len(want), len(got), ratio(both, len(got)), ratio(both, len(want)))
}
