//go:build unix

package budget

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"syscall"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// spent is the processor time used so far, by this process or its children, in
// nanoseconds: unlike the time on the wall it says the same on a busy machine.
func spent(b *testing.B, who int) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// bigWalk is a saved walk of n things in reach, as large as real ones are.
func bigWalk(b *testing.B, n int) []byte {
	w := walked()
	w.Request.BudgetTokens = 24_000
	for i := range n {
		c := reached(object.URI(object.Implementation, fmt.Sprintf("pkg/module%04d/some_file_%06d.go", i/40, i)), object.TierSource, float64(250+i%700)/1000, int64(i%3000+1))
		c.Title, c.Version = "A title of usual length for this thing", "2025-01-02"
		c.Facts = map[string]string{"status": "accepted", "priority": "high", "tags": "one, two, three"}
		c.DiscoveredBy = append(c.DiscoveredBy, walk.Discovery{Selector: walk.SelScopePath, Reason: "lies under the path pkg/module that an issue of the work names", Depth: 1, Confidence: 1, Weight: .8},
			walk.Discovery{Selector: walk.SelRelation, Reason: "code that imports it", Depth: 2, Confidence: 1, Weight: .45, Via: "majordomus://implementation/pkg/module0001/other_file.go", Edge: object.Imports})
		w.Candidates = append(w.Candidates, c)
	}
	slices.SortFunc(w.Candidates, func(a, b walk.Candidate) int { return compareEntries(&a.Entry, &b.Entry) })
	return saved(b, w, "dc-walk")
}

func BenchmarkFilter(b *testing.B) {
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	start := spent(b, syscall.RUSAGE_SELF)
	for b.Loop() {
		if _, err := Filter(stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{}), io.Discard, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(spent(b, syscall.RUSAGE_SELF)-start)/float64(b.N), "cpu-ns/op")
}

func BenchmarkReadOnly(b *testing.B) {
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		r := stream.NewReader(bytes.NewReader(in), "in", stream.ReaderOptions{})
		for _, err := range r.Records() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkJq is the peer: what copying the same stream costs in jq.
func BenchmarkJq(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Fatal("the peer, jq, is not installed: ", err)
	}
	in := bigWalk(b, 20_000)
	b.SetBytes(int64(len(in)))
	start := spent(b, syscall.RUSAGE_CHILDREN)
	for b.Loop() {
		c := exec.Command(jq, "-c", ".")
		c.Stdin = bytes.NewReader(in)
		if err := c.Run(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(spent(b, syscall.RUSAGE_CHILDREN)-start)/float64(b.N), "cpu-ns/op")
}
