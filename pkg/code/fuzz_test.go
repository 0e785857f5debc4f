package code

import (
	"bytes"
	"encoding/json"
	"testing"
)

// checkFacts holds what is true of the facts of any bytes at all.
func checkFacts(t *testing.T, lang string, src []byte, f *Facts) {
	t.Helper()
	lines := bytes.SplitAfter(src, []byte("\n"))
	if n := len(lines); n > 1 && len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	names := map[string]bool{}
	for i, s := range f.Symbols {
		if s.Name == "" || s.Kind == "" || names[s.Name] {
			t.Fatalf("%s: symbol %d has no name, no kind, or another's: %+v", lang, i, s)
		}
		names[s.Name] = true
		if s.Start < 1 || s.End < s.Start || s.End > len(lines) {
			t.Fatalf("%s: %+v lies outside %d lines", lang, s, len(lines))
		}
		var size int64
		for _, line := range lines[s.Start-1 : s.End] {
			size += int64(len(line))
		}
		if size != s.Bytes {
			t.Fatalf("%s: %+v has %d bytes", lang, s, size)
		}
		if i > 0 && f.Symbols[i-1].Start > s.Start {
			t.Fatalf("%s: symbols out of order at %+v", lang, s)
		}
	}
	for _, im := range f.Imports {
		if im.Path == "" || im.Line < 1 || im.Line > max(len(lines), 1) {
			t.Fatalf("%s: import %+v", lang, im)
		}
	}
	for i, c := range f.Comments {
		if c.Start < 0 || c.End < c.Start || int(c.End) > len(src) || i > 0 && c.Start < f.Comments[i-1].End {
			t.Fatalf("%s: comment %d is %+v", lang, i, c)
		}
	}
}

func fuzzLanguage(f *testing.F, lang string) {
	for _, c := range nasty {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		suffix := map[string]string{JavaScript: "x.jsx", TypeScript: "x.tsx", C: "x.c", Go: "x_test.go"}[lang]
		facts := Parse(lang, suffix, src)
		checkFacts(t, lang, src, facts)
		a, _ := json.Marshal(facts)
		b, _ := json.Marshal(Parse(lang, suffix, src))
		if !bytes.Equal(a, b) {
			t.Fatal("two readings differ")
		}
	})
}

func FuzzGo(f *testing.F)         { fuzzLanguage(f, Go) }
func FuzzPython(f *testing.F)     { fuzzLanguage(f, Python) }
func FuzzJavaScript(f *testing.F) { fuzzLanguage(f, JavaScript) }
func FuzzTypeScript(f *testing.F) { fuzzLanguage(f, TypeScript) }
func FuzzRust(f *testing.F)       { fuzzLanguage(f, Rust) }
func FuzzJava(f *testing.F)       { fuzzLanguage(f, Java) }
func FuzzKotlin(f *testing.F)     { fuzzLanguage(f, Kotlin) }
func FuzzC(f *testing.F)          { fuzzLanguage(f, C) }
func FuzzCPP(f *testing.F)        { fuzzLanguage(f, CPP) }
func FuzzCSharp(f *testing.F)     { fuzzLanguage(f, CSharp) }
func FuzzRuby(f *testing.F)       { fuzzLanguage(f, Ruby) }
func FuzzPHP(f *testing.F)        { fuzzLanguage(f, PHP) }
func FuzzShell(f *testing.F)      { fuzzLanguage(f, Shell) }
func FuzzSwift(f *testing.F)      { fuzzLanguage(f, Swift) }
