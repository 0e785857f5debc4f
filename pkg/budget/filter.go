package budget

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// Filter reads a walk stream and writes its answer, one line of JSON. It gives
// the same bytes as reading the walk, Spend and Encode, and nothing at all on
// an error. The report says whether the answer is over budget.
//
// Of a stream that a stage of ours wrote, and whose digest vouches for every
// byte, only what the spend reads is decoded; the entries are handed on as they
// came. That is what makes a saved walk spend at the speed it can be read with.
func Filter(r *stream.Reader, w io.Writer, o Options) (over bool, err error) {
	h, err := r.Header()
	if err != nil {
		return false, err
	}
	p, err := readLazily(r, h, o)
	if err != nil {
		return false, err
	}
	return p.answer.Budget.OverBudget, p.encode(w)
}

// readLazily makes the plan of a stream, its entries still JSON.
func readLazily(r *stream.Reader, h stream.Header, o Options) (*plan, error) {
	result := new(walk.Result)
	if err := result.Begin(h); err != nil {
		return nil, err
	}
	var items []*item
	c := cutter{shape: stream.ShapeOf[walk.Candidate]()}
	asked := false
	r.Keep()
	ours := !r.Filtered() && (h.Tool == "majordomus" || strings.HasPrefix(h.Tool, "dc-"))
	if ours {
		r.Expect(stream.KindCandidate, c.shape)
	}
	for rec, err := range r.Records() {
		if err != nil {
			return nil, err
		}
		asked = asked || rec.Kind == stream.KindRequest
		if rec.Kind != stream.KindCandidate {
			if err := result.Take(rec); err != nil {
				return nil, err
			}
			continue
		}
		it, short := (*item)(nil), false
		if ours {
			it, short = c.item(rec)
		}
		if !short {
			if rec, err = shaped(rec); err != nil {
				return nil, err
			}
			if it, short = c.item(rec); !short {
				return nil, rec.Fault("a candidate that cannot be read: %s", fault.Quote(string(rec.Line)))
			}
		}
		items = append(items, it)
	}
	if !asked {
		return nil, fault.New(fault.Broken, "broken_stream", "the walk holds no request").At(r.Name(), 0, 0)
	}
	result.Fingerprint = r.End().Fingerprint
	if r.Filtered() {
		result.Settings.MarkFiltered()
		result.Diagnostics = append(result.Diagnostics, stream.FilteredNote())
	}
	p, err := newPlan(result, o, len(items))
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		if err := p.meet(it); err != nil {
			return nil, err
		}
	}
	return p, p.run()
}

// shaped is a candidate that another program wrote or changed, as ours writes
// it: the cutter takes nothing on trust.
func shaped(rec stream.Record) (stream.Record, error) {
	var c walk.Candidate
	if err := rec.Decode(&c); err != nil {
		return rec, err
	}
	c.DiscoveredBy = list(c.DiscoveredBy)
	body, err := stream.Marshal(&c)
	if err != nil {
		return rec, err
	}
	rec.Line = append([]byte(`{"record":"candidate",`), body[1:]...)
	return rec, nil
}

// pieceSize is about how much of an answer is written at once: memory that is
// used again costs less than memory of the answer's size.
const pieceSize = 64 << 10

// encode writes the answer, its entries as they came. What can fail is done
// before the first byte is written.
func (p *plan) encode(w io.Writer) error {
	a := p.answer
	a.Selected, a.Excluded = []walk.Entry{}, []Excluded{}
	a.fill()
	frame, err := stream.Marshal(&a)
	if err != nil {
		return err
	}
	// No string holds these bytes: it would have its quotes escaped.
	before, after, _ := bytes.Cut(frame, []byte(`"selected":[],"excluded":[]`))
	out := pieces{w: w, buf: append(make([]byte, 0, pieceSize+pieceSize/4), before...)}
	out.buf = append(out.buf, `"selected":[`...)
	for i, it := range p.selected {
		out.next(i)
		out.buf = it.append(out.buf)
	}
	out.buf = append(out.buf, `],"excluded":[`...)
	for i, r := range p.excluded {
		out.next(i)
		if out.buf, err = r.append(out.buf); err != nil {
			return err // not for the strings and numbers a row holds
		}
	}
	out.buf = append(append(append(out.buf, ']'), after...), '\n')
	return out.flush()
}

// pieces writes what gathers in buf, piece by piece. The first error stays.
type pieces struct {
	w   io.Writer
	buf []byte
	err error
}

// next is before the element i of a list.
func (p *pieces) next(i int) {
	if i > 0 {
		p.buf = append(p.buf, ',')
	}
	if len(p.buf) >= pieceSize {
		p.err = p.flush()
	}
}

func (p *pieces) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// append writes an entry as it came.
func (it *item) append(out []byte) []byte {
	return append(append(append(out, '{'), it.raw...), '}')
}

// append writes a row with its entry in the declared place.
func (r *row) append(out []byte) ([]byte, error) {
	if r.cut == nil {
		b, err := stream.Marshal(&r.Excluded)
		return append(out, b...), err
	}
	raw := r.cut.raw
	named := len(`"uri":`)
	named = skipString(raw, named) + len(`,"kind":`)
	out = append(append(out, '{'), raw[:skipString(raw, named)]...) // uri and kind, as the entry has them
	out = append(append(out, `,"tier":"`...), r.Tier...)
	out = r.appendDetail(append(out, `","reason":"budget","detail":"`...)) // plain words and numbers
	out = strconv.AppendInt(append(out, `","cost_tokens":`...), r.CostTokens, 10)
	out = strconv.AppendFloat(append(out, `,"relevance":`...), r.Relevance, 'f', -1, 64)
	if r.FitsAt > 0 {
		out = strconv.AppendInt(append(out, `,"fits_at_tokens":`...), r.FitsAt, 10)
	}
	out = r.cut.append(append(out, `,"entry":`...))
	if len(r.Commits) > 0 {
		b, err := stream.Marshal(r.Commits)
		if err != nil {
			return nil, err
		}
		out = append(append(out, `,"commits":`...), b...)
	}
	return append(out, '}'), nil
}
