package index

import (
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

func TestSymbolsAndImportsOfSourceFiles(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.write("long.go", "package main\n\nvar s = \""+strings.Repeat("x", 300<<10)+"\"\n")
	w.commit()
	o := Options{CacheDir: t.TempDir()}
	s := w.build(o)
	at, ok := s.Lookup("majordomus://test/main_test.go")
	if !ok {
		t.Fatalf("objects %q", objectPaths(s))
	}
	m := s.Object(at).Meta
	if m == nil || m.Package != "main" || !slices.Equal(m.Imports, []string{"testing"}) || len(m.Symbols) != 1 || m.Symbols[0].Name != "TestMain" {
		t.Errorf("meta %+v", m)
	}
	if !strings.Contains(codes(s), "parse_budget long.go") {
		t.Errorf("findings: %s", codes(s))
	}
	o.NoSymbols = true
	plain := w.build(o)
	if m := plain.Object(at).Meta; m != nil && len(m.Symbols)+len(m.Imports) != 0 {
		t.Errorf("without symbols: %+v", m)
	}
	if plain.Fingerprint() != s.Fingerprint() {
		t.Error("what is read of a file is no part of the fingerprint")
	}
}

// TestASecretHasNoSymbols: what is withheld feeds no field.
func TestASecretHasNoSymbols(t *testing.T) {
	w := newTree(t)
	const token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	w.write("main.go", "package main\n\n// github_token\nconst Token = \""+token+"\"\n")
	w.commit()
	s := w.build(Options{NoCache: true})
	if !strings.Contains(codes(s), "tracked_secret main.go") {
		t.Fatalf("findings: %s", codes(s))
	}
	for _, i := range s.OfKind(object.Implementation) {
		if m := s.Object(i).Meta; m != nil && len(m.Symbols) != 0 {
			t.Errorf("symbols %v", m.Symbols)
		}
	}
	if strings.Contains(dump(s), token) {
		t.Error("the token is told")
	}
}

// TestWhatNeedsNoBytesIsNotOpened: without symbols a file that its path describes
// is taken from git's word for it, and what only its bytes could show is left to
// those who read them; other files are read as ever.
func TestWhatNeedsNoBytesIsNotOpened(t *testing.T) {
	w := newTree(t)
	const key = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a\n"
	w.write("main.go", "package main // "+key)
	w.write("data.yaml", key)
	w.write("README.md", "# Title\n"+key)
	w.write("LICENSE", key)
	w.write("blob.xyz", "a\x00b")
	w.commit()
	got := codes(w.build(Options{NoCache: true, NoSymbols: true}))
	for path, read := range map[string]bool{"main.go": false, "data.yaml": false, "README.md": true, "LICENSE": true} {
		if strings.Contains(got, "tracked_secret "+path) != read {
			t.Errorf("%s: read %t expected, findings: %s", path, read, got)
		}
	}
	if !strings.Contains(got, "out_of_scope blob.xyz") {
		t.Errorf("findings: %s", got)
	}
	if all := codes(w.build(Options{NoCache: true})); strings.Count(all, "tracked_secret") != 4 {
		t.Errorf("findings with symbols: %s", all)
	}
}
