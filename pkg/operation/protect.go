package operation

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Panic is a handler's panic as an error: the surface reports a failure, its
// log shows the stack.
type Panic struct {
	Value any
	Stack []byte
}

// Error names the panic's value; the stack is left to the log.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// protect runs f and turns a panic into an error.
func protect[V any](ctx context.Context, f func(context.Context) (V, error)) (v V, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{Value: p, Stack: debug.Stack()}
		}
	}()
	return f(ctx)
}
