package terms

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// bigFile is the cost in tokens above which a source file is divided
// (spec/devcontext.md, intent_match).
const bigFile = 800

// Maker makes Texts, one after the other. It remembers the words it met and is
// of one goroutine; what it makes does not depend on what it made before.
type Maker struct {
	runs  map[string][]int32 // of a run of characters, its terms
	words map[string]int32   // of a word, its term: stemming one takes longer than all else
	ids   map[string]int32
	names []string // of terms
	keys  []uint64 // the first bytes of names, to order them by
	heads []int32  // of each term, its first entry in this text, plus 1
	tails []int32  // its last one
	here  []int32  // terms of this text
	list  []entry
	line  []byte
}

// entry is a place of a term.
type entry struct {
	Place
	next int32 // of the same term, plus 1
}

// mostRuns bounds what a Maker remembers, about 20 MB.
const mostRuns = 1 << 17

// longestRun is how many bytes of a run can be words: longer ones are data.
const longestRun = 128

// NewMaker starts one.
func NewMaker() *Maker {
	return &Maker{runs: map[string][]int32{}, words: map[string]int32{}, ids: map[string]int32{}}
}

// HasBody reports whether the text of an object's file is searched: source files,
// documents and other records that are a file of their own.
func HasBody(o *object.Object) bool {
	return o.Kind != object.File && o.Provenance.Span == nil && (o.Meta == nil || !o.Meta.Collection)
}

// Text makes the Text of an object. body is its file's text, nil for an object
// without one and for text that must not be searched; what is not UTF-8 counts
// as none.
func (m *Maker) Text(o *object.Object, body []byte) Text {
	if len(m.runs) > mostRuns {
		*m = *NewMaker()
	}
	t := Text{URI: o.URI}
	var n [Fields]int
	if !utf8.Valid(body) {
		body = nil
	}
	cuts := divide(o, body)
	m.fields(o, cuts, &n)
	if len(body) > 0 {
		m.body(string(body), cuts, &n)
	}
	t.Lengths, t.Passages, t.Terms = m.lengths(&n), m.passages(cuts), m.spell()
	return t
}

// divide gives the passages of a file, their words aside.
func divide(o *object.Object, body []byte) []Passage {
	var symbols []object.Symbol
	big := o.Kind.IsFile() && token.CostOfSize(o.Provenance.Bytes) > bigFile
	if o.Meta != nil && big {
		symbols = o.Meta.Symbols
	}
	if len(body) == 0 {
		return declarations(symbols)
	}
	ends := lineEnds(body)
	cuts := []int{len(ends)}
	if big {
		cuts = cut(len(ends), symbols)
	}
	out := make([]Passage, len(cuts))
	line, at := 0, 0
	for i, end := range cuts {
		out[i] = Passage{Start: line + 1, End: end, Bytes: int64(ends[end-1] - at)}
		line, at = end, ends[end-1]
	}
	return out
}

func declarations(symbols []object.Symbol) []Passage {
	out := make([]Passage, len(symbols))
	for i, s := range symbols {
		out[i] = Passage{Start: s.Start, End: s.End, Bytes: s.Bytes}
	}
	return out
}

// lineEnds gives where each line ends, its line end included.
func lineEnds(body []byte) []int {
	ends := make([]int, 0, len(body)/32+1)
	for at := 0; at < len(body); {
		n := bytes.IndexByte(body[at:], '\n') + 1
		if n == 0 {
			n = len(body) - at
		}
		at += n
		ends = append(ends, at)
	}
	return ends
}

// fields adds what an object says of itself.
func (m *Maker) fields(o *object.Object, cuts []Passage, n *[Fields]int) {
	add := func(f Field, text string) { n[f] += m.add(Place{f, -1, 1}, text) }
	if o.Identity != o.Provenance.Path {
		add(Identity, o.Identity)
	}
	add(Path, o.Provenance.Path)
	add(Title, o.Title)
	add(Description, o.Description)
	for _, t := range o.Tags {
		add(Tags, t)
	}
	if o.Meta == nil {
		return
	}
	for _, h := range o.Meta.Headings {
		add(Headings, h)
	}
	for i, s := range o.Meta.Symbols {
		n[Symbols] += m.add(Place{Symbols, of(cuts, i, s.Start), 1}, s.Name)
	}
}

