package compiled

import (
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/capsule"
)

// Every edit of a single byte of a real artifact: replaced, removed,
// doubled, at every position. With the sidecar it is a conflict; without one a
// conflict or unverifiable. It is never current and never stale, also when a
// cited source changed besides.
func TestEveryByteOfAnArtifactCounts(t *testing.T) {
	t.Parallel()
	s := compiledIn(t, "", capsule.Request{})
	art := []byte(s.made())
	side := readSidecar([]byte(get(t, s.dir, sideName)))
	src := onDisk(t, s.dir)
	if c, err := judge(t.Context(), evidenceOf{s.cap, art, side}, src); err != nil || c.Status != Current {
		t.Fatal(c, err)
	}
	stale := library(t, "")
	put(t, stale, "docs/retry.md", "# Retries\n\nOther.\n")
	edits := 0
	for i := range art {
		for _, edited := range editsAt(art, i) {
			if string(edited) == string(art) {
				continue
			}
			edits++
			with, err := judge(t.Context(), evidenceOf{s.cap, edited, side}, src)
			if err != nil || with.Status != Conflict {
				t.Fatalf("byte %d with a sidecar: %v %v", i, with, err)
			}
			bare, err := judge(t.Context(), evidenceOf{s.cap, edited, nil}, src)
			if err != nil || bare.Status != Conflict && bare.Status != Unverifiable {
				t.Fatalf("byte %d alone: %v %v: %q", i, bare, err, edited[max(0, i-30):min(len(edited), i+30)])
			}
			if i%7 == 0 {
				old, err := judge(t.Context(), evidenceOf{s.cap, edited, nil}, onDisk(t, stale))
				if err != nil || old.Status != bare.Status {
					t.Fatalf("byte %d, with a source changed: %v %v", i, old, err)
				}
			}
			if i%5 != 0 {
				continue
			}
			forged := *side
			forged.Output.Digest = canon.Hash(edited)
			if c, err := judge(t.Context(), evidenceOf{s.cap, edited, &forged}, src); err != nil || c.Status != Conflict && c.Status != Unverifiable {
				t.Fatalf("byte %d with a forged sidecar: %v %v", i, c, err)
			}
		}
	}
	t.Logf("%d edits of %d bytes", edits, len(art))
}

func editsAt(art []byte, i int) [][]byte {
	at := func(mid ...byte) []byte {
		return append(append(append([]byte{}, art[:i]...), mid...), art[i+1:]...)
	}
	return [][]byte{at(art[i] ^ 1), at(), at(art[i], art[i])}
}

// The Capsule is held by its own identity: no edit of its bytes passes for it,
// but for white space between values and the order of keys.
func TestEveryByteOfACapsuleCounts(t *testing.T) {
	t.Parallel()
	s := compiledIn(t, "", capsule.Request{})
	art, src := s.made(), onDisk(t, s.dir)
	for i := range s.cap {
		for _, edited := range editsAt(s.cap, i)[:1] {
			c, err := judge(t.Context(), evidenceOf{capsule: edited, markdown: []byte(art)}, src)
			if err != nil || c.Status == Current || c.Status == Stale {
				t.Fatalf("byte %d: %v %v: %q", i, c, err, edited[max(0, i-30):min(len(edited), i+30)])
			}
		}
	}
}
