package cli

import (
	"context"
	"fmt"

	"majordomus/pkg/operation"
)

// call runs an operation of the list, the same that MCP and HTTP offer, in this
// process.
func call[In, Out any](ctx context.Context, s operation.Settings, id string, in In) (out Out, err error) {
	env, err := operation.NewEnv(s)
	if err != nil {
		return out, err
	}
	defer env.Close()
	for _, o := range operation.List() {
		if o.ID != id {
			continue
		}
		v, err := o.Call(ctx, env, in)
		if err != nil {
			return out, err
		}
		out, ok := v.(Out)
		if !ok {
			return out, fmt.Errorf("operation %s gives %T", id, v)
		}
		return out, nil
	}
	return out, fmt.Errorf("there is no operation %s", id)
}
