package pattern

import "testing"

func TestLate(t *testing.T) {
	digits := Late(`\d+`)
	if got := digits().FindString("a12"); got != "12" {
		t.Errorf("found %q", got)
	}
	if digits() != digits() {
		t.Error("it was compiled twice")
	}
	defer func() {
		if recover() == nil {
			t.Error("a broken expression was taken")
		}
	}()
	Late(`(`)()
}
