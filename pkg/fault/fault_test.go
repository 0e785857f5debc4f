package fault_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/fault"
)

func TestErrorNamesItsPlace(t *testing.T) {
	cause := fault.Wrap(io.ErrUnexpectedEOF, "read %s", "it")
	for _, c := range []struct {
		err  *fault.Error
		want string
	}{
		{fault.New(fault.Invalid, "x", "bad %d", 7), "bad 7"},
		{fault.New(fault.Invalid, "x", "bad").At("a.yaml", 0, 9), "a.yaml: bad"},
		{fault.New(fault.Invalid, "x", "bad").At("a.yaml", 3, 0), "a.yaml:3: bad"},
		{fault.New(fault.Invalid, "x", "bad").At("a.yaml", 3, 9), "a.yaml:3:9: bad"},
		{fault.New(fault.Invalid, "x", "bad").At("", 3, 9), "bad"},
		{fault.New(fault.Invalid, "x", "bad").WithHint("do %s", "so"), "bad"},
		{cause, "read it: unexpected EOF"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if !errors.Is(cause, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
}

func TestAsFindsTheErrorInTheChain(t *testing.T) {
	if fault.As(nil) != nil {
		t.Error("no error became one")
	}
	e := fault.New(fault.Stale, "stale", "old")
	if got := fault.As(fmt.Errorf("outside: %w", e)); got != e {
		t.Errorf("got %v, want the error itself", got)
	}
	if got := fault.As(io.EOF); got.Class != fault.Internal || got.Code != "internal" || got.Message != "EOF" {
		t.Errorf("got %+v, want an internal error", got)
	}
}

func FuzzQuoteIsOneShortVisibleLine(f *testing.F) {
	for _, s := range []string{"", "a", "a\nb", "\x1b[31m", "\xff", strings.Repeat("ä", 61), "\u202e", "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := fault.Quote(s)
		if !utf8.ValidString(q) || strings.ContainsAny(q, "\n\r\x00\x1b\u202e\u2028") {
			t.Errorf("%q is not visible", q)
		}
		if n := utf8.RuneCountInString(q); n > 2+10*61 {
			t.Errorf("%d runes", n)
		}
	})
}