// of is the passage of symbol i, which starts at a line; -1 without one.
func of(cuts []Passage, i, line int) int32 {
	if i < len(cuts) && cuts[i].Start == line { // they are the declarations
		return int32(i)
	}
	at, _ := slices.BinarySearchFunc(cuts, line, func(p Passage, line int) int { return cmp.Compare(p.End, line) })
	if at == len(cuts) {
		return -1
	}
	return int32(at)
}

// body adds the text of the passages.
func (m *Maker) body(text string, cuts []Passage, n *[Fields]int) {
	for i := range cuts {
		c := &cuts[i]
		c.Words = m.add(Place{Body, int32(i), 1}, text[:c.Bytes])
		n[Body] += c.Words
		text = text[c.Bytes:]
	}
}

// add puts the words of a text at a place and counts them.
func (m *Maker) add(p Place, text string) (n int) {
	runs(text, func(run string) {
		for _, t := range m.terms(run) {
			m.put(t, p)
			n++
		}
	})
	return n
}

// terms are those of a run of word characters.
func (m *Maker) terms(run string) []int32 {
	if len(run) > longestRun {
		return nil
	}
	list, ok := m.runs[run]
	if !ok {
		parts(run, func(w string) { list = append(list, m.term(w)) })
		m.runs[strings.Clone(run)] = list
	}
	return list
}

func (m *Maker) term(word string) int32 {
	id, ok := m.words[word]
	if !ok {
		id = m.id(Normal(word))
		m.words[strings.Clone(word)] = id
	}
	return id
}

func (m *Maker) id(name string) int32 {
	id, ok := m.ids[name]
	if !ok {
		id = int32(len(m.names))
		name = strings.Clone(name)
		m.ids[name] = id
		m.names = append(m.names, name)
		var key [8]byte
		copy(key[:], name)
		m.keys = append(m.keys, binary.BigEndian.Uint64(key[:]))
		m.heads, m.tails = append(m.heads, 0), append(m.tails, 0)
	}
	return id
}

func (m *Maker) put(t int32, p Place) {
	if m.heads[t] > 0 {
		last := &m.list[m.tails[t]-1]
		if last.Field == p.Field && last.Passage == p.Passage {
			last.Count++
			return
		}
		last.next = int32(len(m.list)) + 1
	} else {
		m.heads[t] = int32(len(m.list)) + 1
		m.here = append(m.here, t)
	}
	m.list = append(m.list, entry{Place: p})
	m.tails[t] = int32(len(m.list))
}

func (m *Maker) lengths(n *[Fields]int) string {
	b := m.line[:0]
	for f, k := range n {
		if k == 0 {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		if Field(f) != Body {
			b = append(b, letters[f])
		}
		b = strconv.AppendInt(b, int64(k), 10)
	}
	m.line = b
	return string(b)
}

func (m *Maker) passages(cuts []Passage) string {
	b := m.line[:0]
	for i, p := range cuts {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendPassage(b, p)
	}
	m.line = b
	return string(b)
}

// spell gives the terms collected and forgets them.
func (m *Maker) spell() string {
	slices.SortFunc(m.here, func(a, b int32) int {
		if m.keys[a] != m.keys[b] {
			return cmp.Compare(m.keys[a], m.keys[b])
		}
		return cmp.Compare(m.names[a], m.names[b])
	})
	b := m.line[:0]
	for i, t := range m.here {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, m.names[t]...)
		sep := byte(':')
		for at := m.heads[t]; at > 0; at = m.list[at-1].next {
			b = appendPlace(append(b, sep), m.list[at-1].Place)
			sep = ','
		}
		m.heads[t] = 0
	}
	m.line, m.here, m.list = b, m.here[:0], m.list[:0]
	return string(b)
}

func appendPlace(b []byte, p Place) []byte {
	if p.Field != Body {
		b = append(b, letters[p.Field])
	}
	if p.Passage >= 0 {
		b = strconv.AppendInt(b, int64(p.Passage), 10)
	}
	if p.Count > 1 {
		b = strconv.AppendInt(append(b, '*'), int64(p.Count), 10)
	}
	return b
}
