package canon

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string; the next byte is its opening quote.
func (p *parser) text() string {
	p.at++
	start := p.at
	for p.at < len(p.in) {
		switch c := p.in[p.at]; {
		case c == '"':
			p.at++
			return string(p.in[start : p.at-1])
		case c == '\\':
			return p.escaped(append([]byte{}, p.in[start:p.at]...))
		case c < 0x20:
			p.fail("a control character in a string")
		}
		p.at++
	}
	p.fail("a string without an end")
	return ""
}

// escaped goes on with a string from its first backslash.
func (p *parser) escaped(b []byte) string {
	for p.at < len(p.in) {
		c := p.in[p.at]
		p.at++
		switch {
		case c == '"':
			return string(b)
		case c < 0x20:
			p.at--
			p.fail("a control character in a string")
		case c == '\\':
			b = p.escape(b)
		default:
			b = append(b, c)
		}
	}
	p.fail("a string without an end")
	return ""
}

func (p *parser) escape(b []byte) []byte {
	if p.at == len(p.in) {
		p.fail("a string without an end")
	}
	c := p.in[p.at]
	p.at++
	switch c {
	case '"', '\\', '/':
		return append(b, c)
	case 'b':
		return append(b, '\b')
	case 'f':
		return append(b, '\f')
	case 'n':
		return append(b, '\n')
	case 'r':
		return append(b, '\r')
	case 't':
		return append(b, '\t')
	case 'u':
		return utf8.AppendRune(b, p.unicode())
	}
	p.at--
	p.fail("an unknown escape")
	return b
}

func (p *parser) unicode() rune {
	r := p.hex4()
	if !utf16.IsSurrogate(r) {
		return r
	}
	if len(p.in)-p.at >= 6 && p.in[p.at] == '\\' && p.in[p.at+1] == 'u' {
		p.at += 2
		if full := utf16.DecodeRune(r, p.hex4()); full != utf8.RuneError {
			return full
		}
	}
	p.fail("half of a surrogate pair")
	return 0
}

func (p *parser) hex4() rune {
	if len(p.in)-p.at < 4 {
		p.fail("four hexadecimal digits expected")
	}
	n, err := strconv.ParseUint(string(p.in[p.at:p.at+4]), 16, 16)
	if err != nil {
		p.fail("four hexadecimal digits expected")
	}
	p.at += 4
	return rune(n)
}
