//go:build unix

package walk_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"majordomus/pkg/seed"
	"majordomus/pkg/synth"
	"majordomus/pkg/walk"
)

// cpu is the processor time this process has used, in nanoseconds: on a machine
// that others use too it says more than the clock.
func cpu(t testing.TB) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// BenchmarkWalk is a resident process: one store, one request after another.
func BenchmarkWalk(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		s, spec := synthetic(b, n)
		var seeds []seed.Result
		for _, q := range synth.Requests(spec, 64) {
			seeds = append(seeds, resolved(b, s, q))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tables := walk.NewTables(s)
			for _, r := range seeds {
				if _, err := walk.Walk(context.Background(), s, r, walk.Options{Tables: tables}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			i, candidates, before := 0, 0, cpu(b)
			for b.Loop() {
				res, err := walk.Walk(context.Background(), s, seeds[i%len(seeds)], walk.Options{Tables: tables})
				if err != nil {
					b.Fatal(err)
				}
				candidates += len(res.Candidates)
				i++
			}
			b.ReportMetric(float64(candidates)/float64(b.N), "candidates/op")
			b.ReportMetric(float64(cpu(b)-before)/float64(b.N), "cpu-ns/op")
		})
		for _, c := range []struct {
			name string
			q    seed.Request
		}{{"issue", issue("I0000042")}, {"intent", intent("parse the retry queue and its cache")}} {
			r := resolved(b, s, c.q)
			b.Run(fmt.Sprint(n, "/first/", c.name), func(b *testing.B) { // nothing prepared, as in one command
				before := cpu(b)
				for b.Loop() {
					if _, err := walk.Walk(context.Background(), s, r, walk.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(cpu(b)-before)/float64(b.N), "cpu-ns/op")
			})
		}
	}
}
