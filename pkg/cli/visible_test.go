package cli

import (
	"strings"
	"testing"
)

func TestVisibleWriterCutAnywhere(t *testing.T) {
	for _, text := range []string{"plain", "\x1b[2Jé\u202e\xff日本\u009b", "\xe2\x80", "a\xe2\x80b", "", "\xf0\x9f\x98\x80\r\n\ttab"} {
		want := visibleControls(text)
		for cut := range len(text) + 1 {
			for _, step := range []int{1, 2, 3, len(text) + 1} {
				var b strings.Builder
				v := &visibleWriter{to: &b}
				for _, part := range []string{text[:cut], text[cut:]} {
					for len(part) > 0 {
						n := min(step, len(part))
						if wrote, err := v.Write([]byte(part[:n])); err != nil || wrote != n {
							t.Fatal(wrote, err)
						}
						part = part[n:]
					}
				}
				if err := v.flush(); err != nil || b.String() != want {
					t.Errorf("%q cut at %d by %d: %q, want %q (%v)", text, cut, step, b.String(), want, err)
				}
			}
		}
	}
}
