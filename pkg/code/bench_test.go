package code

import (
	"go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkParse reads the table of awkward inputs, repeated to some 200 KB a
// language, and net/http for Go with go/parser beside it.
func BenchmarkParse(b *testing.B) {
	for _, lang := range Languages() {
		var src strings.Builder
		for src.Len() < 200_000 {
			for _, c := range nasty {
				if c.lang == lang && !strings.Contains(c.name, "unterminated") && !strings.Contains(c.src, "__END__") {
					src.WriteString(c.src)
				}
			}
			if src.Len() == 0 { // ruby: its one input ends with __END__
				src.WriteString("class A\n  def m(x) = x + 1\n  def n\n    return \"#{x}\" if y\n  end\nend\n")
			}
			src.WriteByte('\n')
		}
		b.Run(lang, func(b *testing.B) {
			text := []byte(src.String())
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Parse(lang, "x", text)
			}
		})
	}
}

func BenchmarkGo(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "src/net/http/*.go"))
	if err != nil || len(files) == 0 {
		b.Fatal(err, files)
	}
	var sources [][]byte
	size := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		sources, size = append(sources, src), size+len(src)
	}
	b.Run("Parse", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for i, src := range sources {
				Parse(Go, files[i], src)
			}
		}
	})
	b.Run("go-parser", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for i, src := range sources {
				if _, err := parser.ParseFile(gotoken.NewFileSet(), files[i], src, parser.ParseComments|parser.SkipObjectResolution); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
