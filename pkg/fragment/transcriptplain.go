package fragment

import (
	"bytes"
	"strings"
)

// roleSystem is the role whose turn is marked cache.
const roleSystem = "system"

// roles maps the words that mark a turn to a role.
var roles = map[string]string{
	"system": roleSystem, "developer": roleSystem, "user": "user", "human": "user",
	"assistant": "assistant", "ai": "assistant", "model": "assistant", "agent": "assistant",
	"tool": "tool", "function": "tool", "tool result": "tool", "tool output": "tool", "observation": "tool",
}

// marker reads a role marker at the start of a line: "User:", "### Assistant",
// "[system]", "<|user|>", "**Human:**".
func marker(line []byte) (role string, ok bool) {
	line = trimEnd(line)
	head := line[:min(len(line), 64)]
	switch {
	case bytes.HasPrefix(head, []byte("<|")):
		word, _, found := bytes.Cut(head[2:], []byte("|>"))
		return roleOf(word, found)
	case bytes.HasPrefix(head, []byte("[")):
		word, _, found := bytes.Cut(head[1:], []byte("]"))
		return roleOf(word, found)
	case bytes.HasPrefix(head, []byte("#")):
		return roleOf(bytes.TrimSuffix(bytes.TrimLeft(head, "# "), []byte(":")), true)
	case bytes.HasPrefix(head, []byte("**")):
		word, _, found := bytes.Cut(head[2:], []byte("**"))
		return roleOf(bytes.TrimSuffix(word, []byte(":")), found)
	}
	word, _, found := bytes.Cut(head, []byte(":"))
	return roleOf(word, found)
}

func roleOf(word []byte, found bool) (string, bool) {
	if !found {
		return "", false
	}
	role, ok := roles[strings.ToLower(string(bytes.TrimSpace(word)))]
	return role, ok
}

// plain cuts a text at its role markers, outside fences.
func (s *Segmentation) plain(input []byte) {
	start, role, turn := 0, "", 0
	eachRawLine(input, func(at, end int, fenced bool) {
		r, ok := "", false
		if !fenced {
			r, ok = marker(input[at:end])
		}
		if !ok {
			return
		}
		if at > start {
			s.turn(input, start, at, role, turn)
			turn++
		}
		start, role = at, r
	})
	if start < len(input) {
		s.turn(input, start, len(input), role, turn)
	}
}

// turn adds the segments of a turn whose text is the bytes of its range.
func (s *Segmentation) turn(input []byte, start, end int, role string, turn int) {
	for _, part := range divide(input[start:end], role == "tool") {
		s.Segments = append(s.Segments, Segment{
			Turn: turn, Role: role, Kind: part.kind,
			Start: start + part.start, End: start + part.end,
			Content: string(input[start+part.start : start+part.end]),
		})
	}
}

// eachRawLine calls yield with every line, its end included, and whether it
// belongs to a fence. A fence that is never closed is none, or everything
// after a stray mark would be one.
func eachRawLine(text []byte, yield func(start, end int, fenced bool)) {
	closes := fenceEnds(text)
	fenceEnd := 0
	for i := 0; i < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
			end = i + n + 1
		}
		if i >= fenceEnd {
			if e, ok := closes[i]; ok {
				fenceEnd = e
			}
		}
		yield(i, end, i < fenceEnd)
		i = end
	}
}

// fenceEnds maps the start of every closed fence to its end. Fences that open
// inside another are text.
func fenceEnds(text []byte) map[int]int {
	if !hasFence(text) {
		return nil
	}
	ends := map[int]int{}
	var lines []int32 // a transcript is below 2^31 bytes
	for i := 0; i < len(text); {
		lines = append(lines, int32(i))
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	line := func(k int) []byte {
		end := len(text)
		if k+1 < len(lines) {
			end = int(lines[k+1])
		}
		return trimEnd(text[lines[k]:end])
	}
	// The last line that closes a fence of a kind and size bounds the search,
	// so that many unclosed fences do not make it quadratic.
	last := map[fence]int{}
	for k := range lines {
		if f, ok := openFence(line(k)); ok && f.closes(line(k)) {
			for size := 3; size <= min(f.size, 64); size++ {
				last[fence{f.char, size}] = k
			}
		}
	}
	for k := 0; k < len(lines); k++ {
		f, ok := openFence(line(k))
		if !ok || last[fence{f.char, min(f.size, 64)}] <= k {
			continue
		}
		for j := k + 1; j < len(lines); j++ {
			if f.closes(line(j)) {
				end := len(text)
				if j+1 < len(lines) {
					end = int(lines[j+1])
				}
				ends[int(lines[k])] = end
				k = j
				break
			}
		}
	}
	return ends
}

// part is a segment of a turn, as offsets in its text.
type part struct {
	kind       SegmentKind
	start, end int
}

// divide cuts a turn's text into fences (code), runs of log lines (log) and
// the rest. What a tool wrote may be a log by its looks as a whole.
func divide(text []byte, tool bool) []part {
	if tool && !hasFence(text) && looksLikeOutput(text) {
		return []part{{SegmentLog, 0, len(text)}}
	}
	var parts []part
	add := func(kind SegmentKind, start, end int) {
		if n := len(parts); n > 0 && parts[n-1].kind == kind && kind != SegmentCode {
			parts[n-1].end = end
			return
		}
		parts = append(parts, part{kind, start, end})
	}
	logStart, logLines := 0, 0
	endLog := func(at int) {
		switch {
		case logLines >= minLogLines:
			add(SegmentLog, logStart, at)
		case logLines > 0:
			add(SegmentBody, logStart, at)
		}
		logLines = 0
	}
	fenceStart := -1
	eachRawLine(text, func(start, end int, fenced bool) {
		line := trimEnd(text[start:end])
		if fenced {
			endLog(start)
			if fenceStart < 0 {
				fenceStart = start
				parts = append(parts, part{SegmentCode, start, end})
			}
			parts[len(parts)-1].end = end
			return
		}
		fenceStart = -1
		if stampLength(line) > 0 || startsWithLevel(line) {
			if logLines == 0 {
				logStart = start
			}
			logLines++
			return
		}
		endLog(start)
		add(SegmentBody, start, end)
	})
	endLog(len(text))
	return parts
}

// looksLikeOutput says whether a tool's text is a log: its lines repeat, or
// most begin as a log's do.
func looksLikeOutput(text []byte) bool {
	lines, stamped := 0, 0
	for line := range bytes.Lines(text) {
		lines++
		if stampLength(line) > 0 || startsWithLevel(line) {
			stamped++
		}
	}
	return lines >= minLogLines && (stamped*2 > lines || repeats(text, true) && !looksLikeCode(text))
}
