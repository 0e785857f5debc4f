package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"majordomus/pkg/code"
	"majordomus/pkg/object"
)

// load reads and parses a tree.
func load(dir string) (files []code.File, configs []code.Config, err error) {
	sources, err := sources(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range sources {
		files = append(files, code.File{Path: s.path, Language: s.lang, Test: code.IsTest(s.lang, s.path), Facts: code.Parse(s.lang, s.path, s.src)})
	}
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if !code.IsConfig(p) || !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		configs = append(configs, code.Config{Path: strings.ReplaceAll(rel, string(filepath.Separator), "/"), Data: data})
		return nil
	})
	return files, configs, err
}

func links(dir string, args []string) error {
	files, configs, err := load(dir)
	if err != nil {
		return err
	}
	start := time.Now()
	all, diagnostics, _ := code.Resolve(context.Background(), files, configs)
	took := time.Since(start)
	count := map[string]map[object.EdgeKind]int{}
	for _, l := range all {
		lang := files[l.From].Language
		if count[lang] == nil {
			count[lang] = map[object.EdgeKind]int{}
		}
		count[lang][l.Kind]++
		if len(args) > 0 && (files[l.From].Path == args[0] || files[l.To].Path == args[0]) {
			fmt.Println(files[l.From].Path, l.Kind, files[l.To].Path)
		}
	}
	fmt.Printf("%d files, %d edges in %v: %v\n", len(files), len(all), took, count)
	for _, d := range diagnostics {
		fmt.Println(d.Severity, d.Path, d.Message)
	}
	return nil
}
