package synth

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strconv"
	"strings"

	"majordomus/pkg/object"
)

// code is a Go file of a few functions that calls one of an earlier package.
func (s Spec) code(c counts, i int) item {
	r := s.dice(object.Implementation, i)
	p, name := codePath(i), path.Base(packageDir(i))
	m := &object.Meta{Language: "go", Package: name}
	var b strings.Builder
	b.Grow(2048)
	fmt.Fprintf(&b, "// %s\npackage %s\n\n", sentence(r), name)
	used := -1
	if i >= perPackage {
		used = r.IntN(i/perPackage) * perPackage // the first file of an earlier package
		m.Imports = []string{"synthetic.test/" + packageDir(used)}
		fmt.Fprintf(&b, "import used %q\n\n", m.Imports[0])
	}
	line, size := strings.Count(b.String(), "\n")+1, b.Len()
	for f := range 2 + r.IntN(4) {
		fn := fmt.Sprintf("%s%s%d", capital(any1(r, verbs)), capital(any1(r, nouns)), i%perPackage*10+f)
		if f == 0 {
			fn = entry(i)
		}
		fmt.Fprintf(&b, "// %s\nfunc %s(n int) int {\n", sentence(r), fn)
		for range 3 + r.IntN(12) {
			statement(&b, r)
		}
		if used >= 0 && f == 0 {
			b.WriteString("\tn += used.Version\n")
		}
		b.WriteString("\treturn n\n}\n\n")
		end := strings.Count(b.String(), "\n") - 1
		m.Symbols = append(m.Symbols, object.Symbol{Name: fn, Kind: "function", Start: line, End: end, Bytes: int64(b.Len() - size - 1)})
		line, size = end+2, b.Len()
	}
	if i%perPackage == 0 {
		b.WriteString("// Version counts the changes of the package.\nconst Version = 1\n")
		m.Symbols = append(m.Symbols, object.Symbol{Name: "Version", Kind: "constant", Start: line, End: line + 1, Bytes: int64(b.Len() - size)})
	}
	it := item{object: object.Object{Meta: m}, data: []byte(b.String())}
	it.finish(object.Implementation, p, p, "code", "")
	if used >= 0 {
		it.edge(object.Imports, object.Implementation, codePath(used))
	}
	if i%3 == 0 && i/3 < c.tests {
		it.edge(object.TestedBy, object.Test, testPath(i/3))
	}
	return it
}

// statement is one line of a function; a large repository has tens of millions
// of them, so it goes without fmt.
func statement(b *strings.Builder, r *rand.Rand) {
	b.WriteString("\tn = n*")
	b.WriteString(strconv.Itoa(1 + r.IntN(9)))
	b.WriteString(" + ")
	b.WriteString(strconv.Itoa(r.IntN(1000)))
	b.WriteString(" // ")
	b.WriteString(any1(r, nouns))
	b.WriteByte('\n')
}

// entry is the first function of a code file, which its test calls.
func entry(i int) string { return fmt.Sprintf("File%02d", i%perPackage) }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (s Spec) test(_ counts, i int) item {
	of := testOf(i)
	p, name := testPath(i), path.Base(packageDir(of))
	m := &object.Meta{Language: "go", Package: name}
	body := fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc Test%s(t *testing.T) {\n\tif %[2]s(1) == 0 {\n\t\tt.Error(\"nothing comes out\")\n\t}\n}\n", name, entry(of))
	it := item{object: object.Object{Meta: m}, data: []byte(body)}
	it.finish(object.Test, p, p, "test", "")
	return it
}
