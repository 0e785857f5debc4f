package route

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"majordomus/pkg/canon"
)

// cases reads a case file; what it says is right.
func cases[T any](t testing.TB, name string) []T {
	data, err := os.ReadFile("testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var list []T
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal(name, "holds no case")
	}
	return list
}

type indexCase struct {
	Name, File, Text  string
	Input             json.RawMessage
	Canonical, SHA256 string
	Issues            []Issue
}

// signs are the parts of issues that cases compare, as a set.
func signs(issues []Issue) []string {
	out := []string{}
	for _, i := range issues {
		loc, _ := json.Marshal(i.Location)
		out = append(out, string(i.Code)+" "+string(loc)+" "+i.NodeID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (c indexCase) run(t *testing.T, ix *Index, issues []Issue) {
	for _, i := range issues {
		if i.Message == "" {
			t.Errorf("%s has no message", signs([]Issue{i}))
		}
	}
	if got, want := signs(issues), signs(c.Issues); !slices.Equal(got, want) {
		t.Fatalf("issues\n got %q\nwant %q", got, want)
	}
	if len(c.Issues) > 0 {
		return
	}
	if got := string(ix.Canonical()); c.Canonical != "" && got != c.Canonical {
		t.Errorf("canonical\n got %s\nwant %s", got, c.Canonical)
	}
	if got := ix.Hash(); got != c.SHA256 {
		t.Errorf("hash %s, want %s", got, c.SHA256)
	}
	again, issues := Parse("again.json", ix.Canonical())
	if issues != nil || string(again.Canonical()) != string(ix.Canonical()) {
		t.Errorf("the canonical form is not its own: %v", issues)
	}
}

func TestIndexValueCases(t *testing.T) {
	for _, c := range cases[indexCase](t, "index-values.json") {
		t.Run(c.Name, func(t *testing.T) {
			v, err := canon.Parse(c.Input)
			if err != nil {
				t.Fatal(err)
			}
			ix, issues := ParseValue(v)
			c.run(t, ix, issues)
		})
	}
}

func TestIndexFileCases(t *testing.T) {
	for _, c := range cases[indexCase](t, "index-files.json") {
		t.Run(c.File, func(t *testing.T) {
			ix, issues := Parse(c.File, []byte(c.Text))
			c.run(t, ix, issues)
		})
	}
}

func TestNormalizeCases(t *testing.T) {
	for _, c := range cases[struct {
		In, Out string
		Refused bool
	}](t, "normalize.json") {
		got, err := Normalize(c.In)
		if (err != nil) != c.Refused || got != c.Out {
			t.Errorf("%q: %q, %v; want %q, refused %v", c.In, got, err, c.Out, c.Refused)
		}
	}
}

func TestGlobCases(t *testing.T) {
	for _, c := range cases[struct {
		Pattern string
		Matches map[string]bool
	}](t, "glob.json") {
		for path, want := range c.Matches {
			if got := NewGlob(c.Pattern).Match(path); got != want {
				t.Errorf("%q on %q: %v", c.Pattern, path, got)
			}
		}
	}
}
