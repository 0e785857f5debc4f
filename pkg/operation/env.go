package operation

import "context"

// Env is what the surface gives a handler.
type Env struct{}

// Ready reports the state of the index, or why there is none.
func (e *Env) Ready(ctx context.Context) (any, error) { return nil, nil }
