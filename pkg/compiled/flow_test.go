package compiled

import (
	"os"
	"path/filepath"
	"testing"

	"majordomus/pkg/capsule"
)

func TestCompileCheckRefresh(t *testing.T) {
	dir := library(t, "")
	_, text := built(t, dir, capsule.Request{})
	put(t, dir, "cap.json", string(text))
	f := Folder{Dir: dir}
	ctx := t.Context()
	r, err := CompileFile(ctx, f, CompileInput{Capsule: "cap.json", BudgetTokens: 50_000, Output: "a.gno-context.md"}, onDisk(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v\n%s\n%s", r, get(t, dir, "a.gno-context.md"), get(t, dir, "a.gno-context.md.json"))
	check := func(s Status, reasons ...string) {
		t.Helper()
		c, err := CheckFile(ctx, f, CheckFileInput{Artifact: "a.gno-context.md"}, onDisk(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		want(t, "check", c, s, reasons...)
	}
	check(Current)
	put(t, dir, "docs/retry.md", get(t, dir, "docs/retry.md")+"\nMore about a failed delivery.\n")
	check(Stale, SourceChanged, "index_changed")
	if _, err := RefreshFile(ctx, f, RefreshInput{Artifact: "a.gno-context.md", CapsuleOutput: "b.gno-context.capsule.json"}, indexed(t, dir)); err != nil {
		t.Fatal(err)
	}
	check(Current)
	names, err := filepath.Glob(filepath.Join(dir, "*gno-context*"))
	if err != nil || len(names) != 3 {
		t.Errorf("%v %v", names, err)
	}
	fi, err := os.Stat(filepath.Join(dir, "a.gno-context.md.json"))
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", fi.Mode(), err)
	}
}
