package terms

import "testing"

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		text, phrase string
		want         bool
	}{
		{"a connection was refused here", "connection refused", true}, // stop words count for nothing
		{"refused connections", "connection refused", false},
		{"connections refused", "connection refused", true},
		{"retryLoop", "retry loop", true},
		{"", "retry loop", false},
		{"retry retry loop", "retry loop", true},
	} {
		var phrase []string
		for _, w := range Words(c.phrase) {
			phrase = append(phrase, Normal(w))
		}
		if got := Holds(c.text, phrase); got != c.want {
			t.Errorf("%q in %q: %v", c.phrase, c.text, got)
		}
	}
}
