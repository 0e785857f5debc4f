package fragment

import (
	"bytes"
	"crypto/sha256"
	"strconv"
)

// abstract is step 5: a log keeps one line per distinct key, in the order of
// first sight and with the bytes of the first occurrence, and says how often
// it came. The result is never longer than the log. A log with a fence in it
// is left alone, for folding could close the fence elsewhere.
func abstract(it *item, s *settings) []byte {
	if it.rule != ruleLog || hasFence(it.text) {
		return it.text
	}
	if out := foldLines(it.text, s.policy.NormalizeLogTimestamps); len(out) < len(it.text) {
		return out
	}
	return it.text
}

type foldedLine struct {
	line  []byte // with its end
	count int
}

func foldLines(text []byte, mask bool) []byte {
	var lines []foldedLine
	seen := map[string]int{}
	for line := range bytes.Lines(text) {
		key := lineKey(trimEnd(line), mask)
		at, ok := seen[string(key)]
		if !ok {
			at = len(lines)
			seen[string(key)] = at
			lines = append(lines, foldedLine{line: line})
		}
		lines[at].count++
	}
	out := make([]byte, 0, len(text))
	for _, l := range lines {
		body := trimEnd(l.line)
		out = append(out, body...)
		if l.count > 1 && len(bytes.TrimSpace(body)) > 0 {
			out = append(out, " (x"...)
			out = strconv.AppendInt(out, int64(l.count), 10)
			out = append(out, ')')
		}
		out = append(out, l.line[len(body):]...)
	}
	return out
}

// maskedHash identifies a log by its lines without their timestamps.
func maskedHash(text []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	for line := range bytes.Lines(text) {
		h.Write(lineKey(trimEnd(line), true))
		h.Write([]byte{'\n'})
	}
	h.Sum(sum[:0])
	return sum
}
