package stream

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strconv"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/fault"
)

var lineEnd = []byte{'\n'}

// Writer writes one stream. Its methods are not for several goroutines.
type Writer struct {
	w      io.Writer
	out    []byte // whole lines, neither summed nor written yet
	stream string
	counts map[string]int
	sum    hash.Hash
	scan   scanner
	buf    []byte
}

// NewWriter starts a stream with its header; Schema is filled in.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	s := &Writer{w: w, out: make([]byte, 0, block+block/4), stream: h.Stream, counts: map[string]int{}, sum: sha256.New()}
	h.Schema = Schema
	return s, s.put(KindHeader, h)
}

// Record writes v, which must encode as a JSON object without a record key, as
// a record of a kind.
func (s *Writer) Record(kind string, v any) error {
	s.counts[kind]++
	return s.put(kind, v)
}

// Summed writes a record and adds its line to a sum.
func (s *Writer) Summed(sum *Sum, kind string, v any) error {
	if err := s.Record(kind, v); err != nil {
		return err
	}
	sum.Add(Record{Kind: kind, Line: s.buf})
	return nil
}

// Raw forwards a record as it came.
func (s *Writer) Raw(r Record) error {
	s.counts[r.Kind]++
	return s.line(r.Line)
}

// Encoded writes a record whose JSON object is at hand, without a record key
// and in any spelling.
func (s *Writer) Encoded(kind string, object []byte) error {
	s.counts[kind]++
	return s.encoded(kind, object)
}

// Spelled is Encoded for an object in our spelling, as Marshal gives it; it is
// not looked at again.
func (s *Writer) Spelled(kind string, object []byte) error {
	s.counts[kind]++
	s.out = append(join(s.out, kind, object), '\n')
	return s.full()
}

func (s *Writer) put(kind string, v any) error {
	body, err := gojson.MarshalWithOption(v, gojson.DisableHTMLEscape())
	if err != nil {
		return fault.Wrap(err, "encode a %s record", kind)
	}
	return s.encoded(kind, body)
}

func (s *Writer) encoded(kind string, body []byte) error {
	s.buf = join(s.buf[:0], kind, body)
	n, err := s.scan.scan(s.buf)
	if err != nil || n != len(s.buf) {
		return fault.New(fault.Internal, "internal", "a %s record does not encode as one JSON object", kind)
	}
	if !s.scan.plain {
		s.buf = appendSpelled(nil, s.buf)
	}
	return s.line(s.buf)
}

// join puts the record key in front of an object's members.
func join(dst []byte, kind string, body []byte) []byte {
	dst = append(dst, `{"record":`...)
	dst = AppendString(dst, kind)
	if len(body) > 2 {
		dst = append(dst, ',')
	}
	return append(dst, body[1:]...)
}

func (s *Writer) line(line []byte) error {
	s.out = append(append(s.out, line...), '\n')
	return s.full()
}

// block is how much is summed and written at once.
const block = 64 << 10

// full hands a full block on.
func (s *Writer) full() error {
	if len(s.out) < block {
		return nil
	}
	return s.Flush()
}

// Flush hands what is buffered on, for readers that wait.
func (s *Writer) Flush() error {
	s.sum.Write(s.out)
	_, err := s.w.Write(s.out)
	s.out = s.out[:0]
	return err
}

// Close writes the end with the index fingerprint and flushes; it does not
// close what it writes to. Without it no reader takes the stream for whole.
func (s *Writer) Close(fingerprint string) error {
	if err := s.Flush(); err != nil {
		return err
	}
	s.sum.Write(append(join(nil, KindEnd, s.endBody(fingerprint, "")), '\n'))
	_, err := s.w.Write(append(join(nil, KindEnd, s.endBody(fingerprint, hex.EncodeToString(s.sum.Sum(nil)))), '\n'))
	return err
}

// endBody spells the end by hand, its counts in order of kind.
func (s *Writer) endBody(fingerprint, digest string) []byte {
	b := AppendString([]byte(`{"stream":`), s.stream)
	b = append(b, `,"counts":{`...)
	kinds := make([]string, 0, len(s.counts))
	for k := range s.counts {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for i, k := range kinds {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, k), ':')
		b = strconv.AppendInt(b, int64(s.counts[k]), 10)
	}
	b = append(b, `},"fingerprint":`...)
	b = AppendString(b, fingerprint)
	if digest != "" {
		b = append(b, `,"digest":`...)
		b = AppendString(b, digest)
	}
	return append(b, '}')
}
