package cli

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnyCommandLineIsThePipe splits arbitrary command lines of devcontext
// compile into the four stages: the same bytes and the same status, or the same
// error from the stage that owns the flag.
func TestAnyCommandLineIsThePipe(t *testing.T) {
	dir := tangle(t)
	r := rand.New(rand.NewPCG(7, 11))
	answers := 0
	for n := range 120 {
		c := randomLine(r, dir)
		walk := filepath.Join(t.TempDir(), "walk")
		compile := append([]string{"devcontext", "compile", "--save-walk", walk}, c.all()...)
		want := stage("majordomus", compile, nil)
		got := outcomeOfPipe{}
		var kept []byte
		for i, s := range c.stages() {
			if got = stage(s.tool, s.args, got.stdout); got.status != 0 && i < 3 {
				break
			}
			if s.tool == "dc-walk" {
				kept = got.stdout
			}
		}
		if want.status != got.status || !bytes.Equal(want.stdout, got.stdout) || want.message() != got.message() {
			t.Fatalf("line %d: majordomus %q\nstatus %d, %s\n%s\nas a pipe: status %d, %s\n%s", n, compile, want.status, want.message(), want.stdout, got.status, got.message(), got.stdout)
		}
		if saved, err := os.ReadFile(walk); want.status == 0 && (err != nil || !bytes.Equal(saved, kept)) {
			t.Fatalf("line %d: majordomus %q: the walk that was saved is not the one of the pipe: %v", n, compile, err)
		}
		if len(got.stdout) > 0 && got.stdout[0] == '{' {
			answers++
		}
	}
	if answers < 30 {
		t.Errorf("only %d of the lines gave an answer", answers)
	}
}

type outcomeOfPipe struct {
	stdout, stderr []byte
	status         int
}

// message is what was said, without the tool that said it.
func (o outcomeOfPipe) message() string {
	_, rest, _ := strings.Cut(string(o.stderr), ": ")
	return rest
}

func stage(tool string, args []string, stdin []byte) outcomeOfPipe {
	var out, errs bytes.Buffer
	a := &app{tool: tool, args: append([]string{"-q"}, args...), stdin: bytes.NewReader(stdin), stdout: &out, stderr: &errs,
		width: func() int { return 80 }, getenv: os.Getenv}
	status := a.end(a.guarded(context.Background()))
	return outcomeOfPipe{out.Bytes(), errs.Bytes(), status}
}

// line is a command line of compile, each flag with the stage it acts in.
type line struct {
	dir                       string
	index, seed, walk, budget []string
}

type stageLine struct {
	tool string
	args []string
}

func (l line) all() []string {
	var out []string
	for _, part := range [][]string{{"--repo", l.dir}, l.index, l.seed, l.walk, l.budget} {
		out = append(out, part...)
	}
	return out
}

func (l line) stages() []stageLine {
	repo := []string{"--repo", l.dir}
	return []stageLine{
		{"dc-index", append(repo, l.index...)}, {"dc-seed", append(repo, l.seed...)},
		{"dc-walk", append(repo, l.walk...)}, {"dc-budget", l.budget},
	}
}

func randomLine(r *rand.Rand, dir string) line {
	l := line{dir: dir}
	often := func(into *[]string, in int, args ...string) {
		if r.IntN(in) == 0 {
			*into = append(*into, args...)
		}
	}
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	often(&l.index, 4, "--no-cache")
	often(&l.index, 6, "--no-symbols")
	often(&l.seed, 2, "--issue", pick("I0001", " I0002 ", "majordomus://issue/I0001", "I9999", "twice", ""))
	often(&l.seed, 4, "--milestone", pick("m1", "majordomus://milestone/m1", "m9"))
	for range r.IntN(3) {
		often(&l.seed, 2, "--uri", pick("majordomus://rule/gamma@1", "majordomus://adr/adr-0001", "majordomus://implementation/src/a.go#A.Run",
			"majordomus://implementation/src/a.go", "majordomus://rule/alpha@1", "majordomus://document/b%FF.md", "majordomus://rule/none@1"))
		often(&l.seed, 2, "--path", pick("lib", "./lib/", "src/a.go", ".", "docs/**", "b\xff.md", "new\nline.md", "link", "nothing/here.go", "../x", "/abs", ""))
	}
	often(&l.seed, 2, "--intent", pick("declare the thing", "  ", "Run number crunching", "ünïcode \xff \x1b[2J", "AlphaBeta parse_this", "the of and"))
	often(&l.seed, 2, "--budget-tokens", pick("1", "50", "200", "500", "1000000", "0"))
	often(&l.seed, 3, "--floor", pick("0", "0.25", "0.5", "0.95", "1", "1.5"))
	often(&l.seed, 3, "--max-depth", pick("0", "1", "2", "9", "-1"))
	often(&l.seed, 3, "--all-blocking-rules")
	often(&l.seed, 3, "--no-local")
	often(&l.walk, 3, "--frontier", pick("1", "2", "500"))
	often(&l.walk, 5, "--estimator", pick("bytes", "o200k_base", "cl100k_base"))
	often(&l.budget, 8, "--format", pick("json", "md", "text"))
	return l
}

// tangle is the worked example with what else a checkout can hold: local records,
// versions, a cycle, dangling names, symbols, odd names, a link, changes.
func tangle(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{"MAJORDOMUS_CACHE": t.TempDir(), "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1"} {
		t.Setenv(name, value)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "worked-example"))); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e@x"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write(".ai/repo/rules/alpha2.md", "---\nid: alpha\nversion: 2\nclass: blocking\nstatus: active\n---\n# Alpha\n")
	for _, pair := range [][2]string{{"x", "y"}, {"y", "x"}, {"z", "adr-0002"}} {
		write(".ai/repo/adrs/"+pair[0]+".md", "---\nid: "+pair[0]+"\nstatus: accepted\nsupersedes: ["+pair[1]+"]\nrelated: [\"file:lib/thing.sh\"]\n---\n# "+pair[0]+"\n")
	}
	write(".ai/repo/project/issues/I0003.yaml", "id: I0003\ntitle: Third: of many\nmilestone: m1\ndepends_on: [I0001, I0404]\nscope: [src, \"docs/**\"]\n")
	for _, id := range []string{"a", "b"} {
		write(".ai/repo/project/issues/twice-"+id+".yaml", "id: twice\ntitle: "+id+"\n")
	}
	var code strings.Builder
	code.WriteString("package src\n\ntype A struct{}\n\n// Run is crunching.\nfunc (A) Run() { helper1() }\n\n")
	for i := range 120 {
		fmt.Fprintf(&code, "// helper%d does number crunching.\nfunc helper%d() { _ = %d }\n\n", i, i, i)
	}
	write("src/a.go", code.String())
	write("src/a_test.go", "package src\n\nfunc TestRun() { A{}.Run() }\n")
	write("b\xff.md", "# B\n\nsee [a](src/a.go)\n")
	write("new\nline.md", "# N\n")
	write("AGENTS.md", "# Agents\n")
	if err := os.Symlink("AGENTS.md", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "master")
	git("add", "-A")
	git("commit", "-q", "-m", "tangle")
	write(".ai/local/state/handover.md", "---\nbranch: master\nhead: 1234567890123456789012345678901234567890\nworktree: "+dir+"\n---\nin "+dir+"\n")
	write(".ai/local/state/checkpoint.md", "---\nbranch: master\ncreated_at: 2026-01-01\n---\n# At last\n")
	write("docs/untracked.md", "# Untracked\n")
	write("lib/thing.sh", "#!/bin/sh\n# changed\n")
	return dir
}
