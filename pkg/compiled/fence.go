package compiled

import (
	"fmt"
	"strings"
	"unicode"

	"majordomus/pkg/canon"
)

// leastFence is the shortest fence.
const leastFence = 3

// fenced puts text between fences that are longer than any run of backticks in
// it, so that no line of it can close them. The text is not changed; it gets a
// line end when it has none.
func fenced(b *strings.Builder, text string) {
	fence := strings.Repeat("`", max(leastFence, longestRun(text)+1))
	b.WriteString(fence)
	b.WriteString("text\n")
	b.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	b.WriteString(fence)
	b.WriteByte('\n')
}

func longestRun(s string) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// oneLine is a text from a source on a line of a citation: as it is, or as a
// JSON string when it holds what could end the line or turn its direction.
func oneLine(s string) string {
	if strings.IndexFunc(s, unseen) < 0 {
		return s
	}
	return visible(string(canon.AppendString(nil, s)))
}

// visible writes what cannot be seen in JSON text as escapes.
func visible(text string) string {
	if strings.IndexFunc(text, unseen) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !unseen(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	return b.String()
}

// unseen are controls, marks of direction and the separators of lines.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}
