package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"majordomus/pkg/cli"
)

// TestMain makes this test binary every command the scripts call, and their
// helpers.
func TestMain(m *testing.M) {
	programs := helpers()
	for _, name := range []string{"dc-index", "dc-seed", "dc-walk", "dc-budget", "majordomus"} {
		programs[name] = func() { cli.Main(name) }
	}
	testscript.Main(m, programs)
}

func TestScripts(t *testing.T) {
	p := params()
	p.Dir = filepath.Join("..", "..", "testdata", "scripts")
	testscript.Run(t, p)
}

func params() testscript.Params {
	return testscript.Params{
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup:               setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "example": example, "flip": flip, "cut": cut, "big": big,
		},
	}
}

func setup(e *testscript.Env) error {
	e.Setenv("MAJORDOMUS_CACHE", filepath.Join(e.WorkDir, ".cache"))
	e.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	e.Setenv("GIT_CEILING_DIRECTORIES", e.WorkDir)
	if os.Getenv("GORACE") == "" {
		e.Setenv("GORACE", "atexit_sleep_ms=10") // every program under the race detector would sleep for a second at its end
	}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		e.Setenv("GIT_"+who+"_NAME", "tester")
		e.Setenv("GIT_"+who+"_EMAIL", "tester@example.org")
		e.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
	}
	return nil
}

// status N COMMAND ARG… runs a command that must end with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command arg...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		e, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s ended with status %d, not %d", strings.Join(args[1:], " "), got, want)
	}
}

// example DIR makes the worked example of spec/devcontext.md, committed on
// branch master.
func example(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: example DIR")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join(home(ts), "testdata", "worked-example"))))
	for _, git := range [][]string{
		{"init", "-q", "-b", "master"}, {"add", "-A"}, {"commit", "-q", "-m", "example"},
	} {
		ts.Check(ts.Exec("git", append([]string{"-C", dir}, git...)...))
	}
}

// home is the root of this repository.
func home(ts *testscript.TestScript) string {
	wd, err := os.Getwd()
	ts.Check(err)
	return filepath.Join(wd, "..", "..")
}

// flip FILE OFFSET changes one byte of a file.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, neg, args, func(data []byte, at int) []byte {
		data[at] ^= 1
		return data
	})
}

// cut FILE LENGTH leaves so many bytes of a file; below 0 so many fewer.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, neg, args, func(data []byte, at int) []byte { return data[:at] })
}

func edit(ts *testscript.TestScript, neg bool, args []string, change func([]byte, int) []byte) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip|cut FILE N")
	}
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	file := ts.MkAbs(args[0])
	data, err := os.ReadFile(file)
	ts.Check(err)
	if at < 0 {
		at += len(data)
	}
	ts.Check(os.WriteFile(file, change(data, at), 0o600))
}

// big FILE writes an index stream with one record of 64 MiB.
func big(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: big FILE")
	}
	head := `{"record":"header","stream":"index","schema":1,"tool":"test","version":"1","git":{"working_tree":"clean"}}` + "\n"
	end := `{"record":"end","stream":"index","counts":{"note":1},"fingerprint":"f"}` + "\n"
	text := head + `{"record":"note","text":"` + strings.Repeat("x", 64<<20) + `"}` + "\n" + end
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}
