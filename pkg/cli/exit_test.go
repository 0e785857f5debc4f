package cli

import (
	"testing"

	"majordomus/pkg/fault"
)

// TestStatuses is the table of spec/stream.md.
func TestStatuses(t *testing.T) {
	for _, c := range []struct {
		class         fault.Class
		usual, family int
	}{
		{fault.Internal, 1, 1}, {fault.Usage, 2, 1}, {fault.NotFound, 12, 1}, {fault.Invalid, 13, 1}, {fault.Broken, 14, 1},
		{fault.Config, 10, 10}, {fault.OverBudget, 10, 10}, {fault.Stale, 3, 3}, {fault.Conflict, 4, 4}, {fault.Unverifiable, 2, 2},
		{fault.Interrupted, 130, 130},
	} {
		if got := exitOf(c.class, false); got != c.usual {
			t.Errorf("class %d ends with %d, not %d", c.class, got, c.usual)
		}
		if got := exitOf(c.class, true); got != c.family {
			t.Errorf("in the context family class %d ends with %d, not %d", c.class, got, c.family)
		}
	}
	for word, want := range map[string]bool{"context": true, "devcontext": false} {
		a := &app{tool: "majordomus", args: []string{"-q", word, "compiled"}}
		if a.contextFamily() != want {
			t.Errorf("%s: context family is %t", word, !want)
		}
	}
}
