package fragment

import (
	"unicode"
	"unicode/utf8"
)

// sentences splits a line after its sentence ends: a full stop, question or
// exclamation mark with what closes it, before white space; or a full stop of
// a script that puts no space after it.
func sentences(text []byte, in span, yield func(span)) {
	start := in.start
	for i := in.start; i < in.end; {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[i:in.end])
		}
		i += n
		spaced := r == '.' || r == '!' || r == '?'
		if !spaced && r != '。' && r != '！' && r != '？' {
			continue
		}
		end := closers(text, i, in.end)
		next := skipWhite(text, end, in.end)
		if next == in.end || spaced && next == end {
			i = end
			continue
		}
		yield(span{start: start, end: end})
		start, i = next, next
	}
	if start < in.end {
		yield(span{start: start, end: in.end})
	}
}

// closers skips the quotes and brackets that close a sentence.
func closers(text []byte, i, end int) int {
	for i < end {
		r, n := utf8.DecodeRune(text[i:end])
		switch r {
		case '"', '\'', ')', ']', '”', '’', '»', '」', '』', '.', '!', '?', '。', '！', '？':
			i += n
		default:
			return i
		}
	}
	return i
}

func skipWhite(text []byte, i, end int) int {
	for i < end {
		r, n := utf8.DecodeRune(text[i:end])
		if !unicode.IsSpace(r) {
			return i
		}
		i += n
	}
	return i
}
