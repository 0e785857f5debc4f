package route

import (
	"errors"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/layer"
)

// Why a path is refused by Normalize.
var (
	ErrEmpty    = errors.New("the path is empty")
	ErrNUL      = errors.New("the path holds a NUL byte")
	ErrAbsolute = errors.New("the path is absolute")
	ErrUp       = errors.New("the path goes up (..)")
)

// Normalize is the canonical form of a path: trimmed, with slashes, without
// empty and "." segments. Nothing is resolved and no disk is looked at. The
// error is one of the four above.
func Normalize(path string) (string, error) {
	path = canon.Trim(path)
	if path == "" {
		return "", ErrEmpty
	}
	if strings.IndexByte(path, 0) >= 0 {
		return "", ErrNUL
	}
	path = strings.ReplaceAll(path, `\`, "/")
	if path[0] == '/' || hasDrive(path) {
		return "", ErrAbsolute
	}
	var kept []string
	for seg := range strings.SplitSeq(path, "/") {
		switch seg {
		case "", ".":
		case "..":
			return "", ErrUp
		default:
			kept = append(kept, seg)
		}
	}
	if len(kept) == 0 {
		return "", ErrEmpty
	}
	return strings.Join(kept, "/"), nil
}

func hasDrive(p string) bool {
	return len(p) > 1 && p[1] == ':' && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// Glob is a pattern of a task path spec; see Match.
type Glob struct{ g layer.Glob }

// NewGlob takes a normalised pattern; every text is one.
func NewGlob(pattern string) Glob { return Glob{layer.NewGlob(pattern)} }

// Match matches a whole normalised path, segment by segment: a segment "**"
// stands for zero or more segments, in others there are "*", "?", "[seq]" and
// "[!seq]"; "^" and an unclosed "[" are literal, nothing is escaped. Time is
// linear in pattern × path.
func (g Glob) Match(path string) bool { return g.g.Match(path) }

// IsGlob reports whether a text holds a glob character.
func IsGlob(s string) bool { return layer.HasGlob(s) }
