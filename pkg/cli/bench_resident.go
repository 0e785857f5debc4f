package cli

import (
	"context"
	"encoding/json"
	"time"

	"majordomus/pkg/operation"
	"majordomus/pkg/seed"
)

// resident is a figure of a process that stays.
type resident struct {
	What      string  `json:"what"`
	Runs      int     `json:"runs"`
	PerSecond float64 `json:"per_second"` // one caller
	P50       int64   `json:"p50_ns"`
	P99       int64   `json:"p99_ns"`
}

func byOperation(id string) *operation.Operation {
	for _, o := range operation.List() {
		if o.ID == id {
			return o
		}
	}
	panic("cli: there is no operation " + id)
}

// resident measures compiles in a process that follows the repository: misses
// differ in their budget, so that none is kept; and the stdio round trip.
func (b *bench) resident(ctx context.Context) error {
	if len(b.flags.Operation) > 0 || len(b.flags.Surface) > 0 {
		return nil
	}
	compile := byOperation("devcontext.compile")
	n := max(100, 10*b.flags.Runs)
	budgets := int64(0)
	miss := func() json.RawMessage {
		budgets++
		return mustJSON(seed.Request{Issue: &b.subject.Issue, BudgetTokens: new(8000 + budgets)})
	}
	hit := mustJSON(seed.Request{Issue: &b.subject.Issue})
	for _, f := range []struct {
		what, surface string
		o             *operation.Operation
		in            func() json.RawMessage
	}{
		{"compile, miss, direct", "direct", compile, miss}, {"compile, hit, direct", "direct", compile, func() json.RawMessage { return hit }},
		{"compile, miss, http", "http", compile, miss}, {"compile, hit, http", "http", compile, func() json.RawMessage { return hit }},
		{"policy, mcp round trip", "mcp", byOperation("devcontext.policy"), func() json.RawMessage { return json.RawMessage(`{}`) }},
	} {
		r, err := b.rate(ctx, f.surface, f.o, f.in, n)
		if err != nil {
			return err
		}
		r.What = f.what
		b.report.Resident = append(b.report.Resident, r)
	}
	return b.firstAnswer(ctx, hit)
}

func (b *bench) rate(ctx context.Context, surface string, o *operation.Operation, in func() json.RawMessage, n int) (resident, error) {
	for _, s := range benchSurfaces() {
		if s.name != surface {
			continue
		}
		at, err := s.open(ctx, b, b.work)
		if err != nil {
			return resident{}, err
		}
		defer at.close()
		if err := at.call(o, in()); err != nil {
			return resident{}, err
		}
		times := make([]time.Duration, n)
		began := time.Now()
		for i := range n {
			start := time.Now()
			if err := at.call(o, in()); err != nil {
				return resident{}, err
			}
			times[i] = time.Since(start)
		}
		whole := time.Since(began)
		return resident{Runs: n, PerSecond: float64(n) / whole.Seconds(), P50: quantile(times, .5).Nanoseconds(), P99: quantile(times, .99).Nanoseconds()}, nil
	}
	panic("cli: there is no surface " + surface)
}

// firstAnswer is how long majordomus mcp takes from its start to the answer of
// a compile, with a warm cache.
func (b *bench) firstAnswer(ctx context.Context, in json.RawMessage) error {
	n := max(3, b.flags.Runs/2)
	times := make([]time.Duration, n)
	for i := range n {
		began := time.Now()
		at, err := openProgram(ctx, b, b.work)
		if err != nil {
			return err
		}
		if err := at.call(byOperation("devcontext.compile"), in); err != nil {
			at.close()
			return err
		}
		times[i] = time.Since(began)
		at.close()
	}
	p50 := quantile(times, .5)
	b.report.Resident = append(b.report.Resident, resident{What: "start of mcp to its first answer, warm cache", Runs: n,
		PerSecond: 1 / p50.Seconds(), P50: p50.Nanoseconds(), P99: quantile(times, .99).Nanoseconds()})
	return nil
}

// mustJSON encodes what is known to encode.
func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("cli: " + err.Error())
	}
	return raw
}
