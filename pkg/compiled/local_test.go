package compiled

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
)

func compile(t testing.TB, dir string, in CompileInput) error {
	t.Helper()
	if in.BudgetTokens == 0 {
		in.BudgetTokens = 50_000
	}
	if in.Capsule == "" {
		in.Capsule = capName
	}
	_, err := CompileFile(t.Context(), Folder{Dir: dir}, in, onDisk(t, dir))
	return err
}

func renew(t testing.TB, dir, capsuleOutput string) (*FileResult, error) {
	t.Helper()
	return RefreshFile(t.Context(), Folder{Dir: dir}, RefreshInput{Artifact: artName, CapsuleOutput: capsuleOutput}, indexed(t, dir))
}

func code(err error) string {
	if err == nil {
		return ""
	}
	return fault.As(err).Code
}

func TestCompileRefusals(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	put(t, s.dir, "taken.gno-context.md", "mine")
	put(t, s.dir, "half.gno-context.md.json", "mine")
	link(s, "nowhere", "link.gno-context.md")
	link(s, "out", "linked")
	for name, want := range map[string]string{
		"x.md": "invalid_input", ".gno-context.md": "invalid_input", "": "invalid_input", artName: "output_exists", "taken.gno-context.md": "output_exists",
		"half.gno-context.md": "output_exists", "link.gno-context.md": "internal", "linked/b.gno-context.md": "internal", "absent/b.gno-context.md": "internal",
	} {
		err := compile(t, s.dir, CompileInput{Output: name})
		if code(err) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := compile(t, s.dir, CompileInput{Output: "b.gno-context.md", Capsule: "absent.json"}); code(err) != CapsuleMissing {
		t.Error(err)
	}
	if err := compile(t, s.dir, CompileInput{Output: "b.gno-context.md", BudgetTokens: 10}); code(err) != "budget_too_small" {
		t.Error(err)
	}
	s.edit("docs/retry.md", swap("exponential", "linear"))
	if err := compile(t, s.dir, CompileInput{Output: "b.gno-context.md"}); code(err) != "stale" {
		t.Error(err)
	}
	if get(t, s.dir, "taken.gno-context.md") != "mine" {
		t.Error("an unowned file was replaced")
	}
	if m, err := filepath.Glob(filepath.Join(s.dir, "*b.gno*")); err != nil || m != nil {
		t.Error(m, err)
	}
}

func TestRefreshRefusals(t *testing.T) {
	for name, x := range map[string]struct {
		do     func(*stage)
		output string
		code   string
		class  fault.Class
	}{
		"an edited artifact":        {func(s *stage) { s.edit(artName, swap("Evidence", "evidence")) }, capName, "conflict", fault.Conflict},
		"an edit with its sidecar":  {func(s *stage) { s.forge(swap("exponential", "linear")) }, capName, "conflict", fault.Conflict},
		"no sidecar":                {func(s *stage) { remove(s, sideName) }, capName, "unverifiable", fault.Unverifiable},
		"no Capsule":                {func(s *stage) { remove(s, capName) }, capName, "unverifiable", fault.Unverifiable},
		"another Capsule there":     {func(s *stage) { put(s.t, s.dir, "o"+capSuffix, string(s.cap)) }, "o" + capSuffix, "output_exists", fault.Conflict},
		"an unowned file there":     {func(s *stage) { put(s.t, s.dir, "o"+capSuffix, "mine") }, "o" + capSuffix, "output_exists", fault.Conflict},
		"a link there":              {func(s *stage) { link(s, capName, "o"+capSuffix) }, "o" + capSuffix, "internal", fault.Internal},
		"another suffix":            {nil, "o.json", "invalid_input", fault.Invalid},
		"a class gone":              {func(s *stage) { s.edit(".ai/repo/knowledge/sources.yaml", swap("handbook", "manual")) }, capName, "unverifiable", fault.Unverifiable},
		"nothing left to cite":      {func(s *stage) { remove(s, "docs/retry.md"); remove(s, "docs/cache.md"); remove(s, "docs/other.md") }, capName, "no_evidence", fault.Invalid},
		"a Capsule that was edited": {func(s *stage) { s.edit(capName, swap("backoff", "Backoff")) }, capName, "unverifiable", fault.Unverifiable},
	} {
		t.Run(name, func(t *testing.T) {
			s := compiledIn(t, "", capsule.Request{})
			if x.do != nil {
				x.do(s)
			}
			before := snapshot(t, s.dir)
			_, err := renew(t, s.dir, x.output)
			if code(err) != x.code || fault.As(err).Class != x.class {
				t.Errorf("%v", err)
			}
			if err != nil && (fault.As(err).Hint == "" && x.code != "internal" || strings.Contains(err.Error(), s.dir)) {
				t.Errorf("%v: hint %q", err, fault.As(err).Hint)
			}
			if now := snapshot(t, s.dir); now != before {
				t.Errorf("was\n%s\nis\n%s", before, now)
			}
		})
	}
}

const capSuffix = ".gno-context.capsule.json"

// snapshot is every file with its bytes, its time and its mode.
func snapshot(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(p string, fi os.FileInfo, err error) error {
		if err == nil && fi.Mode().IsRegular() {
			data, err := os.ReadFile(p)
			b.WriteString(p + " " + fi.Mode().String() + " " + fi.ModTime().String() + "\n" + string(data))
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRefreshWithoutAChangeWritesNothing(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	put(t, s.dir, "docs/unrelated.md", "# Unrelated\n\nAnd long.\n")
	before := snapshot(t, s.dir)
	for _, to := range []string{capName, "free" + capSuffix} {
		r, err := renew(t, s.dir, to)
		if err != nil || r.Changed || r.Status != Current {
			t.Fatal(r, err)
		}
		if snapshot(t, s.dir) != before {
			t.Error("something was written")
		}
	}
}

func TestRefreshKeepsModesAndSettings(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	if err := os.Chmod(filepath.Join(s.dir, artName), 0o640); err != nil {
		t.Fatal(err)
	}
	s.edit("docs/retry.md", swap("exponential", "linear"))
	r, err := renew(t, s.dir, "new"+capSuffix)
	if err != nil || !r.Changed || r.Budget.RequestedTokens != 50_000 {
		t.Fatal(r, err)
	}
	for name, mode := range map[string]os.FileMode{artName: 0o640, sideName: 0o600, "new" + capSuffix: 0o644} {
		fi, err := os.Stat(filepath.Join(s.dir, name))
		if err != nil || fi.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", name, fi.Mode(), err)
		}
	}
	want(t, "renewed", s.check(onDisk(t, s.dir)), Current)
	if string(s.cap) != get(t, s.dir, capName) {
		t.Error("the old Capsule was touched")
	}
}

// The sidecar's names are relative, so a project can move.
func TestAMovedProjectIsCurrent(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	to := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(s.dir, to); err != nil {
		t.Fatal(err)
	}
	s.dir = to
	want(t, "moved", s.check(onDisk(t, to)), Current)
	if strings.Contains(get(t, to, sideName), os.TempDir()) {
		t.Error(get(t, to, sideName))
	}
}

func TestNamesFromElsewhere(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	// Absolute names, and from a folder below.
	for _, x := range []struct{ dir, art string }{
		{"", filepath.Join(s.dir, artName)}, {filepath.Join(s.dir, "docs"), "../" + artName}, {filepath.Join(s.dir, "out"), filepath.Base(artName)},
	} {
		c, err := CheckFile(t.Context(), Folder{Dir: x.dir}, CheckFileInput{Artifact: x.art}, onDisk(t, s.dir))
		if err != nil {
			t.Fatal(err)
		}
		want(t, x.art, c, Current)
	}
	abs := filepath.Join(s.dir, "abs.gno-context.md")
	if _, err := CompileFile(t.Context(), Folder{Dir: s.dir}, CompileInput{Capsule: capName, BudgetTokens: 50_000, Output: abs}, onDisk(t, s.dir)); err != nil {
		t.Fatal(err)
	}
	if side := get(t, s.dir, "abs.gno-context.md.json"); !strings.Contains(side, `"path": "`+capName+`"`) {
		t.Error(side)
	}
	c, err := CheckFile(t.Context(), Folder{Dir: s.dir}, CheckFileInput{Artifact: abs}, onDisk(t, s.dir))
	if err != nil {
		t.Fatal(err)
	}
	want(t, "absolute", c, Current)
}

func TestCheckWithACapsuleByName(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	put(t, s.dir, "copy.json", indent(t, string(s.cap)))
	for _, side := range []bool{true, false} {
		if !side {
			remove(s, sideName)
		}
		c, err := CheckFile(t.Context(), Folder{Dir: s.dir}, CheckFileInput{Artifact: artName, Capsule: "copy.json"}, onDisk(t, s.dir))
		if err != nil {
			t.Fatal(err)
		}
		want(t, "by name", c, Current)
	}
}

// Artifacts and their companions are never evidence, renamed copies included.
func TestArtifactsAreNeverIndexed(t *testing.T) {
	s := compiledIn(t, "", capsule.Request{})
	put(t, s.dir, "docs/copy.md", s.made())
	put(t, s.dir, "docs/copy.md.json", get(t, s.dir, sideName))
	store := indexed(t, s.dir).Store
	for i := range int32(store.Len()) {
		if p := store.Path(i); strings.Contains(p, "gno-context") || strings.Contains(p, "copy") {
			t.Errorf("%s is indexed", p)
		}
	}
}
