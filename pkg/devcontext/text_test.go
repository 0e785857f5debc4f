package devcontext

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/object"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at the difference and run with -update:\n%s", name, got)
	}
}

func TestTextGolden(t *testing.T) {
	a := rich(t).answer(t, 2000)
	for _, width := range []int{60, 80, 120} {
		golden(t, fmt.Sprintf("text-%d.golden", width), Text(a, TextOptions{Width: width}))
	}
	golden(t, "report.golden", Report(a))
}

func TestTextSaysWhereTheCheckoutStands(t *testing.T) {
	for _, k := range []struct {
		git  object.Git
		want string
	}{
		{object.Git{WorkingTree: "unavailable: no repository"}, "0123\ntree         unavailable: no repository\n"},
		{object.Git{WorkingTree: "clean", Branch: "main"}, "0123\nhead         none yet\nbranch       main\n"},
		{object.Git{WorkingTree: "dirty", Head: "c0ffee"}, "0123\nhead         c0ffee\nbranch       detached\n"},
	} {
		a := rich(t).answer(t, 2000)
		a.Fingerprint, a.Git.Git = "0123", k.git
		if text := Text(a, TextOptions{Width: 80}); !strings.Contains(text, k.want) {
			t.Errorf("%+v:\n%.200s", k.git, text)
		}
		if strings.Contains(Report(a), "branch") == (k.git.Head+k.git.Branch == "") {
			t.Errorf("%+v:\n%.300s", k.git, Report(a))
		}
	}
}

func TestTextFitsEveryWidth(t *testing.T) {
	a := rich(t).answer(t, 50)
	for width := 40; width <= 200; width++ {
		for n, line := range strings.Split(Text(a, TextOptions{Width: width}), "\n") {
			if w := textWidth(line); w > width {
				t.Fatalf("width %d, line %d takes %d columns: %q", width, n+1, w, line)
			}
		}
	}
}

func TestTextCannotActOnATerminal(t *testing.T) {
	a := rich(t).answer(t, 2000)
	for _, text := range []string{Text(a, TextOptions{Width: 120}), Report(a)} {
		for _, r := range text {
			if r != '\n' && hidden(r) {
				t.Errorf("%U is in the text", r)
			}
		}
	}
	if text := Text(a, TextOptions{Width: 120, Color: true}); !strings.Contains(text, "\x1b[1m") || strings.Contains(text, "\x1b[2J") {
		t.Error("colour is of our own making only")
	}
}

// decodeGolden reads JSON of testdata.
func decodeGolden(t testing.TB, name string, dst any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, dst); err != nil {
		t.Fatal(err)
	}
}
