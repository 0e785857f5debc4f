package fragment

import (
	"os"
	"strings"
	"testing"
)

// The example of the page is compiled, and gives the text the page shows.
func TestPageExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/fragments.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(name string) string {
		_, rest, _ := strings.Cut(string(page), "```"+name+"\n")
		text, _, found := strings.Cut(rest, "```")
		if !found {
			t.Fatalf("the page has no block %q", name)
		}
		return text
	}
	req, warnings, err := Decode([]byte(block("json request")))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	res := compile(t, req)
	if got, want := res.Content, strings.TrimSuffix(block("text content"), "\n"); got != want {
		t.Errorf("%q, the page says %q", got, want)
	}
	if res.Risk != Medium || outcome(res) != "cache, abstract, preserve, drop near 2" {
		t.Errorf("%s %s", res.Risk, outcome(res))
	}
	for _, r := range rules {
		if !strings.Contains(string(page), "`"+string(r)+"`") {
			t.Errorf("the page does not name %s", r)
		}
	}
}
