package terms

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "",
		"Fix the HTTPServer's retry": "fix httpserver http server retry",
		"snake_case and kebab-case":  "snake_case snake case kebab-case kebab case",
		"parseJSONBody v2":           "parsejsonbody parse json body",
		"utf8Decoder":                "utf8decoder utf decoder",
		"I0042 is done":              "i0042 0042",
		"--budget-tokens":            "budget-tokens budget tokens",
		"été Übergang":               "été übergang",
		"a an of to":                 "",
		"pkg/walk/session.go":        "pkg walk session",
	} {
		if got := strings.Join(Words(in), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("Fix the HTTPServer's retry_loop")
	f.Add("\xff\x00É_-_-Ab1")
	f.Fuzz(func(t *testing.T, in string) {
		for _, w := range Words(in) {
			if utf8.RuneCountInString(w) < minWord || strings.ToLower(w) != w {
				t.Fatalf("%q is no word", w)
			}
			for _, r := range w {
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != utf8.RuneError && !unicode.IsMark(r) && !unicode.IsLower(r) {
					t.Fatalf("%q holds %q", w, r)
				}
			}
		}
	})
}
