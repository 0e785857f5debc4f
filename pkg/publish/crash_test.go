//go:build linux

package publish

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Roles of this test binary when it runs as a child.
const (
	envDir   = "PUBLISH_TEST_DIR"
	envDie   = "PUBLISH_TEST_DIE_AT"   // SIGKILL before that call
	envLimit = "PUBLISH_TEST_FILESIZE" // bytes a file can have
	envLoop  = "PUBLISH_TEST_LOOP"     // publish for ever
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

func child(dir string) int {
	if n, err := strconv.ParseUint(os.Getenv(envLimit), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n}) != nil {
			return 3
		}
	}
	end := time.Now().Add(time.Minute) // should its parent die
	for n := 2; time.Now().Before(end); n++ {
		s, err := Open(dir, names...)
		if err != nil {
			return 4
		}
		if at, err := strconv.Atoi(os.Getenv(envDie)); err == nil {
			s.step = func(string, string) error {
				if at--; at < 0 {
					syscall.Kill(os.Getpid(), syscall.SIGKILL) //nolint:errcheck // then the test fails
					time.Sleep(time.Minute)
				}
				return nil
			}
		}
		_, err = s.Publish(version(n), nil)
		s.Close()
		if os.Getenv(envLoop) == "" {
			if err != nil {
				os.Stderr.WriteString(err.Error()) //nolint:errcheck // a test's child
				return 5
			}
			return 0
		}
		n %= 50
	}
	return 0
}

func childOf(dir string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), envDir+"="+dir), env...)
	return cmd
}

// A real kill -9 before every call that changes the disk.
func TestKilledAtEveryStep(t *testing.T) {
	saw := map[int]int{}
	for n := 0; ; n++ {
		dir := tree(t)
		publish(t, dir, 1)
		err := childOf(dir, envDie+"="+strconv.Itoa(n)).Run()
		got := seen(t, open(t, dir, names...))
		saw[got]++
		if err == nil {
			break
		}
		if e, ok := errors.AsType[*exec.ExitError](err); !ok || e.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("step %d: %v", n, err)
		}
		publish(t, dir, 3)
		if left := listing(t, dir); !slices.Equal(left, whole) {
			t.Fatalf("step %d left %q", n, left)
		}
	}
	if saw[1] < 5 || saw[2] < 5 {
		t.Errorf("readers saw the versions %v", saw)
	}
}

// A file that cannot grow, as on a full disk: the write is cut short.
func TestDiskFull(t *testing.T) {
	dir := tree(t)
	publish(t, dir, 1)
	out, err := childOf(dir, envLimit+"=100").CombinedOutput()
	if err == nil {
		t.Fatal("it was published")
	}
	if got := seen(t, open(t, dir, names...)); got != 1 {
		t.Errorf("readers see %d: %s", got, out)
	}
	if left := listing(t, dir); !slices.Equal(left, whole) {
		t.Errorf("left %q", left)
	}
}

// A folder that takes no new files: nothing is changed, and the error says so.
func TestReadOnlyFolder(t *testing.T) {
	dir := tree(t)
	publish(t, dir, 1)
	s := open(t, dir, names...)
	s.step = func(op, name string) error {
		if op == "create" {
			return &os.PathError{Op: "open", Path: name, Err: syscall.EROFS}
		}
		return nil
	}
	if _, err := s.Publish(version(2), nil); !errors.Is(err, syscall.EROFS) {
		t.Error(err)
	}
	if got := seen(t, open(t, dir, names...)); got != 1 {
		t.Errorf("readers see %d", got)
	}
}

// Two writers that are killed at any time, and readers beside them.
func TestReadersBesideKilledWriters(t *testing.T) {
	dir := tree(t)
	publish(t, dir, 1)
	done := make(chan struct{})
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			for i := range 12 {
				cmd := childOf(dir, envLoop+"=1")
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				time.Sleep(time.Duration(10+7*i+3*w) * time.Millisecond)
				cmd.Process.Kill() //nolint:errcheck // it runs for ever
				cmd.Wait()         //nolint:errcheck // killed
			}
		})
	}
	go func() { writers.Wait(); close(done) }()
	reads := 0
	s := open(t, dir, names...)
	for {
		select {
		case <-done:
			if reads < 20 {
				t.Errorf("only %d reads", reads)
			}
			seen(t, s)
			publish(t, dir, 60)
			if left := listing(t, dir); !slices.Equal(left, whole) {
				t.Errorf("left %q", left)
			}
			return
		default:
			seen(t, s)
			reads++
		}
	}
}

func TestLinkPutInBetween(t *testing.T) {
	dir := tree(t)
	s := open(t, dir, names...)
	if err := os.Rename(filepath.Join(dir, "out"), filepath.Join(dir, "moved")); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(version(1), nil); err != nil {
		t.Fatal(err)
	}
	if left := listing(t, outside); len(left) != 0 {
		t.Errorf("outside: %q", left)
	}
	if left := listing(t, filepath.Join(dir, "moved")); len(left) != 2 {
		t.Errorf("in the folder that was opened: %q", left)
	}
}
