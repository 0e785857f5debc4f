package index

import (
	"encoding/binary"
	"errors"
	"math"

	gojson "github.com/goccy/go-json"
	"github.com/zeebo/xxh3"

	"majordomus/pkg/object"
)

// magic opens a snapshot; its checksum and key follow.
const magic = "mjd-index 01\n"

var errDamaged = errors.New("damaged")

// encodeStore lays a Store out so that loading it is slicing it: texts behind
// one another with their ends beside them, numbers in arrays. The checkout is
// not part of it. A Store beyond 4 GiB is not kept: nil.
func encodeStore(s *Store, key string) []byte {
	head := append(append(make([]byte, 0, s.size()), magic...), key...)
	from := len(head) + 8
	w := &writer{buf: head[:from]}
	w.text(s.fingerprint)
	ds, err := gojson.MarshalWithOption(s.diagnostics, gojson.DisableHTMLEscape())
	if err != nil {
		return nil
	}
	w.text(string(ds))
	w.texts(len(s.uris), func(i int) string { return s.uris[i] })
	kinds, kindOf := intern32(s.kinds)
	w.texts(len(kinds), func(i int) string { return string(kinds[i]) })
	w.numbers(kindOf)
	paths, pathOf := intern32(s.paths)
	w.texts(len(paths), func(i int) string { return paths[i] })
	w.numbers(pathOf)
	w.numbers(s.byPath)
	w.lines(s.lines)
	w.texts(len(s.edgeKinds), func(i int) string { return string(s.edgeKinds[i]) })
	w.texts(len(s.files), func(i int) string { return s.files[i] })
	w.texts(len(s.names), func(i int) string { return s.names[i].to })
	w.texts(len(s.names), func(i int) string { return s.names[i].hint })
	w.texts(len(s.names), func(i int) string { return map[bool]string{true: "d"}[s.names[i].dangling] })
	w.edges(s.edges)
	if len(w.buf) > math.MaxUint32 {
		return nil
	}
	binary.LittleEndian.PutUint64(w.buf[from-8:], xxh3.Hash(w.buf[from:]))
	return w.buf
}

// size is about how long the encoding is: to grow it piece by piece would need
// twice the memory.
func (s *Store) size() int {
	n := 4<<10 + 32*len(s.lines) + 16*len(s.edges) + 128*(len(s.files)+len(s.names)+len(s.diagnostics))
	for i := range s.lines {
		n += len(s.lines[i]) + len(s.uris[i]) + len(s.paths[i])
	}
	return n
}

// decodeStore is the inverse. The Store shares data, which must not change.
func decodeStore(data []byte, key string) (*Store, error) {
	head := len(magic) + len(key)
	if len(data) < head+8 || string(data[:head]) != magic+key {
		return nil, errDamaged
	}
	body := data[head+8:]
	if xxh3.Hash(body) != binary.LittleEndian.Uint64(data[head:]) {
		return nil, errDamaged
	}
	return decodeBody(body)
}

func decodeBody(body []byte) (*Store, error) {
	r := &reader{buf: body}
	s := &Store{fingerprint: r.text()}
	if err := gojson.Unmarshal([]byte(r.text()), &s.diagnostics); err != nil {
		return nil, errDamaged
	}
	s.uris = r.texts()
	kinds := r.texts()
	s.kinds = spread[object.Kind](r, kinds, r.numbers())
	paths := r.texts()
	s.paths = spread[string](r, paths, r.numbers())
	s.byPath = r.numbers()
	s.lines = r.lines()
	for _, k := range r.texts() {
		s.edgeKinds = append(s.edgeKinds, object.EdgeKind(k))
	}
	s.files = r.texts()
	s.names = r.names()
	s.edges = r.edges()
	if r.bad || len(r.buf) != 0 || !s.sound() {
		return nil, errDamaged
	}
	s.derive()
	return s, nil
}

// sound reports whether every number leads to something.
func (s *Store) sound() bool {
	n := len(s.uris)
	if len(s.kinds) != n || len(s.paths) != n || len(s.lines) != n || len(s.byPath) != n {
		return false
	}
	for _, i := range s.byPath {
		if !below(i, n) {
			return false
		}
	}
	for _, e := range s.edges {
		far := e.to >= 0 && below(e.to, n) || e.to < 0 && below(^e.to, len(s.names))
		if !far || !below(e.from, n) || !below(e.kind, len(s.edgeKinds)) || !below(e.file, len(s.files)) {
			return false
		}
	}
	return true
}

