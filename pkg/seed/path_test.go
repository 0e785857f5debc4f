package seed

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

func TestNormalizePath(t *testing.T) {
	for in, want := range map[string]string{
		"lib": "lib", "./lib": "lib", "lib/": "lib", "./lib//": "lib", "././lib": "lib", "a//b": "a/b", "a/./b": "a/b", ".": ".", "a/..b": "a/..b",
		".hidden": ".hidden", "..x": "..x", "ab:c": "ab:c", "é/ü": "é/ü", "a b": "a b", `a\b`: `a\b`, "\xff": "%FF", "[id].ts": "[id].ts",
		// refused
		"": "", "./": "", "././/": "", "/": "", "/a": "", "C:/x": "", "c:x": "", "a:b": "", "..": "", "../a": "", "a/..": "", "a/../b": "", "a\x00b": "", "./../a": "",
	} {
		got, err := NormalizePath(in)
		if want == "" {
			if err == nil || fault.As(err).Class != fault.Invalid {
				t.Errorf("%q gives %q, %v", in, got, err)
			}
			continue
		}
		if got != want || err != nil {
			t.Errorf("%q gives %q, not %q: %v", in, got, want, err)
		}
	}
}

func FuzzNormalizePath(f *testing.F) {
	for _, s := range []string{"", ".", "./a//b/", "../x", "a/../b", "C:\\x", "\xff/\x00", "././"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		p, err := NormalizePath(in)
		if err != nil {
			return
		}
		if p == "" || path.IsAbs(p) || strings.ContainsRune(p, 0) || !utf8.ValidString(p) {
			t.Fatalf("%q gives %q", in, p)
		}
		for _, seg := range strings.Split(p, "/") {
			if seg == ".." || seg == "" || seg == "." && p != "." {
				t.Fatalf("%q gives %q", in, p)
			}
		}
		if again, err := NormalizePath(p); err != nil || again != p {
			t.Fatalf("%q gives %q, and that %q, %v", in, p, again, err)
		}
	})
}
