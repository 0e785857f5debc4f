//go:build linux

package compiled

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"majordomus/pkg/capsule"
	"majordomus/pkg/index"
)

// Roles of this test binary when it runs as a child.
const (
	envDir = "COMPILED_TEST_DIR"
	envDie = "COMPILED_TEST_DIE_AT" // SIGKILL before that call; absent: never
	envDo  = "COMPILED_TEST_DO"     // compile or refresh
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

func child(dir string) int {
	f := Folder{Dir: dir}
	if at, err := strconv.Atoi(os.Getenv(envDie)); err == nil {
		f.before = func(string, string) error {
			if at--; at < 0 {
				syscall.Kill(os.Getpid(), syscall.SIGKILL) //nolint:errcheck // then the test fails
				time.Sleep(time.Minute)
			}
			return nil
		}
	}
	if err := write(f, os.Getenv(envDo)); err != nil {
		os.Stderr.WriteString(err.Error()) //nolint:errcheck // a test's child
		return 5
	}
	return 0
}

// write does one writing call as a program would.
func write(f Folder, what string) error {
	ctx := context.Background()
	tree, err := index.OpenTree(f.Dir)
	if err != nil {
		return err
	}
	defer tree.Close()
	s := capsule.Sources{Tree: tree}
	if what == "compile" {
		_, err = CompileFile(ctx, f, CompileInput{Capsule: capName, BudgetTokens: 50_000, Output: artName}, s)
		return err
	}
	if s.Store, err = index.Build(ctx, index.Options{Dir: f.Dir, NoCache: true}); err != nil {
		return err
	}
	_, err = RefreshFile(ctx, f, RefreshInput{Artifact: artName, CapsuleOutput: capName}, s)
	return err
}

// set is what stands of an artifact, read as every reader reads it.
func set(t *testing.T, dir string) (artifact, capsuleText string, c *Check) {
	t.Helper()
	f := Folder{Dir: dir}
	got, open, err := f.read(artName, sideName, capName)
	if err != nil {
		t.Fatal(err)
	}
	open.Close()
	c, err = CheckFile(t.Context(), f, CheckFileInput{Artifact: artName}, onDisk(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return string(got[0].Data), string(got[2].Data), c
}

// whole are the names a finished set leaves.
func whole(t *testing.T, dir string) {
	t.Helper()
	got, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range got {
		names = append(names, e.Name())
	}
	if want := []string{filepath.Base(capName), filepath.Base(artName), filepath.Base(sideName)}; !slices.Equal(names, want) {
		t.Errorf("left are %q", names)
	}
}

// renewable is a compiled artifact one of whose sources was edited.
func renewable(t *testing.T) (dir, old string) {
	t.Helper()
	s := compiledIn(t, "", capsule.Request{})
	s.edit("docs/retry.md", swap("exponential", "linear"))
	return s.dir, s.made()
}

var errStopped = errors.New("stopped")

// stopping ends every call from the n-th on, as a process that is gone would.
func stopping(n int) func(string, string) error {
	return func(string, string) error {
		if n--; n < 0 {
			return errStopped
		}
		return nil
	}
}

// A refresh that stops after each of its calls: a reader sees the old set or the
// new one, and the next refresh leaves the new one, whole.
func TestRefreshStoppedAtEveryCall(t *testing.T) {
	saw := map[bool]int{}
	for n := 0; ; n++ {
		dir, old := renewable(t)
		err := write(Folder{Dir: dir, before: stopping(n)}, "refresh")
		art, _, c := set(t, dir)
		switch {
		case art == old && c.Status == Stale:
			saw[false]++
		case art != old && c.Status == Current:
			saw[true]++
		default:
			t.Fatalf("call %d: %v, the old artifact %v", n, c, art == old)
		}
		if err := write(Folder{Dir: dir}, "refresh"); err != nil {
			t.Fatalf("call %d: the next refresh: %v", n, err)
		}
		if _, _, c := set(t, dir); c.Status != Current {
			t.Fatalf("call %d: %v", n, c)
		}
		whole(t, dir)
		if err == nil {
			break
		}
	}
	if saw[false] < 5 || saw[true] < 5 {
		t.Errorf("saw %v", saw)
	}
}

func TestCompileStoppedAtEveryCall(t *testing.T) {
	for n := 0; ; n++ {
		dir := library(t, "")
		_, text := built(t, dir, capsule.Request{})
		put(t, dir, capName, string(text))
		err := write(Folder{Dir: dir, before: stopping(n)}, "compile")
		_, _, c := set(t, dir)
		if c.Status != Current && joined(c.Reasons) != ArtifactMissing {
			t.Fatalf("call %d: %v", n, c)
		}
		again := write(Folder{Dir: dir}, "compile")
		if (again == nil) != (c.Status != Current) {
			t.Fatalf("call %d: %v, then %v", n, c, again)
		}
		if _, _, c := set(t, dir); c.Status != Current {
			t.Fatalf("call %d: %v", n, c)
		}
		whole(t, dir)
		if err == nil {
			return
		}
	}
}

// A full disk, a folder that takes nothing, a file that may not be renamed over:
// the bytes that stood there stand.
func TestFailingDisk(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EACCES, syscall.EXDEV, syscall.EROFS, syscall.EIO} {
		for _, op := range []string{"create", "write", "sync", "rename"} {
			for nth := range 4 {
				dir, old := renewable(t)
				n := nth
				failed := false
				f := Folder{Dir: dir, before: func(o, name string) error {
					if o != op {
						return nil
					}
					if n--; n == -1 {
						failed = true
						return &os.PathError{Op: o, Path: name, Err: errno}
					}
					return nil
				}}
				err := write(f, "refresh")
				art, _, c := set(t, dir)
				if art == old && c.Status != Stale || art != old && c.Status != Current {
					t.Fatalf("%v at %s %d: %v", errno, op, nth, c)
				}
				if failed && (err == nil || !errors.Is(err, errno)) {
					t.Errorf("%v at %s %d: %v", errno, op, nth, err)
				}
				if err := write(Folder{Dir: dir}, "refresh"); err != nil {
					t.Fatalf("%v at %s %d: the next refresh: %v", errno, op, nth, err)
				}
				whole(t, dir)
			}
		}
	}
}

// A real kill -9 before every call.
func TestKilledAtEveryStep(t *testing.T) {
	for n := 0; ; n++ {
		dir, old := renewable(t)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), envDir+"="+dir, envDo+"=refresh", envDie+"="+strconv.Itoa(n))
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("call %d: %v %s", n, err, out)
		}
		art, _, c := set(t, dir)
		if art == old && c.Status != Stale || art != old && c.Status != Current {
			t.Fatalf("call %d: %v", n, c)
		}
		if err := write(Folder{Dir: dir}, "refresh"); err != nil {
			t.Fatal(err)
		}
		whole(t, dir)
		if err == nil {
			return
		}
	}
}

