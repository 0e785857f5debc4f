package fragment

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// minLogLines is the size from which a text is taken for a log by its looks.
const minLogLines = 8

// looksLikeLog says whether most of at least eight lines begin with a
// timestamp or a level, and some line repeats under the key that folding would
// use.
func looksLikeLog(text []byte, mask bool) bool {
	if bytes.Count(text[:min(len(text), sampleBytes)], []byte("\n")) < minLogLines-1 {
		return false
	}
	lines, stamped := 0, 0
	for line := range bytes.Lines(text) {
		line = trimEnd(line)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		lines++
		if stampLength(line) > 0 || startsWithLevel(line) {
			stamped++
		}
		if lines == 64 && stamped*2 <= lines {
			return false // a text that does not begin as a log is none
		}
	}
	return lines >= minLogLines && stamped*2 > lines && repeats(text, mask)
}

func repeats(text []byte, mask bool) bool {
	seen := map[uint64]bool{}
	for line := range bytes.Lines(text) {
		key := lineKey(trimEnd(line), mask)
		if len(key) == 0 {
			continue
		}
		h := xxh3.Hash(key)
		if seen[h] {
			return true
		}
		seen[h] = true
	}
	return false
}

// lineKey is what two lines of a log must share to count as one.
func lineKey(line []byte, mask bool) []byte {
	if mask {
		return line[stampLength(line):]
	}
	return line
}

// trimEnd cuts the newline and the carriage returns before it.
func trimEnd(line []byte) []byte {
	return bytes.TrimRight(bytes.TrimSuffix(line, []byte("\n")), "\r")
}

func startsWithLevel(line []byte) bool {
	i := skipSpace(line, 0)
	for i < len(line) && (line[i] == '[' || line[i] == '<') {
		i++
	}
	end := i
	for end < len(line) && isLetter(line[end]) {
		end++
	}
	if end == i || end-i > 8 {
		return false
	}
	switch string(bytes.ToUpper(line[i:end])) {
	case "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "FATAL", "CRITICAL", "PANIC", "SEVERE", "VERBOSE":
		return true
	}
	return false
}
