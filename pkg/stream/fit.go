package stream

import (
	"bytes"
	"strings"
)

// fitting walks once over the text of a record and compares it with a shape. It
// accepts our spelling only. Where the text is not known to be a well-formed
// value it also makes sure of that, but for UTF-8: what it accepts, the scanner
// accepts and finds plain.
type fitting struct {
	b          []byte
	at         int
	depth      int      // of records and tables that are open
	list       []member // of the record itself
	wellFormed bool     // so no key of a table comes twice
}

const opening = `{"record":`

// record steps over a whole record; its members stand in f.list then.
func (f *fitting) record(s *Shape) bool {
	return f.word(opening) && f.text() && f.members(s.root.members, true) && f.at == len(f.b)
}

func (f *fitting) word(w string) bool {
	if len(f.b)-f.at < len(w) || string(f.b[f.at:f.at+len(w)]) != w {
		return false
	}
	f.at += len(w)
	return true
}

func (f *fitting) byte(c byte) bool {
	if f.at < len(f.b) && f.b[f.at] == c {
		f.at++
		return true
	}
	return false
}

// text steps over a string.
func (f *fitting) text() bool {
	if !f.byte('"') {
		return false
	}
	for {
		f.at += plainRun(f.b[f.at:])
		if f.byte('"') {
			return true
		}
		n := escapeLength(f.b[f.at:])
		if n == 0 {
			return false
		}
		f.at += n
	}
}

// escapeLength is that of the escape b begins with; 0 for none of ours.
func escapeLength(b []byte) int {
	switch {
	case len(b) < 2 || b[0] != '\\':
	case strings.IndexByte(`"\bfnrt`, b[1]) >= 0:
		return 2
	case b[1] == 'u' && len(b) >= 6 && b[2] == '0' && b[3] == '0' && (b[4] == '0' || b[4] == '1') && hexDigit(b[5]) >= 0:
		if spelledU(hex4(b[2:]), b[2:6]) {
			return 6
		}
	}
	return 0
}

func (f *fitting) value(v *form) bool {
	switch v.kind {
	case textForm:
		return f.text()
	case integerForm, countForm, numberForm:
		return f.number(v.kind)
	case flagForm:
		return f.word("true") || f.word("false")
	case listForm:
		return f.elements(v.elem)
	case tableForm:
		return f.table(v.elem)
	case recordForm:
		f.depth++
		ok := f.byte('{') && f.members(v.members, false)
		f.depth--
		return ok
	}
	return false
}

// safeDigits is how long an integer can be and surely fit 64 bits.
const safeDigits = 18

func (f *fitting) number(kind formKind) bool {
	n, whole := plainNumber(f.b[f.at:])
	if n == 0 {
		if n = ourNumber(f.b[f.at:]); n == 0 {
			return false
		}
		whole = n <= safeDigits && bytes.IndexAny(f.b[f.at:f.at+n], ".e") < 0
	}
	negative := f.b[f.at] == '-'
	f.at += n
	return kind == numberForm || whole && !(negative && kind == countForm)
}

// ourNumber is the length of the number b begins with; 0 when there is none in
// our spelling.
func ourNumber(b []byte) int {
	s := scanner{b: b, plain: true}
	if len(b) == 0 || b[0] != '-' && (b[0] < '0' || b[0] > '9') || s.number() != nil || !s.plain {
		return 0
	}
	return s.at
}

func (f *fitting) elements(elem *form) bool {
	if !f.byte('[') {
		return false
	}
	if f.byte(']') {
		return true
	}
	for f.value(elem) {
		if f.byte(']') {
			return true
		}
		if !f.byte(',') {
			return false
		}
	}
	return false
}

// table steps over a table. Its keys ascend, which shows that none comes twice.
func (f *fitting) table(elem *form) bool {
	if !f.byte('{') {
		return false
	}
	if f.byte('}') {
		return true
	}
	for last := []byte(nil); ; {
		from := f.at
		if !f.text() {
			return false
		}
		if !f.wellFormed {
			key := f.b[from:f.at]
			if bytes.Compare(key, last) <= 0 {
				return false
			}
			last = key
		}
		if !f.byte(':') || !f.value(elem) {
			return false
		}
		if f.byte('}') {
			return true
		}
		if !f.byte(',') {
			return false
		}
	}
}

// members steps over the members of a record and its closing brace; begun says
// that one went before.
func (f *fitting) members(list []part, begun bool) bool {
	for i := range list {
		p, at := &list[i], f.at
		if begun && !f.byte(',') || !f.word(p.opening) {
			if f.at = at; !p.optional {
				return false
			}
			continue
		}
		begun = true
		from := f.at
		if !f.value(p.form) {
			return false
		}
		if f.depth == 0 {
			f.list = append(f.list, member{key: span{from: from - len(p.opening) + 1, to: from - 2}, value: span{from: from, to: f.at}})
		}
	}
	return f.byte('}')
}
