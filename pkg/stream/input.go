package stream

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

// next reads one value and its kind; io.EOF at the end of the input.
func (s *Reader) next() (Record, error) {
	if err := s.skip(); err != nil {
		return Record{}, err
	}
	if rec, ok := s.expected(); ok {
		return rec, nil
	}
	n, err := s.value()
	if err != nil {
		return Record{}, err
	}
	raw := s.buf[s.pos : s.pos+n]
	rec := Record{At: s.line, name: s.name}
	if rec.Kind, err = s.kind(raw); err != nil {
		return Record{}, err
	}
	rec.Line = raw
	if !s.scan.plain {
		s.line += bytes.Count(raw, lineEnd)
		if s.keep {
			s.spell = nil
		}
		s.spell = appendSpelled(s.spell[:0], raw)
		rec.Line = s.spell
	}
	s.pos += n
	return rec, nil
}

// expected reads a line that is of the shape its kind is expected to have.
func (s *Reader) expected() (Record, bool) {
	if len(s.shapes) == 0 {
		return Record{}, false
	}
	n := bytes.IndexByte(s.buf[s.pos:], '\n')
	if n < 0 {
		return Record{}, false
	}
	line := s.buf[s.pos : s.pos+n]
	for i := range s.shapes {
		e := &s.shapes[i]
		if !bytes.HasPrefix(line, e.opening) {
			continue
		}
		f := fitting{b: line, list: s.members[:0]}
		if !f.record(e.shape) || !utf8.Valid(line) {
			return Record{}, false
		}
		s.members = f.list
		s.scan.plain = true
		s.pos += n
		return Record{Kind: e.kind, Line: line, At: s.line, name: s.name, shape: e.shape, members: f.list}, true
	}
	return Record{}, false
}

// kind finds the record key of a value that was just scanned.
func (s *Reader) kind(raw []byte) (string, error) {
	if raw[0] != '{' {
		return "", s.broken(s.line, "%s is not a record", fault.Quote(string(cut(raw))))
	}
	for _, m := range s.scan.root {
		if string(s.scan.name(m.key)) != "record" {
			continue
		}
		v := raw[m.value.from:m.value.to]
		if v[0] != '"' {
			return "", s.broken(s.line, "the key record holds %s, not a string", cut(v))
		}
		return s.kindName(v[1 : len(v)-1]), nil
	}
	return "", s.broken(s.line, "a value without the key record: %s", fault.Quote(string(cut(raw))))
}

// kindName is the kind that stands between quotes; most are as the last.
func (s *Reader) kindName(raw []byte) string {
	if string(raw) != s.lastRaw {
		s.lastRaw, s.lastKind = string(raw), string(unquote(nil, raw))
	}
	return s.lastKind
}

// skip steps over white space, and over a BOM before the header.
func (s *Reader) skip() error {
	for {
		for s.pos < len(s.buf) {
			switch s.buf[s.pos] {
			case '\n':
				s.line++
				fallthrough
			case ' ', '\t', '\r':
				s.pos++
				continue
			}
			if !s.begun && s.line == 1 && bytes.HasPrefix(s.buf[s.pos:], []byte("\ufeff")) {
				s.pos += 3
				continue
			}
			return s.wholeLine()
		}
		if err := s.more(1); err != nil {
			return err
		}
	}
}

// wholeLine reads to the end of the line at pos.
func (s *Reader) wholeLine() error {
	if s.eof || bytes.IndexByte(s.buf[s.pos:], '\n') >= 0 {
		return nil
	}
	if err := s.more(1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// value makes sure that a whole value lies at pos and gives its length. A value
// is read to the end of its line first; one that goes on is read further, each
// time at least as much as there is, so that the work stays linear.
func (s *Reader) value() (int, error) {
	for {
		text := s.buf[s.pos:]
		n, err := s.scan.scan(text)
		whole := err == nil && (n < len(text) || s.eof || text[0] == '{')
		if whole {
			if !utf8.Valid(text[:n]) {
				return 0, s.notUTF8(text[:n])
			}
			return n, nil
		}
		if err != nil && !errors.Is(err, errIncomplete) {
			return 0, s.syntax(text, err)
		}
		if s.eof {
			return 0, s.broken(s.line, "the stream is cut off inside a record: %s", fault.Quote(string(cut(text))))
		}
		if err := s.more(len(text)); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
}

// more reads until a line ends at least least bytes further on, and what comes
// with it. io.EOF comes only when nothing did.
func (s *Reader) more(least int) error {
	s.room()
	for had := len(s.buf); ; {
		if len(s.buf) == cap(s.buf) {
			s.buf = slices.Grow(s.buf, len(s.buf))
		}
		from := len(s.buf)
		n, err := s.in.Read(s.buf[from:cap(s.buf)])
		s.buf = s.buf[:from+n]
		from = max(from, had+least-1)
		switch {
		case errors.Is(err, io.EOF):
			s.eof = true
			if len(s.buf) == had {
				return io.EOF
			}
			return nil
		case err != nil:
			return s.unreadable(err)
		case from < len(s.buf) && bytes.IndexByte(s.buf[from:], '\n') >= 0:
			return nil
		}
	}
}

// blockSize is how much is read at once.
const blockSize = 256 << 10

// room makes some at the end of the block: it moves what is not consumed to the
// front, or into another block where lines are kept.
func (s *Reader) room() {
	if cap(s.buf)-len(s.buf) >= blockSize/4 {
		return
	}
	s.flush()
	s.sumFrom, s.sumUpTo = -1, -1
	rest := s.buf[s.pos:]
	if s.buf == nil || s.keep {
		s.buf = make([]byte, 0, max(blockSize, 2*len(rest)))
	}
	s.buf = append(s.buf[:0], rest...)
	s.pos = 0
}

// source is where a stream comes from; it remembers why reading failed, since a
// decompressor words faults of its input and of the stream alike.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

func (s *Reader) unreadable(err error) error {
	if s.source.err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.broken(s.line, "the compressed stream is damaged or cut off: %v", err)
	}
	return fault.Wrap(cause(s.source.err), "cannot be read").At(s.name, 0, 0)
}

func (s *Reader) syntax(text []byte, err error) error {
	at := 0
	if e, ok := errors.AsType[*syntaxError](err); ok {
		at = min(e.at, len(text))
	}
	line := s.line + bytes.Count(text[:at], lineEnd)
	return s.broken(line, "%v at %s", err, fault.Quote(string(cut(text[at:]))))
}

func (s *Reader) notUTF8(text []byte) error {
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	line := s.line + bytes.Count(text[:at], lineEnd)
	return s.broken(line, "the text is not UTF-8 at the bytes % x", text[at:min(at+4, len(text))])
}
