package capsule

import (
	"strings"

	"majordomus/pkg/object"
)

// passage is a run of whole lines, both inclusive, that can be evidence.
type passage struct {
	first, last int
	heading     string // section or symbol; "" for none
}

// Sizes of passages. A section up to wholeSection bytes is one passage; a longer
// one falls into its paragraphs, the short ones joined; what has no structure
// falls into pieces.
const (
	wholeSection = 1500
	shortest     = 300
	longest      = 4000
	pieceLines   = 40
)

// passages cuts a document, or lines first to last of it, into passages that
// together hold every line with text.
func passages(p *page, path string, symbols []object.Symbol, first, last int) []passage {
	last = min(last, p.lines())
	switch {
	case first > last:
		return nil
	case len(symbols) > 0:
		return ofSymbols(p, symbols, first, last)
	case isProse(path):
		return ofProse(p, first, last)
	}
	return pieces(p, nil, first, last, "")
}

func isProse(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	for _, ext := range []string{".md", ".mdc", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".txt"} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	return !strings.Contains(name, ".")
}

// pieces cuts lines into runs of at most pieceLines, at a blank line where the
// second half of a run has one.
func pieces(p *page, out []passage, first, last int, heading string) []passage {
	for {
		first, last = trim(p, first, last)
		if first > last {
			return out
		}
		end := last
		if last-first >= pieceLines {
			end = first + pieceLines - 1
			for n := end; n > first+pieceLines/2; n-- {
				if p.line(n) == "" {
					end = n
					break
				}
			}
		}
		a, b := trim(p, first, end)
		out = append(out, passage{a, b, heading})
		first = end + 1
	}
}

// trim drops blank lines at both ends.
func trim(p *page, first, last int) (int, int) {
	for first <= last && p.line(first) == "" {
		first++
	}
	for last >= first && p.line(last) == "" {
		last--
	}
	return first, last
}

// ofSymbols gives one passage a declaration, with the comment above it, and
// pieces of what lies between. A declaration that holds others, such as a
// class, is given beside them while it is short enough to be read whole.
func ofSymbols(p *page, symbols []object.Symbol, first, last int) []passage {
	covered := make([]bool, p.lines()+2)
	var out []passage
	for _, s := range symbols {
		a, b := trim(p, max(s.Start, first), min(s.End, last))
		if a > b {
			continue
		}
		holds := holdsOthers(symbols, s)
		if holds && p.size(a, b) > wholeSection {
			continue
		}
		a = above(p, a, first, symbols)
		if p.size(a, b) > longest {
			out = pieces(p, out, a, b, s.Name)
		} else {
			out = append(out, passage{a, b, s.Name})
		}
		for n := a; n <= b && !holds; n++ {
			covered[n] = true
		}
	}
	for n := first; n <= last; n++ {
		if covered[n] {
			continue
		}
		end := n
		for end < last && !covered[end+1] {
			end++
		}
		out = pieces(p, out, n, end, enclosing(symbols, n))
		n = end
	}
	return out
}

func holdsOthers(symbols []object.Symbol, s object.Symbol) bool {
	for _, o := range symbols {
		if o.Name != s.Name && o.Start >= s.Start && o.End <= s.End && (o.Start > s.Start || o.End < s.End) {
			return true
		}
	}
	return false
}

// above moves the first line of a declaration up over the lines that stand
// right above it and belong to no other.
func above(p *page, line, first int, symbols []object.Symbol) int {
	const most = 30
	for n := 0; n < most && line > first && p.line(line-1) != ""; n++ {
		for _, s := range symbols {
			if s.End == line-1 || s.Start == line-1 {
				return line
			}
		}
		line--
	}
	return line
}

// enclosing is the smallest symbol around a line.
func enclosing(symbols []object.Symbol, line int) string {
	name, size := "", 0
	for _, s := range symbols {
		if n := s.End - s.Start + 1; s.Start <= line && line <= s.End && (size == 0 || n < size) {
			name, size = s.Name, n
		}
	}
	return name
}
