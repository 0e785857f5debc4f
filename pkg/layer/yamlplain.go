package layer

import (
	"bytes"
)

// quotePlain puts quotes around the plain values that YAML refuses but their
// writer plainly meant as text: those with ": " inside or a colon at the end,
// and those that begin with a reserved character. It gives the new document,
// with the same lines, and the 1-based lines where such a value starts.
func quotePlain(data []byte) (fixed []byte, lines []int) {
	y := newYAMLLines(data)
	var out [][]byte
	at := 0
	for e, ok := y.next(); ok; e, ok = y.next() {
		out = append(out, y.lines[at:e.line]...)
		run := y.lines[e.line : e.end+1]
		at = e.end + 1
		if e.form == 'p' && refused(run, e.start) {
			run = quoteRun(run, e.start)
			lines = append(lines, e.line+1)
		}
		out = append(out, run...)
	}
	out = append(out, y.lines[at:]...)
	return bytes.Join(out, []byte("\n")), lines
}

// refused reports whether a plain value has what YAML does not take.
func refused(run [][]byte, start int) bool {
	if c := run[0][start]; c == '@' || c == '`' || c == '%' || c == '*' {
		return true
	}
	for i, l := range run {
		if i == 0 {
			l = l[start:]
		}
		l = withoutComment(l)
		if bytes.Contains(l, []byte(": ")) || bytes.Contains(l, []byte(":\t")) || bytes.HasSuffix(l, []byte(":")) {
			return true
		}
	}
	return false
}

func quoteRun(run [][]byte, start int) [][]byte {
	out := make([][]byte, len(run))
	for i, l := range run {
		from := 0
		if i == 0 {
			from = start
		}
		text := l[from:]
		var comment []byte
		if i == len(run)-1 {
			text = withoutComment(text)
			comment = l[from+len(text):]
		}
		line := append([]byte{}, l[:from]...)
		if i == 0 {
			line = append(line, '\'')
		}
		line = append(line, bytes.ReplaceAll(text, []byte("'"), []byte("''"))...)
		if i == len(run)-1 {
			line = append(append(line, '\''), comment...)
		}
		out[i] = line
	}
	return out
}

// withoutComment cuts a trailing comment and the blanks before it.
func withoutComment(l []byte) []byte {
	for i := 1; i < len(l); i++ {
		if l[i] == '#' && (l[i-1] == ' ' || l[i-1] == '\t') {
			l = l[:i]
			break
		}
	}
	return bytes.TrimRight(l, " \t")
}
