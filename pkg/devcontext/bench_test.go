package devcontext

import (
	"context"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/seed"
	"majordomus/pkg/synth"
	"majordomus/pkg/walk"
)

// BenchmarkResidentCompile is a server's cache miss at 10,000 objects, with the
// answer encoded.
func BenchmarkResidentCompile(b *testing.B) {
	spec := synth.Spec{Objects: 10_000, Seed: 1}
	store, err := synth.Store(spec)
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Store: store, Tables: walk.NewTables(store), NoLocal: true, Root: "."}
	for name, q := range map[string]seed.Request{
		"no-seed":   {},
		"issue":     {Issue: new("I0000042")},
		"milestone": {Milestone: new("m000003")},
		"intent":    {Intent: new("refactor the parser and its tests")},
	} {
		b.Run(name, func(b *testing.B) {
			entries := 0
			for b.Loop() {
				c, err := Compile(context.Background(), q, o)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := budget.Encode(c.Answer); err != nil {
					b.Fatal(err)
				}
				entries = len(c.Walk.Candidates)
			}
			b.ReportMetric(float64(entries), "candidates")
		})
	}
}
