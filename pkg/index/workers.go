package index

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// chunk is how many neighbouring items a worker takes at a time: enough to gain
// from a cursor's open folders, few enough to share the work evenly. One folder
// of change logs can be a third of all that is read without symbols.
const chunk = 16

// parallel has do called for 0 to n-1, neighbours by one goroutine with one
// cursor. do fills slot i and nothing else, so order and worker count show in no
// result.
func parallel(ctx context.Context, t *Tree, n int, do func(c *cursor, i int)) error {
	workers := min(runtime.GOMAXPROCS(0)+1, (n+chunk-1)/chunk)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			c := newCursor(t)
			defer c.close()
			for ctx.Err() == nil {
				lo := int(next.Add(chunk)) - chunk
				if lo >= n {
					return
				}
				for i := lo; i < min(lo+chunk, n); i++ {
					do(c, i)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
