package walk

import "testing"

// TestOneDiscoveryForAReason holds which of two that say the same is kept: the
// shallower, then the heavier, then the one with the smallest via.
func TestOneDiscoveryForAReason(t *testing.T) {
	in := []Discovery{
		{Selector: SelIntent, Reason: "r", Depth: 1, Weight: .5, Confidence: .9, Via: "b"},
		{Selector: SelIntent, Reason: "r", Depth: 1, Weight: .5, Confidence: .9, Via: "a"},
		{Selector: SelIntent, Reason: "r", Depth: 1, Weight: .7, Confidence: .4, Via: "c"},
		{Selector: SelIntent, Reason: "r", Depth: 0, Weight: .1, Confidence: .1, Via: "z"},
	}
	for best := 1; best <= len(in); best++ {
		for turn := range best { // in any order
			var x thing
			for i := range best {
				x.fold(in[(i+turn)%best])
			}
			want := in[best-1]
			want.Confidence = .9 // an entry's confidence is the highest there was
			if len(x.found) != 1 || x.found[0] != want {
				t.Errorf("of the first %d from %d on: %+v, want %+v", best, turn, x.found, want)
			}
		}
	}
	var x thing
	for _, d := range []Discovery{{Selector: SelRelation, Reason: "r"}, {Selector: SelRelation, Reason: "r", Edge: "imports"}, {Selector: SelRelation, Reason: "s"}, {Selector: SelContract, Reason: "r"}} {
		x.fold(d)
	}
	if len(x.found) != 4 {
		t.Errorf("different things are folded: %+v", x.found)
	}
}