func below(i int32, n int) bool { return i >= 0 && int(i) < n }

func spread[T ~string](r *reader, list []string, of []int32) []T {
	out := make([]T, len(of))
	for i, j := range of {
		if !below(j, len(list)) {
			r.bad = true
			return nil
		}
		out[i] = T(list[j])
	}
	return out
}

func intern32[T comparable](in []T) (list []T, of []int32) {
	at := make(map[T]int32)
	of = make([]int32, len(in))
	for i, v := range in {
		of[i] = intern(at, &list, v)
	}
	return list, of
}

// writer appends the parts of a snapshot.
type writer struct{ buf []byte }

func (w *writer) number(n int) { w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(n)) }

func (w *writer) text(s string) {
	w.number(len(s))
	w.buf = append(w.buf, s...)
}

func (w *writer) texts(n int, at func(int) string) {
	w.number(n)
	for i := range n {
		w.number(len(at(i)))
	}
	for i := range n {
		w.buf = append(w.buf, at(i)...)
	}
}

func (w *writer) lines(lines [][]byte) {
	w.number(len(lines))
	for _, l := range lines {
		w.number(len(l))
	}
	for _, l := range lines {
		w.buf = append(w.buf, l...)
	}
}

func (w *writer) numbers(ns []int32) {
	w.number(len(ns))
	for _, n := range ns {
		w.number(int(n))
	}
}

func (w *writer) edges(es []edge) {
	w.number(len(es))
	for _, e := range es {
		w.number(int(e.from))
		w.number(int(e.to))
		w.number(int(e.file))
		w.number(int(e.kind))
	}
}

// reader takes the parts off again. The checksum was right, so what does not
// fit is a bug or another layout, and only noted.
type reader struct {
	buf []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.buf) {
		r.bad, n = true, 0
	}
	b := r.buf[:n:n]
	r.buf = r.buf[n:]
	return b
}

func (r *reader) number() int {
	if b := r.take(4); len(b) == 4 {
		return int(int32(binary.LittleEndian.Uint32(b)))
	}
	return 0
}

func (r *reader) text() string { return string(r.take(r.number())) }

// ends reads a table of lengths; sum is what they add up to.
func (r *reader) ends() (table []byte, n, sum int) {
	n = r.number()
	table = r.take(4 * n)
	n = len(table) / 4
	for i := range n {
		sum += int(binary.LittleEndian.Uint32(table[4*i:]))
	}
	return table, n, sum
}

// texts are strings that share one.
func (r *reader) texts() []string {
	table, n, sum := r.ends()
	all := string(r.take(sum))
	out := make([]string, n)
	for i := range n {
		k := int(binary.LittleEndian.Uint32(table[4*i:]))
		if k > len(all) {
			r.bad = true
			return nil
		}
		out[i], all = all[:k], all[k:]
	}
	return out
}

func (r *reader) names() []name {
	to, hint, dangling := r.texts(), r.texts(), r.texts()
	if len(hint) != len(to) || len(dangling) != len(to) {
		r.bad = true
		return nil
	}
	out := make([]name, len(to))
	for i := range to {
		out[i] = name{to[i], hint[i], dangling[i] == "d"}
	}
	return out
}

func (r *reader) lines() [][]byte {
	table, n, sum := r.ends()
	all := r.take(sum)
	out := make([][]byte, n)
	for i := range n {
		k := int(binary.LittleEndian.Uint32(table[4*i:]))
		if k > len(all) {
			r.bad = true
			return nil
		}
		out[i], all = all[:k:k], all[k:]
	}
	return out
}

func (r *reader) numbers() []int32 {
	b := r.take(4 * r.number())
	out := make([]int32, len(b)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

func (r *reader) edges() []edge {
	b := r.take(16 * r.number())
	out := make([]edge, len(b)/16)
	for i := range out {
		at := func(k int) int32 { return int32(binary.LittleEndian.Uint32(b[16*i+4*k:])) }
		out[i] = edge{from: at(0), to: at(1), file: at(2), kind: at(3)}
	}
	return out
}
