package operation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"majordomus/pkg/budget"
	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/seed"
)

// repository is the worked example, committed.
func repository(t testing.TB) string {
	t.Helper()
	t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "worked-example"))); err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, "init", "-q", "-b", "master")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", "c")
	return dir
}

func runGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func issueFile(dir string) string {
	return filepath.Join(dir, ".ai", "repo", "project", "issues", "I0002.yaml")
}

// write replaces a file at once, by a rename from outside the tree: nobody sees
// a state in between.
func write(t testing.TB, file, text string) {
	t.Helper()
	made := filepath.Join(t.TempDir(), "new")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(made, []byte(text), 0o600); err != nil {
		t.Error(err)
	}
	if err := os.Rename(made, file); err != nil {
		t.Error(err)
	}
}

// oneShot is what a new process answers.
func oneShot(t testing.TB, dir string, q seed.Request) *budget.Answer {
	t.Helper()
	c, err := devcontext.Compile(context.Background(), q, devcontext.Options{Index: index.Options{Dir: dir, NoCache: true}})
	if err != nil {
		t.Fatal(err)
	}
	return c.Answer
}

func encoded(t testing.TB, a *budget.Answer) []byte {
	t.Helper()
	raw, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestAnswersFollowTheRepository asks from many sides while the tree changes
// state by state: each answer must be, whole, the one-shot answer of a state.
// MAJORDOMUS_LOAD=1m makes it as long.
func TestAnswersFollowTheRepository(t *testing.T) {
	dir := repository(t)
	requests := []seed.Request{{}, {Issue: new("I0001")}, {Intent: new("declare the thing")}, {Paths: []string{"lib"}, BudgetTokens: new(int64(200))}}
	states := make([]string, 6)
	known := make(map[string][]byte) // fingerprint and request → answer
	key := func(fingerprint string, r int) string { return fmt.Sprint(fingerprint, " ", r) }
	for i := range states {
		states[i] = fmt.Sprintf("id: I0002\ntitle: State %d\nmilestone: m1\ndescription: %s\n", i, strings.Repeat("thing ", i+1))
		write(t, issueFile(dir), states[i])
		for r, q := range requests {
			a := oneShot(t, dir, q)
			known[key(a.Fingerprint, r)] = encoded(t, a)
		}
	}
	if len(known) != len(states)*len(requests) {
		t.Fatalf("%d answers known, want %d: two states look alike", len(known), len(states)*len(requests))
	}
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}, Follow: true, Changed: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	ctx, stop := context.WithTimeout(context.Background(), loadTime(t))
	defer stop()
	var asked atomic.Int64
	var group sync.WaitGroup
	var seen sync.Map
	for g := range 4 {
		group.Go(func() {
			for n := g; ctx.Err() == nil; n++ {
				r := n % len(requests)
				out, err := byID(t, "devcontext.compile").Call(ctx, env, requests[r])
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					t.Errorf("request %d: %v", r, err)
					return
				}
				a := out.(*budget.Answer)
				want, ok := known[key(a.Fingerprint, r)]
				if !ok {
					t.Errorf("an answer of a tree that never was: %s", a.Fingerprint)
					return
				}
				if got := encoded(t, a); !bytes.Equal(got, want) {
					t.Errorf("request %d: the answer is not that of its tree\n%s\n%s", r, got, want)
					return
				}
				seen.Store(a.Fingerprint, true)
				asked.Add(1)
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for ctx.Err() == nil {
		write(t, issueFile(dir), states[random.IntN(len(states))])
		time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
	}
	group.Wait()
	found := 0
	seen.Range(func(any, any) bool { found++; return true })
	if found < 2 {
		t.Errorf("only %d states were seen in %d answers", found, asked.Load())
	}
	t.Logf("%d answers of %d states", asked.Load(), found)
}

func loadTime(t testing.TB) time.Duration {
	t.Helper()
	if text := os.Getenv("MAJORDOMUS_LOAD"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	return 2 * time.Second
}

// TestAChangeIsSeenInTheNextAnswer: after every kind of change, within what the
// watcher's silence is trusted.
func TestAChangeIsSeenInTheNextAnswer(t *testing.T) {
	dir := repository(t)
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	ask := func() *budget.Answer {
		t.Helper()
		out, err := byID(t, "devcontext.compile").Call(context.Background(), env, seed.Request{Issue: new("I0001")})
		if err != nil {
			t.Fatal(err)
		}
		return out.(*budget.Answer)
	}
	last := ask()
	// In this order: there must be something to commit.
	for _, step := range []struct {
		name   string
		change func()
	}{
		{"an edit", func() { write(t, issueFile(dir), "id: I0002\ntitle: Edited\nmilestone: m1\n") }},
		{"a new folder", func() { write(t, filepath.Join(dir, "a", "b", "c", "new.md"), "# New\n") }},
		{"a file in it", func() { write(t, filepath.Join(dir, "a", "b", "c", "more.md"), "# More\n") }},
		{"a removal", func() { _ = os.Remove(filepath.Join(dir, "test", "cases", "01_thing.sh")) }},
		{"a commit of it all", func() { runGit(t, dir, "add", "-A"); runGit(t, dir, "commit", "-q", "-m", "all") }},
		{"a checkout to another", func() { runGit(t, dir, "checkout", "-q", "-b", "other") }},
	} {
		step.change()
		deadline := time.Now().Add(trustSilence + 10*time.Second)
		for {
			a := ask()
			if want := oneShot(t, dir, seed.Request{Issue: new("I0001")}); bytes.Equal(encoded(t, a), encoded(t, want)) {
				last = a
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s is not seen: %s", step.name, last.Fingerprint)
			}
		}
	}
}

// TestAQuietTreeIsLookedAtSeldom: a look of our own must not wake the watcher.
func TestAQuietTreeIsLookedAtSeldom(t *testing.T) {
	dir := repository(t)
	looks := 0
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir, NoCache: true, Warn: func(string) {}}, Follow: true, Changed: func() { looks++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	if _, err := env.Status(context.Background()); err != nil {
		t.Fatal(err)
	}
	before := env.Workspace.lookedAt()
	time.Sleep(2 * calm)
	if after := env.Workspace.lookedAt(); !after.Equal(before) {
		t.Errorf("looked again at %v though nothing changed since %v", after, before)
	}
	if looks != 0 {
		t.Errorf("%d changes told of none", looks)
	}
}

// TestMemoryIsFlat: a thousand different compiles keep no more than the newest.
func TestMemoryIsFlat(t *testing.T) {
	dir := repository(t)
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	for i := range 1000 {
		if _, err := byID(t, "devcontext.compile").Call(context.Background(), env, seed.Request{BudgetTokens: new(int64(100 + i))}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(env.compiles.entries); n > keptCompiles {
		t.Errorf("%d answers are kept, want %d", n, keptCompiles)
	}
	if n := len(env.walks); n > keptCompiles {
		t.Errorf("%d walks are kept, want %d", n, keptCompiles)
	}
}

// TestAChangeUnderTheReaderIsLookedAtAgain: a file that changes between the look
// and the reading of its body costs another look, never the answer.
func TestAChangeUnderTheReaderIsLookedAtAgain(t *testing.T) {
	dir := repository(t)
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}, Estimator: "o200k_base"}) // looks once
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	const uri = "majordomus://issue/I0002"
	request := seed.Request{URIs: []string{uri}}
	for i, c := range []struct {
		id   string
		in   any
		text func(out any) string
	}{
		{"devcontext.compile", request, func(out any) string { return out.(*budget.Answer).Selected[0].Title }},
		{"objects.get", ObjectInput{URI: uri}, func(out any) string { return out.(Object).Body }},
		{"devcontext.render", RenderInput{Request: &request}, func(out any) string { return out.(Rendered).Text }},
	} {
		if _, err := env.Status(context.Background()); err != nil {
			t.Fatal(err)
		}
		title := fmt.Sprintf("Another title, the %d", i)
		write(t, issueFile(dir), "id: I0002\ntitle: "+title+"\nmilestone: m1\n")
		out, err := byID(t, c.id).Call(context.Background(), env, c.in)
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
		} else if got := c.text(out); !strings.Contains(got, title) {
			t.Errorf("%s gives %q", c.id, got)
		}
	}
}

// TestALookThatIsOvertakenChangesNothing: a look that everyone left may end after
// one that began later.
func TestALookThatIsOvertakenChangesNothing(t *testing.T) {
	dir := repository(t)
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	w := env.Workspace
	later, err := w.Generation(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	write(t, issueFile(dir), "id: I0002\ntitle: Another\nmilestone: m1\n")
	w.looked = time.Now().Add(time.Hour)
	if g, err := w.look(context.Background()); err != nil || g != later || w.now != later {
		t.Errorf("%v: an earlier look replaced a later one", err)
	}
}

func TestRenderTakesOneAnswer(t *testing.T) {
	env, err := NewEnv(Settings{Index: index.Options{Dir: repository(t)}})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	for _, in := range []RenderInput{{}, {Answer: new(budget.Answer), RequestDigest: "x"}, {Answer: new(budget.Answer), Request: new(seed.Request)}, {RequestDigest: "x", Request: new(seed.Request)}} {
		if _, err := byID(t, "devcontext.render").Call(context.Background(), env, in); err == nil || fault.As(err).Code != "invalid_input" {
			t.Errorf("%v", err)
		}
	}
}
