package walk

import (
	"context"
	"maps"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/stream"
)

// Filter reads a stream of seeds, walks, and writes the walk under the tool and
// version of h. Nothing is written before the whole input has proved sound.
func Filter(ctx context.Context, r *stream.Reader, h stream.Header, o Options, open func(stream.Header) (*stream.Writer, error)) error {
	var seeds seed.Result
	filtered := r.Filtered()
	asked := false
	store, err := index.FromStream(r, func(rec stream.Record) error {
		switch rec.Kind {
		case stream.KindRequest:
			asked = true
			var q seed.RequestRecord
			err := rec.Decode(&q)
			seeds.Request, seeds.Flags = q.Resolved, q.Flags
			return err
		case stream.KindSeed:
			var s seed.Seed
			if err := rec.Decode(&s); err != nil {
				return err
			}
			seeds.Seeds = append(seeds.Seeds, s)
		case stream.KindLocal:
			var l seed.Local
			if err := rec.Decode(&l); err != nil {
				return err
			}
			seeds.Locals = append(seeds.Locals, l)
		case stream.KindDiagnostic:
			var d object.Diagnostic
			if err := rec.Decode(&d); err != nil {
				return err
			}
			seeds.Diagnostics = append(seeds.Diagnostics, d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !asked {
		return noRequest(r.Name())
	}
	o.Filtered = filtered
	o.Flags = indexFlags(r, o.Flags)
	res, err := Walk(ctx, store, seeds, o)
	if err != nil {
		return err
	}
	return Write(res, h, open)
}

// indexFlags adds the flags of dc-index, which travel in the header.
func indexFlags(r *stream.Reader, own map[string]string) map[string]string {
	h, err := r.Header()
	if err != nil || len(h.Flags) == 0 {
		return own
	}
	all := maps.Clone(h.Flags)
	maps.Copy(all, own)
	return all
}

func noRequest(name string) error {
	return fault.New(fault.Broken, "broken_stream", "the stream holds no request").At(name, 0, 0).WithHint("the stages are dc-index | dc-seed | dc-walk | dc-budget")
}
