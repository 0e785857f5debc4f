package layer

import (
	"bytes"
	"fmt"
)

// frontMatter is a Markdown file split in two. The bytes are the file's own.
type frontMatter struct {
	present  bool
	text     []byte // between the fences
	body     []byte // behind the closing fence, or everything
	bodyLine int    // 1-based line body starts on
}

// frontLine is the line the text of a front matter starts on.
const frontLine = 2

// splitFrontMatter finds the front matter of a file: a first line of exactly
// "---", a BOM and CRLF accepted, closed by a line "---". On an error the body
// is the whole file.
func splitFrontMatter(data []byte) (frontMatter, *syntaxError) {
	plain := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	fm := frontMatter{body: plain, bodyLine: 1}
	first, rest, found := bytes.Cut(plain, []byte("\n"))
	if !found || !isDashes(first) {
		return fm, nil
	}
	line := frontLine
	for at := 0; at < len(rest); line++ {
		l, _, _ := bytes.Cut(rest[at:], []byte("\n"))
		next := min(at+len(l)+1, len(rest))
		if isDashes(l) {
			return frontMatter{present: true, text: rest[:at], body: rest[next:], bodyLine: line + 1}, nil
		}
		if at = next; at > MaxFrontMatter {
			return fm, &syntaxError{1, 1, fmt.Sprintf("the front matter is longer than %d bytes", MaxFrontMatter)}
		}
	}
	return fm, &syntaxError{1, 1, "the front matter is never closed by a line ---"}
}

func isDashes(l []byte) bool {
	return string(bytes.TrimSuffix(l, []byte("\r"))) == "---"
}
