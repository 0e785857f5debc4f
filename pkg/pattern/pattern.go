// Package pattern holds regular expressions that cost nothing until they are
// used: compiling those of all packages at the start would take every command a
// millisecond.
package pattern

import (
	"regexp"
	"sync"
)

// Late gives a function that compiles an expression when it is first called and
// gives it again afterwards, to any number of goroutines. An expression that does
// not compile panics then, as regexp.MustCompile does.
func Late(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