// A folder of the way is swapped for a link, over and over, while a set is
// written: nothing is ever written, and nothing read, where the link leads.
func TestSwappedLink(t *testing.T) {
	dir, _ := renewable(t)
	outside := t.TempDir()
	for _, name := range []string{artName, sideName, capName} {
		put(t, outside, filepath.Base(name), get(t, dir, name)+" ")
	}
	before := listing(t, outside)
	at, aside := filepath.Join(dir, "out"), filepath.Join(dir, "aside")
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !stop.Load() {
			if os.Rename(at, aside) == nil {
				_ = os.Symlink(outside, at)
				time.Sleep(200 * time.Microsecond)
				_ = os.Remove(at)
				_ = os.Rename(aside, at)
			}
			time.Sleep(200 * time.Microsecond)
		}
	}()
	for i := range 40 {
		put(t, dir, "docs/retry.md", "# Retries\n\nA failed delivery is retried "+strings.Repeat("often ", i+1)+"\n")
		_ = write(Folder{Dir: dir}, "refresh") // it may fail; what it must not do is follow
	}
	stop.Store(true)
	<-done
	if now := listing(t, outside); now != before {
		t.Errorf("outside there is\n%s\nthere was\n%s", now, before)
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range es {
		b.WriteString(e.Name() + " " + get(t, dir, e.Name())[:40] + "\n")
	}
	return b.String()
}

// An edit between the check and the replacement is kept, and no other path than
// the artifact's is told.
func TestAnEditMeanwhileIsKept(t *testing.T) {
	for _, name := range []string{artName, sideName, capName} {
		dir, _ := renewable(t)
		r := &refresh{f: Folder{Dir: dir}, in: RefreshInput{Artifact: artName, CapsuleOutput: capName}, s: indexed(t, dir)}
		if err := r.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.destination(); err != nil {
			t.Fatal(err)
		}
		put(t, dir, name, "mine")
		next, err := capsule.Build(t.Context(), r.capsule.Retrieval.Request, r.s)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.replace(t.Context(), next)
		if code(err) != "edited" || get(t, dir, name) != "mine" || !strings.HasPrefix(err.Error(), artName+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two programs that renew at once: one does, the other is told to wait or finds
// nothing to do; the set is whole.
func TestTwoRefreshesAtOnce(t *testing.T) {
	dir, _ := renewable(t)
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() { errs <- write(Folder{Dir: dir}, "refresh") }()
	}
	done := 0
	for range cap(errs) {
		switch err := <-errs; code(err) {
		case "":
			done++
		case "busy", "edited", "unverifiable", "conflict":
		default:
			t.Error(err)
		}
	}
	if _, _, c := set(t, dir); done == 0 || c.Status != Current {
		t.Errorf("%d did, then %v", done, c)
	}
	whole(t, dir)
}
