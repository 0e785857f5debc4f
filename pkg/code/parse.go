package code

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"majordomus/pkg/object"
)

// The parse budget of a file. What goes beyond it keeps no symbols and imports.
const (
	MaxBytes   = 4 << 20   // size
	MaxTokens  = 1_500_000 // steps
	MaxSymbols = 10_000
	MaxLine    = 256 << 10 // bytes of one line
	mostlyLine = 32 << 10  // bytes of one line that is more than half of the file
	// Of 5,000 real files none took more than 2 steps a token; hostile ones end here.
	stepsPerToken = 64
	maxNesting    = 200 // declarations inside declarations
)

// Parse reads one file of a language: pure, linear in len(src), and within the
// budget above. Of the path only two things count: whether it is a test's
// (IsTest), and whether its suffix says that markup can occur (.tsx). The language is one of Languages; for another one, and for a
// file that is not UTF-8, the Facts are empty. It never fails: a broken file
// gives what could be read of it. src is not kept.
func Parse(lang, path string, src []byte) *Facts {
	f := &Facts{}
	if f.Truncated = overBudget(src); f.Truncated != "" || !utf8.Valid(src) {
		return f
	}
	r := newReader(lang, path, string(src), f)
	if lang == Shell {
		r.shell()
	} else if !r.declarations() {
		*f = Facts{Truncated: fmt.Sprintf("more than %d tokens", MaxTokens)}
		if !r.over {
			f.Truncated = fmt.Sprintf("more than %d steps for %d tokens", r.most, len(r.toks))
		}
		r.release()
		return f
	}
	r.finish()
	r.release()
	return f
}

// overBudget is the reason why the bytes alone are too much, or "".
func overBudget(src []byte) string {
	if len(src) > MaxBytes {
		return fmt.Sprintf("%d bytes are more than %d", len(src), MaxBytes)
	}
	if longest := longestLine(src); longest > MaxLine || longest > mostlyLine && longest > len(src)/2 {
		return fmt.Sprintf("a line of %d bytes", longest)
	}
	return ""
}

func longestLine(src []byte) int {
	longest := 0
	for len(src) > longest {
		i := bytes.IndexByte(src, '\n')
		if i < 0 {
			i = len(src)
		}
		longest = max(longest, i)
		src = src[min(i+1, len(src)):]
	}
	return longest
}

// reader turns tokens into facts.
type reader struct {
	lexer
	path     string
	lines    []int32 // where each line starts
	facts    *Facts
	seen     map[string]int // times a symbol name occurred
	declared map[string]struct{}
	steps    int      // taken over tokens
	most     int      // steps at most
	plainC   bool     // C: the words of C++ are names
	aliases  []string // Go: the name each import was given
	inModule bool     // Rust: the owner is a module and no type
	modules  int      // Rust: modules of this file around what is read
}

// keptTokens is the most room that is kept for the next file: 5 MB a worker.
const keptTokens = 1 << 18

// tokens are reused from file to file; they are most of what a parse allocates.
var tokens = sync.Pool{New: func() any { return new([]token) }}

func newReader(lang, path, src string, f *Facts) *reader {
	r := &reader{path: path, facts: f, seen: map[string]int{}, declared: map[string]struct{}{}}
	r.lexer = lexer{src: src, lang: lang, limit: MaxTokens, toks: (*tokens.Get().(*[]token))[:0]}
	r.dollar = lang == JavaScript || lang == TypeScript || lang == Java
	r.markup = lang == JavaScript || strings.HasSuffix(path, "x")
	if strings.HasPrefix(src, "\ufeff") {
		r.pos = len("\ufeff")
	}
	r.lines = append(make([]int32, 0, len(src)/32+1), 0)
	for i := 0; ; {
		j := strings.IndexByte(src[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		r.lines = append(r.lines, int32(i))
	}
	return r
}

func (r *reader) release() {
	if toks := r.toks[:0]; cap(toks) <= keptTokens {
		tokens.Put(&toks)
	}
}

// declarations reads everything but shell; false when there are too many tokens
// or the steps are spent.
func (r *reader) declarations() bool {
	if r.lang == C {
		r.plainC = !r.looksCPP()
		r.lang = CPP // C has nothing that C++ cuts into other tokens
	}
	r.run()
	if r.over {
		return false
	}
	n := len(r.toks)
	r.most = stepsPerToken*n + 1000
	switch r.lang {
	case Go:
		r.golang()
	case Python:
		r.python()
	case JavaScript, TypeScript:
		r.script(0, n, "", 0)
		r.scriptImports()
	case Rust:
		r.rust(0, n, "", 0)
		r.rustPaths()
	case Java:
		r.java(0, n, "", 0)
	case Kotlin:
		r.kotlin(0, n, "", 0)
	case CPP:
		r.defines()
		r.cpp(0, n, "", 0)
	case CSharp:
		r.csharp(0, n, "", 0)
	case Ruby:
		r.ruby()
	case PHP:
		r.php(0, n, "", 0)
	case Swift:
		r.swift(0, n, "", 0)
	}
	return r.steps <= r.most
}

// looksCPP reports whether a file of C, or a header of either, is C++: a line
// begins with a word that opens nothing in C.
func (r *reader) looksCPP() bool {
	for _, at := range r.lines {
		rest := r.src[at:]
		for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			rest = rest[1:]
		}
		if rest == "" || strings.IndexByte("cntup", rest[0]) < 0 {
			continue
		}
		for _, w := range [...]string{"class ", "namespace ", "template <", "template<", "using ", "public:", "private:", "constexpr "} {
			if strings.HasPrefix(rest, w) {
				return true
			}
		}
	}
	return false
}

// finish orders what was found and takes the symbols away when they are too many.
func (r *reader) finish() {
	f := r.facts
	slices.SortStableFunc(f.Symbols, func(a, b object.Symbol) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	r.tellApart()
	if len(f.Symbols) > MaxSymbols {
		f.Truncated = fmt.Sprintf("more than %d symbols", MaxSymbols)
		f.Symbols = nil
	}
	f.Declared = sortedNames(r.declared)
	for _, c := range r.comments {
		f.Comments = append(f.Comments, Range{c.start, c.end})
	}
}

// tellApart tells symbols of one name apart: the second is name~2.
func (r *reader) tellApart() {
	for i := range r.facts.Symbols {
		s := &r.facts.Symbols[i]
		r.seen[s.Name]++
		if n := r.seen[s.Name]; n > 1 {
			s.Name = fmt.Sprintf("%s~%d", s.Name, n)
		}
	}
}

func sortedNames(set map[string]struct{}) []string {
	if len(set) == 0 {
		return nil
	}
	names := make([]string, 0, len(set))
	for n := range set {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
