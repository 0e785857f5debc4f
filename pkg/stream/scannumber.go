package stream

import "bytes"

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
