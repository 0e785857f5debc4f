package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"majordomus/pkg/code"
)

type source struct {
	path, lang string
	src        []byte
}

// sources reads every source file below dir, by path.
func sources(dir string) ([]source, error) {
	var files []source
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		lang, ok := code.Language(p)
		if !ok || !d.Type().IsRegular() {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		files = append(files, source{strings.ReplaceAll(rel, string(filepath.Separator), "/"), lang, src})
		return nil
	})
	return files, err
}

// speed prints how fast Parse is on one core, and the slowest file.
func speed(dir string, _ []string) error {
	files, err := sources(dir)
	if err != nil {
		return err
	}
	bytes, took := map[string]int{}, map[string]time.Duration{}
	var langs []string
	for _, f := range files {
		start := time.Now()
		facts := code.Parse(f.lang, f.path, f.src)
		d := time.Since(start)
		if facts.Truncated != "" {
			fmt.Printf("%s: %s\n", f.path, facts.Truncated)
			continue
		}
		if d > 100*time.Millisecond {
			fmt.Printf("%s: %v for %d bytes\n", f.path, d, len(f.src))
		}
		if bytes[f.lang] == 0 {
			langs = append(langs, f.lang)
		}
		bytes[f.lang] += len(f.src)
		took[f.lang] += d
	}
	sort.Strings(langs)
	for _, l := range langs {
		fmt.Printf("%-11s %6.1f MB %6.1f MB/s\n", l, float64(bytes[l])/1e6, float64(bytes[l])/1e6/took[l].Seconds())
	}
	return nil
}
