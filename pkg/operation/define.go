package operation

import (
	"context"
	"fmt"
	"reflect"
)

// Define completes an operation with its types and handler. Its input is
// decoded strictly, by JSON name, unless the input type brings its own decoder.
func Define[In, Out any](o Operation, titles [2]string, call func(context.Context, *Env, In) (Out, error)) *Operation {
	o.In, o.Out = shape[In](titles[0]), shape[Out](titles[1])
	open := o.MCP != nil && o.MCP.Open
	o.decode = func(raw []byte) (any, []string, error) {
		var in In
		if d, ok := any(&in).(Decoder); ok {
			warnings, err := d.DecodeInput(raw)
			return in, warnings, err
		}
		warnings, err := decodeStrict(raw, &in, open)
		return in, warnings, err
	}
	o.call = func(ctx context.Context, env *Env, in any) (any, error) {
		v, ok := in.(In)
		if !ok {
			return nil, fmt.Errorf("operation %s: input is %T, want %s", o.ID, in, reflect.TypeFor[In]())
		}
		return call(ctx, env, v)
	}
	return &o
}

// Decoder is an input type that reads its own JSON, because it must keep what
// a general decoder loses.
type Decoder interface {
	// DecodeInput reads raw and returns warnings about what it ignored.
	DecodeInput(raw []byte) (warnings []string, err error)
}
