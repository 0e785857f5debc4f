package httpserver

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// brake holds every git that starts while it is on: work that stands in the
// middle of a look at the repository.
type brake struct {
	t   *testing.T
	dir string // hold, pids and gate in it
}

// newBrake stands before git on the PATH. It is off.
func newBrake(t *testing.T) *brake {
	t.Helper()
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	b := &brake{t, t.TempDir()}
	if err := syscall.Mkfifo(b.path("gate"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\nif [ -e %[1]s/hold ]; then echo $$ >> %[1]s/pids; read -r _ < %[1]s/gate; fi\nexec %[2]s \"$@\"\n", b.dir, real)
	if err := os.WriteFile(b.path("git"), []byte(script), 0o700); err != nil { //nolint:gosec // it must run
		t.Fatal(err)
	}
	t.Setenv("PATH", b.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return b
}

func (b *brake) path(name string) string { return filepath.Join(b.dir, name) }

func (b *brake) on() {
	b.t.Helper()
	_ = os.Remove(b.path("pids"))
	if err := os.WriteFile(b.path("hold"), nil, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// off lets go of what it holds. It may hold nothing.
func (b *brake) off() {
	b.t.Helper()
	_ = os.Remove(b.path("hold"))
	gate, err := os.OpenFile(b.path("gate"), os.O_RDWR, 0) // both, so that opening does not wait
	if err != nil {
		b.t.Fatal(err)
	}
	defer gate.Close()
	if _, err := io.WriteString(gate, strings.Repeat("\n", 16)); err != nil {
		b.t.Fatal(err)
	}
	for len(b.held()) > 0 && b.braked() { // the gate must stay until each has read its line
		time.Sleep(5 * time.Millisecond)
	}
}

// held are the processes that it holds or held and that still run.
func (b *brake) held() []int {
	var running []int
	raw, _ := os.ReadFile(b.path("pids")) // none yet
	for _, line := range strings.Fields(string(raw)) {
		if pid, err := strconv.Atoi(line); err == nil && syscall.Kill(pid, 0) == nil {
			running = append(running, pid)
		}
	}
	return running
}

// braked reports whether one of them still is the script.
func (b *brake) braked() bool {
	for _, pid := range b.held() {
		if line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && strings.HasPrefix(string(line), "/bin/sh") {
			return true
		}
	}
	return false
}

// eventually waits for what must come.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came that %s", what)
		}
	}
}

// gauge is the value of a metric.
func (s *served) gauge(t *testing.T, name string) int {
	t.Helper()
	_, rest, _ := strings.Cut(s.ask(t, http.MethodGet, "/metrics", "").body, "\n"+name+" ")
	text, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// inWork is how many requests are, beside the one that asks.
func (s *served) inWork(t *testing.T) int {
	t.Helper()
	return s.gauge(t, "majordomus_http_requests_in_work") - 1
}

// TestAClientThatLeavesTakesNobodyAlong: while a compile waits for git, the client
// that began it leaves: the other one who asked gets the answer. When the last one
// leaves the work ends, git with it.
func TestAClientThatLeavesTakesNobodyAlong(t *testing.T) {
	b := newBrake(t)
	s := start(t, nil)
	const path = "/api/v1/devcontext?issue=I0001"
	b.on()
	t.Cleanup(b.off)
	leaves := s.begin(t, path)
	eventually(t, "the first waits for git", func() bool { return len(b.held()) > 0 })
	stays := make(chan reply, 1)
	go func() { stays <- s.ask(t, http.MethodGet, path, "") }()
	eventually(t, "both are in work", func() bool { return s.inWork(t) == 2 })
	leaves.Close()
	eventually(t, "one has left", func() bool { return s.inWork(t) == 1 })
	if len(b.held()) == 0 {
		t.Error("the one who left took the work along")
	}
	b.off()
	first := <-stays
	if want := s.ask(t, http.MethodGet, path, ""); first.status != http.StatusOK || first.body != want.body {
		t.Errorf("the one who stayed got %d %.300s", first.status, first.body)
	}

	put(t, s.dir, "docs/new.md", "# New\n")
	b.on()
	var last []net.Conn
	eventually(t, "a new look waits for git", func() bool { // the watcher needs a moment to notice
		last = append(last, s.begin(t, path))
		time.Sleep(20 * time.Millisecond)
		return len(b.held()) > 0
	})
	for _, c := range last {
		c.Close()
	}
	eventually(t, "git ends with the last who left", func() bool { return len(b.held()) == 0 })
	b.off()
	if r := s.ask(t, http.MethodGet, path, ""); r.status != http.StatusOK || r.header.Get("ETag") == first.header.Get("ETag") {
		t.Errorf("afterwards: %d, ETag %s", r.status, r.header.Get("ETag"))
	}
}

// begin sends a GET on a connection of its own and reads nothing.
func (s *served) begin(t *testing.T, path string) net.Conn {
	t.Helper()
	c := s.dial(t)
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return c
}
