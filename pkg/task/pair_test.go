//go:build linux

package task

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

const (
	manifestName = "task.manifest.json"
	contextName  = "task.md"
	envPair      = "TASK_TEST_PAIR_DIR"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envPair); dir != "" {
		end := time.Now().Add(time.Minute) // should its parent die
		for n := 1; time.Now().Before(end); n++ {
			publishPair(dir, n%40) //nolint:errcheck // another child can be at it
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// publishPair publishes the pair of a resolution whose title is n.
func publishPair(dir string, n int) error {
	r, err := Resolve(Input{Task: Task{Title: strconv.Itoa(n)}, Graph: NewGraph("gv", nil)})
	if err != nil {
		return err
	}
	return PublishPair(dir, manifestName, contextName, r.Manifest, contextOf(n), "2026-01-02T03:04:05Z")
}

func contextOf(n int) []byte {
	return fmt.Appendf(nil, "context %d\n%s", n, strings.Repeat("x", 5000*(n%7)))
}

// pairOf is the number of the pair that stands; it fails on half of one.
func pairOf(t *testing.T, dir string) string {
	m, context, err := ReadPair(dir, manifestName, contextName)
	if err != nil {
		t.Fatal(err)
	}
	read, problems := ReadManifest(m)
	if problems != nil || read.ContextDigest != canon.Hash(context) {
		t.Fatalf("half a pair: %v, %.20q", problems, context)
	}
	n, err := strconv.Atoi(read.Inputs.Fields.Title)
	if err != nil || !bytes.Equal(context, contextOf(n)) {
		t.Fatalf("the context of another: %.20q", context)
	}
	return read.Inputs.Fields.Title
}

func names(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestPairSurvivesKills(t *testing.T) {
	dir := t.TempDir()
	if err := publishPair(dir, 0); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range 25 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), envPair+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() }) //nolint:errcheck // when a read fails the test ends here
		// On a busy machine a writer needs long to begin: it is waited for.
		known, began := len(seen), time.Now()
		for time.Since(began) < time.Duration(15+3*i)*time.Millisecond || len(seen) == known && known < 3 && time.Since(began) < 10*time.Second {
			seen[pairOf(t, dir)] = true
		}
		cmd.Process.Kill() //nolint:errcheck // it runs for ever
		cmd.Wait()         //nolint:errcheck // killed
		seen[pairOf(t, dir)] = true
	}
	if err := publishPair(dir, 39); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{manifestName, contextName}) {
		t.Errorf("left %q", got)
	}
	if len(seen) < 3 {
		t.Errorf("only saw %v", seen)
	}
}

func editedManifest(t *testing.T) string {
	m := resolve(t, Input{Graph: NewGraph("gv", nil)}).Manifest
	m.Settings.MaxDepth++
	return string(m.Text(""))
}

func TestOnlyOurOwnIsReplaced(t *testing.T) {
	for name, c := range map[string]struct {
		before map[string]string
		code   string
	}{
		"a file that is no manifest":   {map[string]string{manifestName: "{}"}, "not_ours"},
		"a context without a manifest": {map[string]string{contextName: "x"}, "not_ours"},
		"a context that was edited":    {map[string]string{"pair": "", contextName: "x"}, "edited"},
		"a context that was removed":   {map[string]string{"pair": "", "-" + contextName: ""}, ""},
		"a pair of ours":               {map[string]string{"pair": ""}, ""},
		"a manifest that was edited":   {map[string]string{"pair": "", manifestName: editedManifest(t)}, "edited"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if _, ok := c.before["pair"]; ok {
				if err := publishPair(dir, 1); err != nil {
					t.Fatal(err)
				}
			}
			for file, text := range c.before {
				p := filepath.Join(dir, strings.TrimPrefix(file, "-"))
				switch {
				case file == "pair":
				case file[0] == '-':
					os.Remove(p) //nolint:errcheck // the publication would fail
				default:
					if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			err := publishPair(dir, 2)
			if c.code == "" {
				if err != nil || pairOf(t, dir) != "2" {
					t.Error(err)
				}
				return
			}
			if e := fault.As(err); e == nil || e.Code != c.code || e.Class != fault.Conflict {
				t.Error(err)
			}
			for file, text := range c.before {
				if data, _ := os.ReadFile(filepath.Join(dir, file)); file != "pair" && string(data) != text {
					t.Errorf("%s was changed to %q", file, data)
				}
			}
		})
	}
}

func TestManifestAlone(t *testing.T) {
	dir := t.TempDir()
	m := resolve(t, rich(t)).Manifest
	for range 2 {
		if err := PublishPair(dir, manifestName, "", m, nil, ""); err != nil {
			t.Fatal(err)
		}
	}
	data, context, err := ReadPair(dir, manifestName, "")
	if err != nil || context != nil || !bytes.Equal(data, m.Text("")) {
		t.Errorf("%s %v", data, err)
	}
	if _, _, err := ReadPair(dir, "none", ""); fault.As(err).Code != "manifest_not_found" {
		t.Error(err)
	}
	if err := PublishPair(dir, "none/m.json", "", m, nil, ""); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
