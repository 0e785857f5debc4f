// Package fault is the error a user sees: what kind of failure it is, a stable
// code, where it happened and what to do about it. It knows no exit numbers and
// prints nothing; the outermost function of a program turns a Class into a
// status. It imports nothing of ours.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Class is the kind of a failure; a program maps it to an exit status and a
// server to an HTTP status.
type Class uint8

// The classes of failure, in the words of the exit code table of spec/stream.md.
const (
	Internal     Class = iota // I/O, a failing git, a bug
	Usage                     // a command line that cannot be understood
	NotFound                  // something named in the request does not exist
	Invalid                   // invalid input
	Broken                    // a broken, truncated or foreign stream
	Config                    // the layer's own configuration is invalid
	OverBudget                // the answer was printed and is over budget
	Stale                     // a check: no longer true
	Conflict                  // a check: edited by someone
	Unverifiable              // a check: cannot be judged
	Interrupted               // ended by a signal
	Refused                   // the files of today do not give what was asked
)

// Error is a failure with a place and at most one hint. The zero Code is
// "internal".
type Error struct {
	Class   Class
	Code    string // stable, snake_case
	Message string // lower case, no full stop, the offending value quoted and cut
	Path    string // file or stream, as the user named it; never absolute by our doing
	Line    int    // 1-based; 0 where there is none
	Column  int    // 1-based; 0 where there is none
	Hint    string // what to do, one line
	Err     error  // the cause, kept for errors.Is and errors.As
	Detail  any    // a code's own payload (issues, nodes), JSON-encodable; nil without one
}

// New gives an error of a class with a code and a formatted message.
func New(c Class, code, format string, args ...any) *Error {
	return &Error{Class: c, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap gives an internal error around err with a formatted message in front.
func Wrap(err error, format string, args ...any) *Error {
	return &Error{Class: Internal, Code: "internal", Message: fmt.Sprintf(format, args...), Err: err}
}

// At sets the place and returns the error itself.
func (e *Error) At(path string, line, column int) *Error {
	e.Path, e.Line, e.Column = path, line, column
	return e
}

// WithHint sets the hint and returns the error itself.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// Error is "path:line:column: message: cause" with the absent parts left out;
// the hint is not part of it.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
			if e.Column > 0 {
				fmt.Fprintf(&b, ":%d", e.Column)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	if e.Err != nil {
		b.WriteString(": ")
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// As gives the *Error in err's chain, or an internal one around err. It is nil
// for a nil err.
func As(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Class: Internal, Code: "internal", Message: err.Error(), Err: nil}
}

// Quote shows a value in a message: quoted, cut to 60 runes, controls escaped.
func Quote(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		r := []rune(s)
		s = string(r[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
