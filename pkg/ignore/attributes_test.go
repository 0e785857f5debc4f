package ignore

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

func TestAttributes(t *testing.T) {
	top := TopAttributes([]byte("[attr]mine text -diff\n*.bin binary\n*.m mine\ngen/** linguist-generated=true\n\"a b\" text\n*.x -text\nsp.x !text\n"))
	sub := top.Enter("gen", []byte("keep.go -linguist-generated\n"))
	for _, c := range []struct {
		at               *Attributes
		file, attr, want string
	}{
		{top, "a.bin", "text", Unset}, {top, "a.bin", "binary", Set}, {top, "q.m", "text", Set}, {top, "q.m", "diff", Unset},
		{sub, "a.go", "linguist-generated", "true"}, {sub, "keep.go", "linguist-generated", Unset},
		{top, "a b", "text", Set}, {top, "a.x", "text", Unset}, {top, "sp.x", "text", Unspecified}, {top, "none", "text", Unspecified},
	} {
		if got := c.at.Of(c.file, c.attr)[0]; got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.attr, c.file, got, c.want)
		}
	}
}

func randomAttributes(rng *rand.Rand) string {
	var b strings.Builder
	sets := []string{"text", "-text", "!text", "binary", "-binary", "diff", "-diff", "linguist-generated=true", "m", "-m", "text=auto"}
	for line := range strings.Lines(randomRules(rng)) {
		if rng.IntN(6) == 0 {
			line = "[attr]m"
		}
		b.WriteString(strings.TrimRight(line, "\n"))
		for range rng.IntN(4) {
			b.WriteString(" " + sets[rng.IntN(len(sets))])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestAttributesAreThoseOfGit(t *testing.T) {
	dir, files, _ := gitTree(t)
	names := []string{"text", "diff", "binary", "linguist-generated", "m"}
	for seed := range 60 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		rules := map[string]string{"": randomAttributes(rng), "d": randomAttributes(rng)}
		if older(rules[""]) || older(rules["d"]) {
			continue
		}
		for d, r := range rules {
			os.WriteFile(filepath.Join(dir, d, ".gitattributes"), []byte(r), 0o666)
		}
		want := checkAttr(t, dir, files, names)
		for _, p := range files {
			a := TopAttributes([]byte(rules[""]))
			parts := strings.Split(p, "/")
			for i := range len(parts) - 1 {
				a = a.Enter(parts[i], []byte(rules[path.Join(parts[:i+1]...)]))
			}
			for i, v := range a.Of(parts[len(parts)-1], names...) {
				if v != want[p+"\x00"+names[i]] {
					t.Errorf("%s of %q: %s, git says %s\n%q", names[i], p, v, want[p+"\x00"+names[i]], rules)
				}
			}
		}
	}
}

func checkAttr(t *testing.T, dir string, files, names []string) map[string]string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"check-attr", "-z", "--stdin"}, names...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir, "XDG_CONFIG_HOME="+dir, "LC_ALL=C")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\x00") + "\x00")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	set := make(map[string]string)
	f := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(f); i += 3 {
		set[f[i]+"\x00"+f[i+1]] = f[i+2]
	}
	return set
}
