package stream

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/fault"
)

// ReaderOptions says what a reader accepts.
type ReaderOptions struct {
	Streams  []string // streams this stage can read; empty: any
	Filtered bool     // somebody filters: counts and digest are not checked
}

// Reader reads one stream and checks that it is whole. Its failures are of
// class Broken and name the stream, the line and the first bytes of the value.
type Reader struct {
	name   string
	o      ReaderOptions
	source *source
	in     io.Reader // what source gives, decompressed
	done   func()

	buf   []byte // a block of what was read
	pos   int    // up to where it is consumed
	line  int    // of buf[pos], 1-based
	eof   bool
	scan  scanner
	spell []byte

	keep              bool // blocks are not used again
	shapes            []expectation
	members           []member // of the record at hand
	lastRaw, lastKind string

	header           Header
	begun            bool
	end              End
	counts           map[string]int
	sum              summer
	sumFrom, sumUpTo int // whole lines of buf that are still to be summed
}

var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// NewReader reads from r, plain or zstd by its first bytes; name is how errors
// call it.
func NewReader(r io.Reader, name string, o ReaderOptions) *Reader {
	from := &source{Reader: r}
	in := bufio.NewReaderSize(from, 4<<10) // large reads go past it
	s := &Reader{name: name, o: o, source: from, in: in, line: 1, done: func() {}, counts: map[string]int{}, sum: newSummer()}
	s.scan.members = true
	if head, _ := in.Peek(len(zstdMagic)); bytes.Equal(head, zstdMagic) {
		// NewReader fails on bad options only.
		if z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20)); err == nil {
			s.in, s.done = z, z.Close
		}
	}
	return s
}

// Keep makes the lines of records read from here on good for as long as they are
// held, at the price of holding whole blocks of the input.
func (s *Reader) Keep() {
	s.flush()
	s.keep = true
	if !s.o.Filtered {
		s.sum.aside()
	}
}

// expectation is the shape that the lines of a kind mostly have.
type expectation struct {
	kind    string
	opening []byte // of a line of that kind
	shape   *Shape
}

// Expect says that lines of a kind are mostly of a shape. One that is gets
// checked against it in a single pass, which shows that it is well formed too;
// any other is read like every record.
func (s *Reader) Expect(kind string, shape *Shape) {
	s.shapes = append(s.shapes, expectation{kind, append(AppendString([]byte(opening), kind), ','), shape})
}

// Close gives back what the reader holds; it does not close its input.
func (s *Reader) Close() {
	s.sum.wait()
	s.done()
}

// Name is how errors call the stream.
func (s *Reader) Name() string { return s.name }

// Header reads the header, once; later calls give it again.
func (s *Reader) Header() (Header, error) {
	if s.begun {
		return s.header, nil
	}
	rec, err := s.next()
	if errors.Is(err, io.EOF) {
		return Header{}, s.broken(s.line, "the stream is empty").WithHint("did the stage before it fail?")
	}
	if err != nil {
		return Header{}, err
	}
	if rec.Kind != KindHeader {
		return Header{}, s.broken(rec.At, "a stream begins with a header, not with %s", fault.Quote(string(cut(rec.Line))))
	}
	if err := rec.Decode(&s.header); err != nil {
		return Header{}, err
	}
	if s.header.Schema != Schema {
		return Header{}, s.broken(rec.At, "schema %d is unknown; this program reads schema %d", s.header.Schema, Schema)
	}
	if len(s.o.Streams) > 0 && !slices.Contains(s.o.Streams, s.header.Stream) {
		return Header{}, s.broken(rec.At, "a stream of %s where one of %s belongs", fault.Quote(s.header.Stream), strings.Join(s.o.Streams, " or ")).
			WithHint("the stages are dc-index | dc-seed | dc-walk | dc-budget")
	}
	s.begun = true
	s.add(rec)
	return s.header, nil
}

// add puts a record's line into the sum. Lines that follow each other in the
// block as they are summed go there together.
func (s *Reader) add(r Record) {
	if s.o.Filtered {
		return
	}
	to := s.pos // behind the value
	from := to - len(r.Line)
	if s.scan.plain && to < len(s.buf) && s.buf[to] == '\n' {
		if from != s.sumUpTo {
			s.flush()
			s.sumFrom = from
		}
		s.sumUpTo = to + 1
		return
	}
	s.flush()
	s.sum.write(r.Line)
	s.sum.write(lineEnd)
}

