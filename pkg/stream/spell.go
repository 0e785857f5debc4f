package stream

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/fault"
)

const hexDigits = "0123456789abcdef"

// AppendString writes text as a JSON string in our spelling: everything as it
// is, but the quote, the backslash and controls below 0x20, the short forms
// where JSON has them.
func AppendString[T string | []byte](dst []byte, text T) []byte {
	dst = append(dst, '"')
	from := len(dst)
	dst = append(dst, text...)
	start := plainRun(dst[from:]) // most text is plain and copied once
	if start == len(text) {
		return append(dst, '"')
	}
	dst = dst[:from+start]
	for i := start; i < len(text); i++ {
		c := text[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[start:i]...)
		start = i + 1
		if short := shortEscape(c); short != 0 {
			dst = append(dst, '\\', short)
		} else {
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(dst, text[start:]...), '"')
}

func shortEscape(c byte) byte {
	switch c {
	case '"', '\\':
		return c
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	}
	return 0
}

// spelledU reports whether our spelling writes r as \u and these digits.
func spelledU(r rune, digits []byte) bool {
	return r < 0x20 && shortEscape(byte(r)) == 0 && digits[2] == hexDigits[r>>4] && digits[3] == hexDigits[r&15]
}

// appendNumber writes a JSON number in our spelling: the shortest text of its
// double; an integer within ±2^53 by its digits, an exponent only outside
// 1e-6 … 1e21.
func appendNumber(dst, text []byte) ([]byte, error) {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return dst, err
	}
	if f == 0 {
		return append(dst, '0'), nil // -0 too
	}
	format := byte('f')
	if abs := math.Abs(f); abs < 1e-6 || abs >= 1e21 {
		format = 'e'
	}
	dst = strconv.AppendFloat(dst, f, format, -1, 64)
	if n := len(dst); format == 'e' && n >= 4 && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // e-09 is e-9
		dst = dst[:n-1]
	}
	return dst, nil
}

// unquote appends what the inside of a checked JSON string stands for.
func unquote(dst, raw []byte) []byte {
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' {
			dst = append(dst, c)
			continue
		}
		i++
		switch raw[i] {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r := hex4(raw[i+1:])
			i += 4
			if r >= 0xd800 && r < 0xdc00 {
				r = (r-0xd800)<<10 + (hex4(raw[i+3:]) - 0xdc00) + 0x10000
				i += 6
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, raw[i])
		}
	}
	return dst
}

func hex4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		r = r<<4 | rune(hexDigit(c))
	}
	return r
}

// appendSpelled writes a checked value in our spelling: no white space, keys in
// the order they came.
func appendSpelled(dst, value []byte) []byte {
	for i := 0; i < len(value); {
		switch c := value[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '"':
			end := stringEnd(value, i)
			dst = AppendString(dst, unquote(nil, value[i+1:end-1]))
			i = end
		case c == '-' || c >= '0' && c <= '9':
			end := i + 1
			for end < len(value) && numeric(value[end]) {
				end++
			}
			dst, _ = appendNumber(dst, value[i:end]) // the scanner has parsed it
			i = end
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

func numeric(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// stringEnd is the offset behind the closing quote of the string at i.
func stringEnd(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// Marshal encodes a value in the streams' spelling: no white space, characters
// as they are, shortest numbers, members in their declared order.
func Marshal(v any) ([]byte, error) {
	b, err := gojson.MarshalWithOption(v, gojson.DisableHTMLEscape())
	if err != nil {
		return nil, fault.Wrap(err, "encode")
	}
	var s scanner
	if _, err := s.scan(b); err != nil {
		return nil, fault.Wrap(err, "encode")
	}
	if !s.plain {
		b = appendSpelled(make([]byte, 0, len(b)), b)
	}
	return b, nil
}

// Encode is Marshal for what holds no raw JSON and no integer beyond ±2^53. Its
// encoding is in our spelling unless it shows one of two things, so it is not
// looked at again, which takes as long as encoding it.
func Encode(v any) ([]byte, error) {
	b, err := gojson.MarshalWithOption(v, gojson.DisableHTMLEscape())
	if err != nil {
		return nil, fault.Wrap(err, "encode")
	}
	if bytes.Contains(b, []byte(`\u`)) || bytes.Contains(b, []byte(`:-0`)) { // an escape of the encoder's, a negative zero
		return Marshal(v)
	}
	return b, nil
}
