package seed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// checkout is a repository with two commits on master and one beside them.
type checkout struct {
	t   *testing.T
	dir string
}

func newCheckout(t *testing.T) *checkout {
	t.Helper()
	c := &checkout{t, t.TempDir()}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	c.git("init", "-q", "-b", "master")
	c.commit("one")
	return c
}

func (c *checkout) git(args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@x"}, args...)...)
	cmd.Dir = c.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (c *checkout) commit(name string) string {
	c.write(name+".txt", name)
	c.git("add", name+".txt")
	c.git("commit", "-q", "-m", name)
	return c.git("rev-parse", "HEAD")
}

func (c *checkout) write(p, text string) {
	c.t.Helper()
	full := filepath.Join(c.dir, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

func (c *checkout) store() *index.Store {
	c.t.Helper()
	s, err := index.Build(context.Background(), index.Options{Dir: c.dir, NoCache: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

func (c *checkout) locals() []Local {
	c.t.Helper()
	r, err := Resolve(context.Background(), c.store(), Request{}, Options{Dir: c.dir})
	if err != nil {
		c.t.Fatal(err)
	}
	return r.Locals
}

func record(kind, branch, head, at string) string {
	return "---\nkind: " + kind + "\nbranch: " + branch + "\nhead: " + head + "\ncreated_at: " + at + "\n---\nnotes\n"
}

func TestLocalsAreTheNewestOfTheBranch(t *testing.T) {
	c := newCheckout(t)
	first := c.git("rev-parse", "HEAD")
	c.git("checkout", "-q", "-b", "beside")
	beside := c.commit("beside")
	c.git("checkout", "-q", "master")
	second := c.commit("two")
	c.write(".ai/local/state/a.md", record("handover", "master", first, "2025-01-01T10:00:00Z"))
	c.write(".ai/local/state/b.md", record("handover", "beside", beside, "2025-09-01T10:00:00Z"))
	c.write(".ai/local/state/deep/c.md", record("checkpoint", "master", second, "2025-01-01T10:00:00Z"))
	got := c.locals()
	if len(got) != 2 || got[0].Object.Provenance.Path != ".ai/local/state/a.md" || got[0].Divergence != Advanced || got[1].Divergence != Exact {
		t.Fatalf("locals %+v", got)
	}
	if o := got[0].Object; o.URI != "majordomus://handover/.ai/local/state/a.md" || o.Provenance.SourceClass != "local-state" || len(o.Hash) != 40 {
		t.Errorf("the record is %+v", o)
	}
	// Later by the instant, though not by the letter.
	c.write(".ai/local/state/d.md", record("handover", "master", beside, "2025-01-01T09:30:00-02:00"))
	if got := c.locals(); got[0].Object.Provenance.Path != ".ai/local/state/d.md" || got[0].Divergence != Diverged {
		t.Errorf("locals %+v", got[0])
	}
	c.write(".ai/local/state/e.md", record("handover", "master", "1234567890123456789012345678901234567890", "2025-01-02T00:00:00Z"))
	if got := c.locals(); got[0].Divergence != Unknown {
		t.Errorf("locals %+v", got[0])
	}
}

func TestDivergencesAreRememberedWhereTheyStay(t *testing.T) {
	var k Divergences
	k.put("a", "b", Advanced)
	k.put("a", "c", Unknown)
	if d, ok := k.get("a", "b"); !ok || d != Advanced {
		t.Errorf("%v %v", d, ok)
	}
	if _, ok := k.get("a", "c"); ok {
		t.Error("an unknown commit can become known")
	}
	if _, ok := k.get("b", "a"); ok {
		t.Error("the other way round is another question")
	}
	var none *Divergences
	none.put("a", "b", Exact)
	if _, ok := none.get("a", "b"); ok {
		t.Error("nobody remembers")
	}
}

func TestLocalsOfThisWorkTreeGoBeforeNewerOnesOfTheBranch(t *testing.T) {
	c := newCheckout(t)
	head := c.git("rev-parse", "HEAD")
	in := func(folder, at string) string {
		return strings.Replace(record("handover", "master", head, at), "---\nnotes", "worktree: "+folder+"\n---\nnotes", 1)
	}
	other := t.TempDir()
	c.write(".ai/local/state/b.md", in(other, "2025-03-01"))
	if got := c.locals(); len(got) != 1 || got[0].Object.Identity != ".ai/local/state/b.md" {
		t.Fatalf("none of this work tree: %+v", got)
	}
	c.write(".ai/local/state/a.md", in(c.dir, "2025-01-01"))
	if got := c.locals(); got[0].Object.Identity != ".ai/local/state/a.md" {
		t.Errorf("ours is older than that of another work tree: %+v", got)
	}
	link := filepath.Join(other, "link")
	if err := os.Symlink(c.dir, link); err != nil {
		t.Fatal(err)
	}
	c.write(".ai/local/state/0.md", in(link, "2025-02-01"))
	if got := c.locals(); got[0].Object.Identity != ".ai/local/state/0.md" {
		t.Errorf("named through a link: %+v", got)
	}
}

func TestNoFieldOfALocalRecordHoldsItsFolder(t *testing.T) {
	c := newCheckout(t)
	c.write(".ai/local/state/a.md", "---\nkind: handover\nbranch: master\nworktree: "+c.dir+"\ntask: in "+c.dir+
		"\nchanged_files: ["+c.dir+"/lib/x]\ntags: ["+c.dir+"]\nscope: ["+c.dir+"/lib]\n---\n# At "+c.dir+"\n\nWork in "+c.dir+"/lib goes on.\n")
	got := c.locals()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || strings.Contains(string(text), c.dir) {
		t.Errorf("%s", text)
	}
}

func TestTheNewestOfVeryManyLocalsIsFound(t *testing.T) {
	c := newCheckout(t)
	for i := range maxLocals + 10 {
		c.write(fmt.Sprintf(".ai/local/state/%06d.md", i), fmt.Sprintf("---\nkind: handover\ncreated_at: %06d\n---\n", i))
	}
	want := fmt.Sprintf(".ai/local/state/%06d.md", maxLocals+9)
	if got := c.locals(); len(got) != 1 || got[0].Object.Identity != want {
		t.Errorf("locals %+v", got)
	}
}

func TestLocalsThatAreNotOurs(t *testing.T) {
	c := newCheckout(t)
	c.write("outside.md", record("handover", "master", "x", "2025-01-01"))
	c.write(".ai/local/state/huge.md", record("handover", "master", "x", "2025-01-01")+strings.Repeat("x", maxLocal))
	if err := os.Symlink("../../../outside.md", filepath.Join(c.dir, ".ai/local/state/link.md")); err != nil {
		t.Fatal(err)
	}
	if got := c.locals(); len(got) != 0 {
		t.Errorf("locals %+v", got)
	}
}

func TestTheFilterLeavesOutLocalsOfAnotherCheckout(t *testing.T) {
	c := newCheckout(t)
	c.write(".ai/local/state/a.md", record("handover", "master", c.git("rev-parse", "HEAD"), "2025-01-01"))
	s := c.store()
	filter := func(g object.Git, o Options) string {
		var in, out bytes.Buffer
		w, err := stream.NewWriter(&in, stream.Header{Stream: stream.Index, Git: g})
		if err != nil {
			t.Fatal(err)
		}
		if err := index.WriteTo(s, w); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(s.Fingerprint()); err != nil {
			t.Fatal(err)
		}
		if w, err = stream.NewWriter(&out, stream.Header{Stream: stream.Seeds, Git: g}); err != nil {
			t.Fatal(err)
		}
		if err := Filter(context.Background(), stream.NewReader(&in, "stdin", stream.ReaderOptions{}), w, Request{}, o); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, k := range []struct {
		name           string
		branch, head   string
		noLocal        bool
		local, foreign bool
	}{
		{"ours", "master", s.Git().Head, false, true, false},
		{"another head", "master", "0000000000000000000000000000000000000000", false, false, true},
		{"another branch", "topic", s.Git().Head, false, false, true},
		{"left out", "topic", s.Git().Head, true, false, false},
	} {
		out := filter(object.Git{Branch: k.branch, Head: k.head, WorkingTree: "clean"}, Options{Dir: c.dir, NoLocal: k.noLocal})
		if strings.Contains(out, `"record":"local"`) != k.local || strings.Contains(out, "foreign_repo") != k.foreign || strings.Contains(out, `"no_local"`) != k.noLocal {
			t.Errorf("%s:\n%s", k.name, out[strings.Index(out, `"record":"request"`):])
		}
	}
}
