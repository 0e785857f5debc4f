package cli

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

func TestATableFitsItsWidth(t *testing.T) {
	long := strings.Repeat("a word and wörds 漢字 ", 20)
	for _, width := range []int{40, 80, 200} {
		tb := &table{
			lines: []string{"x " + long, "why         " + strings.Repeat("語 ", 100)}, head: []string{"a", "b", "c"},
			rows: [][]string{{"1", "two", long}, {long, "\x1b[31m\nred", "three"}, {"1", "2", strings.Repeat("漢", 300)}, {"", "", ""}},
		}
		text := tb.text(width)
		for _, line := range strings.Split(text, "\n") {
			if w := uniseg.StringWidth(line); w > width {
				t.Errorf("width %d: %q takes %d", width, line, w)
			}
		}
		if strings.Contains(text, "\x1b") {
			t.Errorf("a control acts: %q", text)
		}
		if strings.Count(text, "漢") < 300 {
			t.Errorf("width %d: the last column lost text", width)
		}
		if strings.Count(text, "語") != 100 {
			t.Errorf("width %d: a line lost text", width)
		}
	}
}

func TestNothingInAMarkdownTableIsMarkup(t *testing.T) {
	tb := &table{head: []string{"a"}, rows: [][]string{{"x | <b> `c` [l](u) *e*\n# h"}}}
	want := "| a |\n| --- |\n| x \\| &lt;b> \\`c\\` \\[l](u) \\*e\\*&lt;U+000A>\\# h |\n"
	if got := tb.markdown(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