// flush sums the lines that are due, before their block changes.
func (s *Reader) flush() {
	if s.sumFrom < s.sumUpTo {
		s.sum.write(s.buf[s.sumFrom:s.sumUpTo])
	}
	s.sumFrom = s.sumUpTo
}

// Records gives every record between header and end, in order, and after the
// last one checks the end. The first error ends it; a stream that fails must
// not be answered from.
func (s *Reader) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		defer s.sum.wait()
		if _, err := s.Header(); err != nil {
			yield(Record{}, err)
			return
		}
		for {
			rec, err := s.next()
			switch {
			case errors.Is(err, io.EOF):
				yield(Record{}, s.broken(s.line, "the stream has no end: it was cut off after %d records", s.total()).WithHint("the stage that wrote it failed or was killed; run it again"))
				return
			case err != nil:
				yield(Record{}, err)
				return
			case rec.Kind == KindHeader:
				yield(Record{}, s.broken(rec.At, "a second header"))
				return
			case rec.Kind == KindEnd:
				if err := s.close(rec); err != nil {
					yield(Record{}, err)
				}
				return
			}
			s.counts[rec.Kind]++
			s.add(rec)
			if !yield(rec, nil) {
				return
			}
		}
	}
}

func (s *Reader) total() (n int) {
	for _, c := range s.counts {
		n += c
	}
	return n
}

// close checks the end and that nothing follows it.
func (s *Reader) close(rec Record) error {
	if err := rec.Decode(&s.end); err != nil {
		return err
	}
	if s.end.Stream != s.header.Stream {
		return s.broken(rec.At, "the end is of a stream of %s, the header of one of %s", fault.Quote(s.end.Stream), fault.Quote(s.header.Stream))
	}
	if !s.o.Filtered {
		if err := s.checkCounts(rec); err != nil {
			return err
		}
		if err := s.checkDigest(rec); err != nil {
			return err
		}
	}
	if _, err := s.next(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = s.broken(s.line, "something follows the end of the stream")
		}
		return err
	}
	return nil
}

const filterHint = "if a filter left records out on purpose, say so with --filtered"

func (s *Reader) checkCounts(rec Record) error {
	for _, counts := range []map[string]int{s.end.Counts, s.counts} {
		for k := range counts {
			if s.end.Counts[k] != s.counts[k] {
				return s.broken(rec.At, "the end counts %d %s records, %d arrived", s.end.Counts[k], k, s.counts[k]).WithHint("%s", filterHint)
			}
		}
	}
	return nil
}

func (s *Reader) checkDigest(rec Record) error {
	if s.end.Digest == "" {
		if lost(rec.Line) {
			return s.broken(rec.At, "the end has a digest under another name")
		}
		return nil // a replacement program may leave it out
	}
	s.flush()
	s.sum.write(without(rec.Line, "digest"))
	s.sum.write(lineEnd)
	s.sum.wait()
	got := hex.EncodeToString(s.sum.h.Sum(nil))
	if subtle.ConstantTimeCompare([]byte(got), []byte(s.end.Digest)) != 1 {
		return s.broken(rec.At, "the digest does not agree: a record was changed on the way").WithHint("%s", filterHint)
	}
	return nil
}

// lost reports whether an end without a digest holds one whose key was damaged:
// a digest that was left out leaves nothing of its shape behind.
func lost(line []byte) bool {
	var s scanner
	s.members = true
	if _, err := s.scan(line); err != nil {
		return true
	}
	for _, m := range s.root {
		v := bytes.Trim(line[m.value.from:m.value.to], `"`)
		if name := string(s.name(m.key)); name != "fingerprint" && len(v) == 2*sha256.Size && len(bytes.Trim(v, hexDigits)) == 0 {
			return true
		}
	}
	return false
}

// without gives a line less one member of its root.
func without(line []byte, key string) []byte {
	var s scanner
	s.members = true
	if _, err := s.scan(line); err != nil {
		return line
	}
	out := []byte{'{'}
	for _, m := range s.root {
		if string(s.name(m.key)) == key {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, line[m.key.from-1:m.value.to]...)
	}
	return append(out, '}')
}

// End is the stream's end, after Records has run through.
func (s *Reader) End() End { return s.end }

// Filtered reports whether counts and digest went unchecked.
func (s *Reader) Filtered() bool { return s.o.Filtered }

func (s *Reader) broken(line int, format string, args ...any) *fault.Error {
	return fault.New(fault.Broken, "broken_stream", format, args...).At(s.name, line, 0)
}
