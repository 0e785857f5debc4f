package fragment

import "bytes"

// span is a part of a text, as byte offsets.
type span struct {
	start, end int
	atomic     bool // a fence: never cut
}

func (s span) size() int { return s.end - s.start }

// cut is step 7: pieces of at most limit bytes that end where the boundary
// allows, in order, with nothing but white space between them. The first
// begins where the text does and the last ends with it. A fence is one piece
// whatever its size, and so is a line without a sentence end, and every line
// of an abstracted log, which must keep its count.
func cut(text []byte, limit int, b Boundary, abstracted bool) []span {
	if len(text) == 0 {
		return nil
	}
	if len(text) <= limit {
		return []span{{end: len(text)}}
	}
	levels := []splitter{paragraphs, lines, sentences}
	switch {
	case abstracted:
		levels = []splitter{lines}
	case b == Line:
		levels = []splitter{lines, sentences}
	case b == Sentence:
		levels = []splitter{lineSentences}
	}
	pieces := fill(nil, text, span{end: len(text)}, limit, levels)
	if len(pieces) == 0 { // white space alone
		return []span{{end: len(text)}}
	}
	pieces[0].start = 0
	pieces[len(pieces)-1].end = len(text)
	return pieces
}

// splitter calls yield with the units of a part of a text, in order.
type splitter func(text []byte, in span, yield func(span))

// fill joins units while they fit together, and cuts a unit that does not fit
// by itself with the finer splitters.
func fill(dst []span, text []byte, in span, limit int, levels []splitter) []span {
	var open span
	levels[0](text, in, func(u span) {
		if open.size() > 0 && u.end-open.start <= limit {
			open.end = u.end
			return
		}
		if open.size() > 0 {
			dst = append(dst, open)
			open = span{}
		}
		if u.size() > limit && !u.atomic && len(levels) > 1 {
			dst = fill(dst, text, u, limit, levels[1:])
			return
		}
		open = u
	})
	if open.size() > 0 {
		dst = append(dst, open)
	}
	return dst
}

// paragraphs splits at blank lines outside fences.
func paragraphs(text []byte, in span, yield func(span)) {
	var open span
	eachLine(text, in, func(l span, blank bool) {
		if blank {
			if open.size() > 0 {
				yield(open)
			}
			open = span{}
			return
		}
		if open.size() == 0 {
			open = l
			return
		}
		open.end, open.atomic = l.end, false
	})
	if open.size() > 0 {
		yield(open)
	}
}

// lines splits at line ends; a fence is one unit.
func lines(text []byte, in span, yield func(span)) {
	eachLine(text, in, func(l span, blank bool) {
		if !blank {
			yield(l)
		}
	})
}

// lineSentences splits at line ends and, inside lines, at sentence ends.
func lineSentences(text []byte, in span, yield func(span)) {
	lines(text, in, func(l span) {
		if l.atomic {
			yield(l)
			return
		}
		sentences(text, l, yield)
	})
}

// eachLine calls yield with every line, without its end, and with every fence
// as one, from the line that opens it to the one that closes it or the end.
func eachLine(text []byte, in span, yield func(l span, blank bool)) {
	var inside fence
	start := -1
	for i := in.start; i < in.end; {
		next := in.end
		if n := bytes.IndexByte(text[i:in.end], '\n'); n >= 0 {
			next = i + n + 1
		}
		line := trimEnd(text[i:next])
		end := i + len(line)
		switch f, ok := openFence(line); {
		case start >= 0 && inside.closes(line):
			yield(span{start, end, true}, false)
			start = -1
		case start >= 0:
		case ok:
			inside, start = f, i
		default:
			yield(span{start: i, end: end}, len(bytes.TrimSpace(line)) == 0)
		}
		i = next
	}
	if start >= 0 {
		end := start + len(bytes.TrimRight(text[start:in.end], "\r\n"))
		yield(span{start, end, true}, false)
	}
}
