package capsule

import (
	"context"
	"fmt"
	"os"
	"testing"

	"majordomus/pkg/synth"
)

// tree makes a synthetic repository of about n objects.
func tree(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	if err := synth.WriteTree(context.Background(), root, synth.Spec{Objects: n, Seed: 7}); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkCapsule builds and verifies over 2,000 and 20,000 documents, beside
// reading each of them once: the limit of a build that searches today's bytes.
func BenchmarkCapsule(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		dir := tree(b, n)
		s := sources(b, dir)
		var size int64
		b.Run(fmt.Sprintf("read/%d", n), func(b *testing.B) {
			for b.Loop() {
				size = readAll(b, s)
			}
			b.SetBytes(size)
		})
		q := Request{Goal: "How does the retry of a failed cache request behave under a lock?", BudgetTokens: 24_000}
		var c *Capsule
		b.Run(fmt.Sprintf("build/%d", n), func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				var err error
				if c, err = Build(b.Context(), q, s); err != nil {
					b.Fatal(err)
				}
			}
		})
		disk := Sources{Tree: s.Tree}
		b.Run(fmt.Sprintf("verify/%d", n), func(b *testing.B) {
			for b.Loop() {
				if v, err := Verify(b.Context(), c, disk); err != nil || v.Status != Unchanged {
					b.Fatal(v, err)
				}
			}
		})
		raw := text(b, c)
		b.Run(fmt.Sprintf("parse/%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				if _, err := Parse(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func readAll(b *testing.B, s Sources) (size int64) {
	b.Helper()
	last := ""
	from := s.Tree.Reader()
	defer from.Close()
	for i := range s.Store.Under("") {
		p := s.Store.Path(i)
		if p == last {
			continue
		}
		last = p
		data, err := from.Read(p)
		if err != nil {
			b.Fatal(err)
		}
		size += int64(len(data))
	}
	return size
}
