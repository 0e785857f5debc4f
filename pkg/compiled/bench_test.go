package compiled

import (
	"context"
	"fmt"
	"os"
	"testing"

	"majordomus/pkg/capsule"
	"majordomus/pkg/synth"
)

// BenchmarkCompiled previews and checks an artifact of a repository of 2,000 and
// 20,000 documents: neither reads more of it than what is cited.
func BenchmarkCompiled(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		dir := b.TempDir()
		root, err := os.OpenRoot(dir)
		if err != nil {
			b.Fatal(err)
		}
		if err := synth.WriteTree(context.Background(), root, synth.Spec{Objects: n, Seed: 7}); err != nil {
			b.Fatal(err)
		}
		root.Close()
		_, raw := built(b, dir, capsule.Request{Goal: "How does the retry of a failed cache request behave under a lock?", BudgetTokens: 24_000})
		s := onDisk(b, dir)
		var p *Preview
		b.Run(fmt.Sprintf("preview/%d", n), func(b *testing.B) {
			for b.Loop() {
				if p, err = PreviewCapsule(b.Context(), PreviewInput{Capsule: raw, BudgetTokens: 24_000}, s); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("check/%d", n), func(b *testing.B) {
			for b.Loop() {
				if c, err := CheckArtifact(b.Context(), CheckInput{Capsule: raw, Markdown: p.Markdown}, s); err != nil || c.Status != Current {
					b.Fatal(c, err)
				}
			}
		})
	}
}
