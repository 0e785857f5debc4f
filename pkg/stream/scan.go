package stream

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a value.
const maxDepth = 512

// errIncomplete says that the text ended inside a value.
var errIncomplete = errors.New("the value is cut off")

// syntaxError is a fault at an offset of the scanned text.
type syntaxError struct {
	at   int
	text string
}

func (e *syntaxError) Error() string { return e.text }

// scanner checks one JSON value in a single pass: its grammar, that no object
// has a key twice, and whether it is in our spelling already (no white space;
// strings and numbers as spell.go writes them). UTF-8 is checked by the caller
// over the whole text at once, which is faster.
type scanner struct {
	b       []byte
	at      int
	depth   int
	plain   bool   // in our spelling so far
	keys    []span // keys of the open objects, innermost last
	root    []member
	members bool // collect the members of the root object
}

// span is a part of the scanned text.
type span struct {
	from, to int
	escaped  bool // a string with a backslash
}

// member is a key of the root object and its value.
type member struct {
	key, value span // key without quotes
}

// scan checks the value that starts b and gives its length.
func (s *scanner) scan(b []byte) (n int, err error) {
	s.b, s.at, s.depth, s.plain, s.keys, s.root = b, 0, 0, true, s.keys[:0], s.root[:0]
	if err := s.value(); err != nil {
		return s.at, err
	}
	return s.at, nil
}

func (s *scanner) fail(format string, args ...any) error {
	return &syntaxError{at: s.at, text: fmt.Sprintf(format, args...)}
}

func (s *scanner) space() {
	for s.at < len(s.b) {
		switch s.b[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
			s.plain = false
		default:
			return
		}
	}
}

func (s *scanner) value() error {
	if s.at >= len(s.b) {
		return errIncomplete
	}
	switch c := s.b[s.at]; {
	case c == '"':
		_, err := s.text()
		return err
	case c == '{':
		return s.object()
	case c == '[':
		return s.array()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	}
	return s.fail("a value cannot begin with %q", s.b[s.at])
}

func (s *scanner) word(w string) error {
	rest := s.b[s.at:]
	if len(rest) < len(w) && bytes.HasPrefix([]byte(w), rest) {
		return errIncomplete
	}
	if !bytes.HasPrefix(rest, []byte(w)) {
		return s.fail("an unknown word")
	}
	s.at += len(w)
	return nil
}

func (s *scanner) open() error {
	s.at++
	if s.depth++; s.depth > maxDepth {
		return s.fail("nested deeper than %d", maxDepth)
	}
	s.space()
	return nil
}

func (s *scanner) array() error {
	if err := s.open(); err != nil {
		return err
	}
	if s.at < len(s.b) && s.b[s.at] == ']' {
		s.at++
		s.depth--
		return nil
	}
	for {
		if err := s.value(); err != nil {
			return err
		}
		if done, err := s.next(']'); done || err != nil {
			return err
		}
	}
}

// next steps over what follows an element: a comma, or the closing bracket.
func (s *scanner) next(closing byte) (done bool, err error) {
	s.space()
	if s.at >= len(s.b) {
		return false, errIncomplete
	}
	switch s.b[s.at] {
	case ',':
		s.at++
		s.space()
		return false, nil
	case closing:
		s.at++
		s.depth--
		return true, nil
	}
	return false, s.fail("%q where a comma or %q belongs", s.b[s.at], closing)
}

func (s *scanner) object() error {
	root := s.depth == 0
	if err := s.open(); err != nil {
		return err
	}
	first := len(s.keys)
	defer func() { s.keys = s.keys[:first] }()
	if s.at < len(s.b) && s.b[s.at] == '}' {
		s.at++
		s.depth--
		return nil
	}
	var seen map[string]bool
	for {
		key, err := s.key()
		if err != nil {
			return err
		}
		if seen, err = s.once(key, s.keys[first:], seen); err != nil {
			return err
		}
		s.keys = append(s.keys, key)
		from := s.at
		if err := s.value(); err != nil {
			return err
		}
		if root && s.members {
			s.root = append(s.root, member{key: key, value: span{from: from, to: s.at}})
		}
		if done, err := s.next('}'); done || err != nil {
			return err
		}
	}
}

// key reads a key and its colon.
func (s *scanner) key() (span, error) {
	if s.at >= len(s.b) {
		return span{}, errIncomplete
	}
	if s.b[s.at] != '"' {
		return span{}, s.fail("%q where a key belongs", s.b[s.at])
	}
	key, err := s.text()
	if err != nil {
		return key, err
	}
	s.space()
	if s.at >= len(s.b) {
		return key, errIncomplete
	}
	if s.b[s.at] != ':' {
		return key, s.fail("%q where a colon belongs", s.b[s.at])
	}
	s.at++
	s.space()
	return key, nil
}

// fewKeys is up to where a look along the keys beats a map.
const fewKeys = 24

// once refuses a key that the object has already. Keys are compared as what
// they stand for, not as they are written.
func (s *scanner) once(key span, before []span, seen map[string]bool) (map[string]bool, error) {
	name := s.name(key)
	if seen == nil && len(before) < fewKeys {
		for _, k := range before {
			if k.to-k.from == len(name) || k.escaped {
				if bytes.Equal(s.name(k), name) {
					return nil, s.twice(key)
				}
			}
		}
		return nil, nil
	}
	if seen == nil {
		seen = make(map[string]bool, 2*fewKeys)
		for _, k := range before {
			seen[string(s.name(k))] = true
		}
	}
	if seen[string(name)] {
		return seen, s.twice(key)
	}
	seen[string(name)] = true
	return seen, nil
}

func (s *scanner) twice(key span) error {
	return &syntaxError{at: key.from, text: fmt.Sprintf("the key %q comes twice", cut(s.b[key.from:key.to]))}
}

// name is what a key stands for.
func (s *scanner) name(k span) []byte {
	raw := s.b[k.from:k.to]
	if !k.escaped {
		return raw
	}
	return unquote(nil, raw)
}

// cut shows the first bytes of a value in a message.
func cut(b []byte) []byte {
	const most = 40
	if len(b) <= most {
		return b
	}
	b = b[:most]
	for len(b) > 0 && !utf8.Valid(b) {
		b = b[:len(b)-1]
	}
	return append(bytes.Clone(b), "…"...)
}
