package stream

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// reading is a whole reading of a stream: its records and how it ended.
func reading(in []byte, o ReaderOptions, prepare func(*Reader)) string {
	r := NewReader(bytes.NewReader(in), "in", o)
	defer r.Close()
	if prepare != nil {
		prepare(r)
	}
	var b strings.Builder
	for rec, err := range r.Records() {
		if err != nil {
			fmt.Fprintln(&b, err)
			break
		}
		fmt.Fprintf(&b, "%d %s %s\n", rec.At, rec.Kind, rec.Line)
	}
	fmt.Fprintf(&b, "%+v", r.End())
	return b.String()
}

type leaf struct {
	Name  string             `json:"name"`
	Sizes map[string]float64 `json:"sizes,omitempty"`
	Tags  []string           `json:"tags,omitempty"`
	Count int64              `json:"count"`
}

func leaves(t testing.TB) []byte {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Stream: Index})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []leaf{{Name: "a"}, {Name: "\"\\\x01", Tags: []string{"x", ""}, Count: -7}, {Name: "日本", Sizes: map[string]float64{"a": 0.5, "b": 1e-9, "c": -12.25}}} {
		if err := w.Record("leaf", v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close("f"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func expecting(r *Reader) { r.Expect("leaf", ShapeOf[leaf]()) }

func TestWhatIsExpectedIsReadLikeAnything(t *testing.T) {
	in := leaves(t)
	alike := func(in []byte, o ReaderOptions) {
		t.Helper()
		want := reading(in, o, nil)
		for _, prepare := range []func(*Reader){expecting, func(r *Reader) { r.Keep(); expecting(r) }} {
			if got := reading(in, o, prepare); got != want {
				t.Fatalf("%s\nis read as\n%s\nnot as\n%s", in, got, want)
			}
		}
	}
	alike(in, ReaderOptions{})
	filtered := ReaderOptions{Filtered: true} // or the digest would be what fails
	for i := range in {
		for _, c := range []byte("\"\\0\xff") {
			bad := bytes.Clone(in)
			bad[i] = c
			alike(bad, filtered)
		}
		alike(bytes.Join([][]byte{in[:i], []byte(",0:"[i%3:][:1]), in[i:]}, nil), filtered)
	}
	for old, other := range map[string]string{
		`"a":0.5`: `"b":0.5`, `"b":1e-9`: `"a":1e-9`, `"sizes":{`: `"sizes":{"z":1,`, `-7`: `-7000000000000000000000`, `"x",""`: `"x","\u001F"`,
		`"count":-7`: `"count":-7.0`, `"日本"`: `"\u65e5\/"`, `12.25`: `12.250`,
	} {
		alike(bytes.Replace(in, []byte(old), []byte(other), 1), filtered)
	}
}

func TestKeptLinesStay(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Stream: Index})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40_000 {
		if err := w.Record("leaf", leaf{Name: strings.Repeat("x", i%90), Count: int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close("f"); err != nil {
		t.Fatal(err)
	}
	want := b.Bytes()
	r := NewReader(iotest.HalfReader(bytes.NewReader(want)), "in", ReaderOptions{})
	defer r.Close()
	r.Keep()
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]byte
	for rec, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, rec.Line)
	}
	if got := bytes.Join(lines, lineEnd); h.Stream != Index || !bytes.Contains(want, got) || len(lines) != 40_000 {
		t.Errorf("%d lines are not as they were read", len(lines))
	}
}

// FuzzExpected: what the single pass accepts is well formed and in our spelling.
func FuzzExpected(f *testing.F) {
	for line := range bytes.SplitSeq(leaves(f), lineEnd) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if fit := (fitting{b: line}); !fit.record(ShapeOf[leaf]()) || !utf8.Valid(line) {
			return
		}
		var s scanner
		if n, err := s.scan(line); err != nil || n != len(line) || !s.plain {
			t.Fatalf("%q: %d of %d, plain %v, %v", line, n, len(line), s.plain, err)
		}
	})
}
