package ignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// tree answers for a set of ignore files by folder.
type tree struct {
	files    map[string]string // folder ("" the top) -> .gitignore
	exclude  string            // info/exclude
	standing string            // core.excludesFile
}

func (t tree) ignored(p string, dir bool) bool {
	r := Top([]byte(t.files[""]), []byte(t.exclude), []byte(t.standing))
	parts := strings.Split(p, "/")
	for i := range len(parts) - 1 {
		r = r.Enter(parts[i], []byte(t.files[path.Join(parts[:i+1]...)]))
	}
	return r.Ignored(parts[len(parts)-1], dir)
}

func TestIgnored(t *testing.T) {
	for _, c := range []struct {
		rules string // of the top
		path  string // a trailing slash is a folder
		want  bool
	}{
		{"*.log", "a.log", true}, {"*.log", "d/a.log", true}, {"/*.log", "d/a.log", false},
		{"*.txt", "a/b.txt", true}, {"build/", "build", false}, {"build/", "build/", true},
		{"build/", "build/x", true}, {"a/b", "c/a/b", false}, {"**/a/b", "c/a/b", true}, {"**/a/b", "a/b", true},
		{"a/**", "a/b/c", true}, {"a/**", "a/", false}, {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true},
		{"/*\n!/app", "vendor/v.php", true}, {"/*\n!/app", "app/a.php", false},
		{"*.log\n!keep.log", "keep.log", false}, {"d/\n!d/f", "d/f", true}, {"d/*\n!d/f", "d/f", false},
		{`\#a`, "#a", true}, {`\!a`, "!a", true}, {"# a", "# a", false}, {"a ", "a", true}, {`a\ `, "a ", true},
		{"a\r\nb\r\n", "a", true}, {"\xef\xbb\xbfa", "a", true}, {"[", "[", false}, {`a\`, "a", false},
		{"[!a]b", "cb", true}, {"[!a]b", "ab", false}, {"[[:digit:]]", "5", true}, {"[[:nope:]]", "5", false},
		{"a[/]b", "a/b", false}, {"a?b", "a/b", false}, {"x*y", "xa/y", false}, {"[]-]", "]", true}, {"[a-]", "-", true},
		{"sub/ignored/", "sub/ignored/s.ts", true}, {"", "a", false}, {"/", "a", false}, {"!", "a", false},
	} {
		tr := tree{files: map[string]string{"": c.rules}}
		if got := tr.ignored(strings.TrimSuffix(c.path, "/"), strings.HasSuffix(c.path, "/")); got != c.want {
			t.Errorf("%q on %q: %v, want %v", c.rules, c.path, got, c.want)
		}
	}
}

func TestNestedFilesOutrankThoseAbove(t *testing.T) {
	tr := tree{files: map[string]string{"": "*.x\n", "d": "!keep.x\n/only\n"}, exclude: "ex\n!st\n", standing: "st\nex2\n"}
	for p, want := range map[string]bool{
		"a.x": true, "d/keep.x": false, "d/a.x": true, "d/only": true, "d/e/only": false, "only": false,
		"ex": true, "st": false, "d/ex2": true, "keep.x": true,
	} {
		if got := tr.ignored(p, false); got != want {
			t.Errorf("%s: %v, want %v", p, got, want)
		}
	}
}

// checkIgnore is git's own answer for paths of a tree on disk.
func checkIgnore(t *testing.T, dir string, paths []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("git", "-c", "core.excludesFile="+filepath.Join(dir, ".git", "standing"),
		"check-ignore", "--no-index", "-z", "--stdin")
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir, "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); err != nil && (!ok || e.ExitCode() != 1) {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	set := make(map[string]bool)
	for p := range strings.SplitSeq(string(out), "\x00") {
		set[p] = true
	}
	return set
}

// gitTree makes folders d, d/e, x of files, and gives all their paths.
func gitTree(t *testing.T) (dir string, files, dirs []string) {
	t.Helper()
	dir = t.TempDir()
	cmd := exec.Command("git", "init", "-q", dir)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dirs = []string{"d", "d/e", "x", "d/e/f", "a-b", "[", "d/b]"}
	names := []string{"a", "b", "ab", "a.b", "ba", "-", "]", "a b", "a ", "!a", "#a", `a\`, "*", "é", "A"}
	for _, d := range append([]string{""}, dirs...) {
		os.MkdirAll(filepath.Join(dir, d), 0o777)
		for _, n := range names {
			p := path.Join(d, n)
			if fi, err := os.Lstat(filepath.Join(dir, p)); err == nil && fi.IsDir() {
				continue
			}
			os.WriteFile(filepath.Join(dir, p), nil, 0o666)
			files = append(files, p)
		}
	}
	return dir, files, dirs
}

func randomRules(rng *rand.Rand) string {
	pieces := []string{"a", "b", "d", "e", "x", "*", "**", "?", "/", "/", "[a-b]", "[!a]", "[^b", "]", "[", "-", " ", `\`, `\ `, "!",
		"#", ".", "[[:alpha:]]", "[[:x:]]", "[]a]", "**/", "/**", "é", "\r", "[a\\]b]", "[b-a]", "[[:", "[a/b]", "\x00", "\t"}
	var b strings.Builder
	for range 1 + rng.IntN(4) {
		if rng.IntN(5) == 0 {
			b.WriteByte('!')
		}
		for range 1 + rng.IntN(5) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestAnswersAreThoseOfGit(t *testing.T) {
	dir, files, dirs := gitTree(t)
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for seed := range rounds {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		compare(t, dir, files, dirs, tree{
			files:   map[string]string{"": randomRules(rng), "d": randomRules(rng), "d/e": randomRules(rng)},
			exclude: randomRules(rng), standing: randomRules(rng),
		})
	}
}

// older reports whether a rule has stars right behind a name and a slash behind
// them: up to 2.51 git forgot the name when it judged whether they stand alone.
func older(rules string) bool {
	for line := range strings.Lines(rules) {
		line = strings.TrimPrefix(line, "!")
		line = strings.TrimPrefix(line, "/")
		if i := strings.IndexAny(line, `*?[\`); i > 0 && strings.HasPrefix(line[i:], "**") && line[i-1] != '/' {
			return true
		}
	}
	return false
}

func compare(t *testing.T, dir string, files, dirs []string, tr tree) {
	t.Helper()
	for _, d := range []string{"", "d", "d/e"} {
		if older(tr.files[d]) {
			return
		}
		os.WriteFile(filepath.Join(dir, d, ".gitignore"), []byte(tr.files[d]), 0o666)
	}
	if older(tr.exclude) || older(tr.standing) {
		return
	}
	os.WriteFile(filepath.Join(dir, ".git", "info", "exclude"), []byte(tr.exclude), 0o666)
	os.WriteFile(filepath.Join(dir, ".git", "standing"), []byte(tr.standing), 0o666)
	want := checkIgnore(t, dir, append(append([]string(nil), files...), dirs...))
	for _, p := range files {
		if got := tr.ignored(p, false); got != want[p] {
			t.Errorf("file %q: %v, git says %v\n%s", p, got, want[p], tr)
		}
	}
	for _, p := range dirs {
		if got := tr.ignored(p, true); got != want[p] {
			t.Errorf("folder %q: %v, git says %v\n%s", p, got, want[p], tr)
		}
	}
}

func (t tree) String() string {
	return fmt.Sprintf("%q exclude %q standing %q", t.files, t.exclude, t.standing)
}

func FuzzIgnored(f *testing.F) {
	f.Add("*.log\n!a/", "d/a.log")
	f.Add("**/a[!b-c]*\\x\n", "a/b/c")
	f.Fuzz(func(t *testing.T, rules, p string) {
		tree{files: map[string]string{"": rules}}.ignored(p, false)
	})
}
