package stream

import "bytes"

// number reads a number by the grammar; one at the very end of the text may go
// on, which only the caller can know.
func (s *scanner) number() error {
	from := s.at
	if n, _ := plainNumber(s.b[from:]); n > 0 {
		s.at += n
		return nil
	}
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
	if i < len(b) && b[i] == '.' {
		if i++; !digits() {
			return s.cut(i, "a number without digits behind its point")
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return s.cut(i, "a number without digits in its exponent")
		}
	}
	s.at = i
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

// exactDigits is how many digits of a decimal a double always keeps: no shorter
// decimal stands for the same one.
const exactDigits = 15

// plainNumber gives the length of the number that b begins with, and whether it
// is an integer, when a glance shows that it is in our spelling; else 0.
func plainNumber(b []byte) (n int, whole bool) {
	from := 0
	if len(b) > 0 && b[0] == '-' {
		from = 1
	}
	point := digits(b, from)
	zero := point == from+1 && b[from] == '0'
	if point == from || b[from] == '0' && !zero || point-from > exactDigits {
		return 0, false
	}
	end := point
	if end < len(b) && b[end] == '.' {
		end = digits(b, end+1)
	}
	switch fraction := end - point - 1; {
	case end < len(b) && (b[end] == 'e' || b[end] == 'E'):
		return 0, false
	case fraction < 0 && zero && from == 1: // -0
		return 0, false
	case fraction < 0:
		return end, true
	case fraction == 0 || b[end-1] == '0' || point-from+fraction > exactDigits || zero && fraction > 6: // below 1e-6 there are exponents
		return 0, false
	}
	return end, false
}

// digits is the end of the digits at i.
func digits(b []byte, i int) int {
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i
}
