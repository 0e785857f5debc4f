package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
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

// text reads a string; the span is what stands between its quotes.
func (s *scanner) text() (span, error) {
	s.at++
	at := span{from: s.at}
	b := s.b
	for i := at.from; ; {
		i += plainRun(b[i:])
		if i >= len(b) {
			s.at = len(b)
			return span{}, errIncomplete
		}
		switch c := b[i]; {
		case c == '"':
			s.at, at.to = i+1, i
			return at, nil
		case c == '\\':
			n, err := s.escape(i)
			if err != nil {
				return span{}, err
			}
			at.escaped = true
			i += n
		default:
			s.at = i
			return span{}, s.fail("a control character in a string must be escaped")
		}
	}
}

// plainRun is how many bytes stand for themselves: neither quote nor backslash
// nor control. Eight bytes a step are twice as fast as one over real records.
func plainRun(b []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^(ones*'"'), w^(ones*'\\')
		// The lowest flag is exact; those above it need not be.
		if hit := ((w-ones*0x20)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & tops; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// escape checks the escape at i and gives its length; a surrogate needs its
// other half.
func (s *scanner) escape(i int) (int, error) {
	b := s.b
	if i+1 >= len(b) {
		return 0, errIncomplete
	}
	switch b[i+1] {
	case '"', '\\', 'b', 'f', 'n', 'r', 't':
		return 2, nil
	case '/':
		s.plain = false
		return 2, nil
	case 'u':
	default:
		s.at = i
		return 0, s.fail("an unknown escape %q", b[i:i+2])
	}
	r, err := s.hex(i)
	if err != nil {
		return 0, err
	}
	if r < 0xd800 || r > 0xdfff {
		if !spelledU(r, b[i+2:i+6]) {
			s.plain = false
		}
		return 6, nil
	}
	s.plain = false
	if r < 0xdc00 {
		if i+6 >= len(b) || i+7 >= len(b) && b[i+6] == '\\' {
			return 0, errIncomplete
		}
		if b[i+6] == '\\' && b[i+7] == 'u' {
			low, err := s.hex(i + 6)
			if err != nil {
				return 0, err
			}
			if low >= 0xdc00 && low <= 0xdfff {
				return 12, nil
			}
		}
	}
	s.at = i
	return 0, s.fail("half a surrogate pair stands alone")
}

// hex reads the four digits of the escape at i.
func (s *scanner) hex(i int) (rune, error) {
	var r rune
	for j := i + 2; j < i+6; j++ {
		if j >= len(s.b) {
			return 0, errIncomplete
		}
		d := hexDigit(s.b[j])
		if d < 0 {
			s.at = i
			return 0, s.fail("an escape without four hex digits")
		}
		r = r<<4 | rune(d)
	}
	return r, nil
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// number reads a number by the grammar; one at the very end of the text may go
// on, which only the caller can know.
func (s *scanner) number() error {
	from := s.at
	b := s.b
	i := from
	if b[i] == '-' {
		i++
	}
	digits := func() bool {
		start := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > start
	}
	whole := i
	if !digits() {
		return s.cut(i, "a number without digits")
	}
	if b[whole] == '0' && i > whole+1 {
		s.at = whole
		return s.fail("a number cannot begin with 0")
	}
	simple := true
	if i < len(b) && b[i] == '.' {
		simple = false
		if i++; !digits() {
			return s.cut(i, "a number without digits behind its point")
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		simple = false
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return s.cut(i, "a number without digits in its exponent")
		}
	}
	s.at = i
	if simple && i-from <= 15 && !(b[from] == '-' && b[from+1] == '0') {
		return nil
	}
	return s.spelledNumber(from)
}

// cut is a fault at i, or an incomplete value when the text ends there.
func (s *scanner) cut(i int, text string) error {
	if i >= len(s.b) {
		return errIncomplete
	}
	s.at = i
	return s.fail("%s", text)
}

// spelledNumber compares a number with our spelling of it.
func (s *scanner) spelledNumber(from int) error {
	var buf [32]byte
	ours, err := appendNumber(buf[:0], s.b[from:s.at])
	if err != nil {
		at := s.at
		s.at = from
		err = s.fail("the number %q is out of range", cut(s.b[from:at]))
		return err
	}
	if !bytes.Equal(ours, s.b[from:s.at]) {
		s.plain = false
	}
	return nil
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
