package eval

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/git"
)

func TestCleanMessageGivesNothingAway(t *testing.T) {
	for in, want := range map[string]string{
		"Fix retry in pkg/walk/session.go (#123)":                   "Fix retry in",
		"termui: hide `prompt.py` input\n\nCloses: #4\nFixes: GH-9": "termui: hide input",
		"Add x\n\nSigned-off-by: A <a@b.c>\nSee https://x.test/y":   "Add x See",
		"parser: accept a.b as a name":                              "parser: accept a.b as a name",
		"and/or":                                                    "",
	} {
		if got := cleanMessage(in); got != want {
			t.Errorf("cleanMessage(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCleanMessageTakesNoSubjectForATrailer(t *testing.T) {
	for in, want := range map[string]string{
		"fix: handle an empty body":                       "fix: handle an empty body",
		"Fix: handle an empty body (#12)":                 "Fix: handle an empty body",
		"see: what a reader sees":                         "see: what a reader sees",
		"refs: list heads before tags":                    "refs: list heads before tags",
		"close: wait for writers":                         "close: wait for writers",
		"cc: find the compiler of the host":               "cc: find the compiler of the host",
		"fix: 3 retries, not 2":                           "fix: 3 retries, not 2",
		"Say it\n\nfix: and not only in the subject":      "Say it fix: and not only in the subject",
		"Say it\n\nFixes: #12, GH-13 and owner/repo#14.":  "Say it",
		"Say it\n\nRefs: https://x.test/y":                "Say it",
		"Say it\n\nSee: someone@x.test":                   "Say it",
		"Say it\r\n\r\nCloses: !7\r\nrefs: #8":            "Say it",
		"Say it\n\nFixes: #1\nThis is more":               "Say it This is more",
		"Fixes: #12":                                      "",
		"Say it\n\nFixes: 0123abcd (\"walk: go on\")":     "Say it",
		"Say it\n\nsigned-off-by: A B\nCo-authored-by: C": "Say it",
		"Say it\n\nReviewed-by: A\nAcked-by: B\nTested-by: C\nCc: D\nChange-Id: I0\nPR-URL: x\nReviewed-on: y\ngit-svn-id: z": "Say it",
	} {
		if got := cleanMessage(in); got != want {
			t.Errorf("cleanMessage(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestRoutine(t *testing.T) {
	for m, want := range map[string]bool{"Bump x from 1 to 2": true, "v1.2.3": true, "Release 3": true, "chore(deps): y": true,
		"Update changelog": true, "Add a bump allocator": false, "Fix the release lock": false} {
		if routine(m) != want {
			t.Errorf("routine(%q) = %v", m, !want)
		}
	}
}

func TestSpreadIsEachPositionOnceEvenlyFirst(t *testing.T) {
	for _, c := range [][2]int{{10, 3}, {1, 5}, {100, 7}, {7, 100}} {
		got := spread(c[0], c[1])
		first := slices.Clone(got[:min(len(got), c[1])])
		slices.Sort(got)
		for i, x := range got {
			if i != x {
				t.Fatalf("spread(%v) = %v", c, got)
			}
		}
		if len(got) != c[0] || c[0] > 2*c[1] && first[len(first)-1]-first[0] < c[0]/2 {
			t.Errorf("spread(%v) begins %v", c, first)
		}
	}
}

func TestMeasure(t *testing.T) {
	tr := &truth{files: []touched{{"a", []git.Hunk{{Start: 10, Lines: 2}, {Start: 300}}}, {"b", []git.Hunk{{Start: 5, Lines: 1}}}}}
	got := measure([]piece{{path: "x", cost: 1}, {path: "a", start: 31, end: 60, cost: 1}, {path: "b", cost: 1}}, tr)
	want := figures{file: 1, whole: .5, line: 1, hunk: 2. / 3, hit: 1, lineHit: 1, rr: .5}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if f := measure([]piece{{path: "a", start: 33, end: 60}}, tr); f.line != 0 || f.file != .5 {
		t.Errorf("a span 22 lines away: %+v", f)
	}
	if f := measure(nil, tr); f != (figures{}) {
		t.Errorf("nothing: %+v", f)
	}
}

func TestSpendIsFirstFitAndLeavesOutWhatWasGiven(t *testing.T) {
	ps := []piece{{path: "g", cost: 1}, {path: "a", cost: 6}, {path: "b", cost: 6}, {path: "c", cost: 4}}
	got := spend(ps, 10, []string{"g"})
	if len(got) != 2 || got[0].path != "a" || got[1].path != "c" {
		t.Errorf("spent on %v", got)
	}
}

// history is a bare repository of a few commits.
func history(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@x", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@x", "GIT_AUTHOR_DATE=2024-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2024-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q", "-b", "main", ".")
	write("retry.go", "package p\n\n// Retry tries again.\nfunc Retry() {}\n")
	write("cache.go", "package p\n\n// Cache keeps answers.\nfunc Cache() {}\n")
	run("add", "-A")
	run("commit", "-qm", "Begin with retry and cache")
	write("retry.go", "package p\n\n// Retry tries again.\nfunc Retry() { retry() }\n")
	run("commit", "-qam", "Make the retry loop bounded")
	write("cache.go", "package p\n\n// Cache keeps answers.\nfunc Cache() { cache() }\n")
	run("commit", "-qam", "Let the cache expire its answers")
	write("new.go", "package p\n")
	run("add", "-A")
	run("commit", "-qm", "Bump to v2")
	return dir
}

func TestRunFindsWhatCommitsTouched(t *testing.T) {
	rep, err := Run(t.Context(), Options{Repo: filepath.Join(history(t), ".git"), Name: "x", Budgets: []int64{1000}})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Commits != 2 {
		t.Fatalf("%d commits: the first has no parent, the last is a bump", rep.Commits)
	}
	for _, row := range rep.Rows {
		if row.Method == productName && (row.FileRecall != 1 || row.Hunk != 1 || row.MRR != 1) {
			t.Errorf("%+v", row)
		}
	}
	again, err := Run(t.Context(), Options{Repo: history(t), Name: "x", Budgets: []int64{1000}})
	if err != nil {
		t.Fatal(err)
	}
	if text(t, rep) != text(t, again) {
		t.Error("a bare repository and its work tree give other figures")
	}
}

// text is a report without its times.
func text(t *testing.T, r *Report) string {
	t.Helper()
	c := *r
	c.Rows = slices.Clone(r.Rows)
	for i := range c.Rows {
		c.Rows[i].Seconds = 0
	}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}

func TestRunOfNoRepository(t *testing.T) {
	if _, err := Run(t.Context(), Options{Repo: t.TempDir()}); err == nil {
		t.Error("measured a folder that is no repository")
	}
}
