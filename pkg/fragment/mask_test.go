package fragment

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestStamps(t *testing.T) {
	for line, want := range map[string]string{
		"2026-01-02 x":                       "x",
		"2026/01/02 03:04:05 x":              "x",
		"2026-01-02T03:04:05Z x":             "x",
		"2026-01-02t03:04:05z x":             "x",
		"2026-01-02T03:04:05.123456789Z x":   "x",
		"2026-01-02 03:04:05,123 x":          "x",
		"2026-01-02T03:04:05+01:00 x":        "x",
		"2026-01-02T03:04:05-0800 x":         "x",
		"2026-01-02T03:04:05+01 x":           "x",
		"2026-01-02 03:04:05.1 +0100 x":      "x",
		"[2026-01-02T03:04:05Z] x":           "x",
		"(03:04:05) x":                       "x",
		"03:04:05 x":                         "x",
		"Jan  2 03:04:05 host x":             "host x",
		"Jan 12 03:04:05 x":                  "x",
		"1767323045 x":                       "x",
		"1767323045.123 x":                   "x",
		"1767323045123 x":                    "x",
		"1767323045123456789 x":              "x",
		"  2026-01-02 x":                     "x",
		"12345 x":                            "12345 x",
		"2026-01-0 x":                        "2026-01-0 x",
		"2026-01-02x":                        "2026-01-02x",
		"20260-01-02 x":                      "20260-01-02 x",
		"[2026-01-02 x":                      "[2026-01-02 x",
		"Jam  2 03:04:05 x":                  "Jam  2 03:04:05 x",
		"x 2026-01-02":                       "x 2026-01-02",
		"":                                   "",
		"2026-01-02T03:04:05Zulu x":          "2026-01-02T03:04:05Zulu x",
		"17673230451 eleven digits":          "17673230451 eleven digits",
		"2026-01-02T03:04:05.Z a bare point": ".Z a bare point",
	} {
		if got := line[stampLength([]byte(line)):]; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestFoldLines(t *testing.T) {
	for _, c := range []struct {
		in, want string
		mask     bool
	}{
		{"a\nb\na\n", "a (x2)\nb\n", false},
		{"a\na", "a (x2)\n", false},
		{"a\r\na\r\n", "a (x2)\r\n", false},
		{"10:00:00 a\n10:00:01 a\n10:00:02 b\n", "10:00:00 a (x2)\n10:00:02 b\n", true},
		{"10:00:00 a\n10:00:01 a\n", "10:00:00 a\n10:00:01 a\n", false},
		{"a\n\n\nb\n", "a\n\nb\n", false},
		{"", "", false},
	} {
		if got := string(foldLines([]byte(c.in), c.mask)); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// What is folded is never longer, and a log of short repeats stays as it is.
func TestAbstractIsNeverLonger(t *testing.T) {
	r := textRequest(100, "a\na\n")
	r.Fragments[0].Kind = "log"
	if res := compile(t, r); res.Content != "a\na\n" || res.Decisions[0].Action != Preserve || res.Risk != Low {
		t.Errorf("%+v", res)
	}
}

func FuzzLogs(f *testing.F) {
	f.Add([]byte("2026-01-02T03:04:05Z INFO a\n2026-01-02T03:04:06Z INFO a\n"), true)
	f.Add([]byte("Jan  2 03:04:05 a\r\n[1767323045] a\r\n"), true)
	f.Fuzz(func(t *testing.T, text []byte, mask bool) {
		if !utf8.Valid(text) {
			return
		}
		out := foldLines(text, mask)
		seen := map[string]bool{}
		for line := range bytes.Lines(text) {
			seen[string(trimEnd(line))] = true
			if n := stampLength(line); n < 0 || n > len(line) {
				t.Fatalf("%q: stamp of %d", line, n)
			}
		}
		for line := range bytes.Lines(out) {
			l := string(trimEnd(line))
			if !seen[l] && !seen[times.ReplaceAllString(l, "")] {
				t.Fatalf("%q is no line of %q", l, text)
			}
		}
		if !utf8.Valid(out) {
			t.Fatal("not UTF-8")
		}
	})
}
