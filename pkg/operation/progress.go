package operation

import "context"

// Progress takes how far long work has come.
type Progress func(done, total int, what string)

type progressKey struct{}

// WithProgress lets the work under ctx report.
func WithProgress(ctx context.Context, p Progress) context.Context {
	if p == nil {
		return ctx
	}
	return context.WithValue(ctx, progressKey{}, p)
}

// Report tells whoever listens under ctx how far work has come.
func Report(ctx context.Context, done, total int, what string) {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		p(done, total, what)
	}
}
