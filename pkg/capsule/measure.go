package capsule

import (
	"strconv"

	"majordomus/pkg/canon"
)

// measure is what a Capsule uses.
type measure struct{ bytes, tokens int64 }

// clearlyOver reports that the passages alone exceed a budget.
func (b *build) clearlyOver(sel selection) bool {
	bytes := int64(0)
	for _, c := range sel.chosen {
		bytes += int64(c.size())
	}
	over := bytes > b.bytesAsked()
	if b.q.Estimator == Conservative {
		over = over || bytes > b.q.BudgetTokens
	}
	return over
}

// measure fills in the identity and the used figures of a Capsule: the least
// fixed point, since the figures count themselves. The canonical JSON is put
// together out of what each candidate keeps of its own: encoding all of it anew
// for each selection that is tried took nine tenths of a build.
func (b *build) measure(c *Capsule, sel selection) measure {
	rest := *c
	rest.Evidence = []Evidence{}
	v := mustOf(&rest)
	c.CapsuleID = canon.Hash(encode(nil, bareOf(v), sel))
	tail := encode(nil, replace(without(v, "budget"), "capsuleId", canon.Text(c.CapsuleID)), sel)[1:]
	c.Budget.UsedBytes, c.Budget.UsedTokens = 0, 0
	for {
		text := append(canonical(c.Budget), ',')
		text = append(append([]byte(`{"budget":`), text...), tail...)
		m := measure{int64(len(text)), int64(b.estimator.Count(text))}
		if m.bytes <= c.Budget.UsedBytes && m.tokens <= c.Budget.UsedTokens {
			return m
		}
		// A figure takes more digits, and tokens, only where it is larger, so this
		// climbs to the least fixed point and ends.
		c.Budget.UsedBytes, c.Budget.UsedTokens = m.bytes, m.tokens
	}
}

// encode writes a mapping with the passages of a selection as its evidence.
func encode(out []byte, v canon.Value, sel selection) []byte {
	out = append(out, '{')
	for i, m := range sortedMembers(v) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(canon.AppendString(out, m.Key.Text), ':')
		if m.Key.Text == "evidence" {
			out = appendEvidence(out, sel)
			continue
		}
		out = m.Value.Append(out, canon.UTF16)
	}
	return append(out, '}')
}

func appendEvidence(out []byte, sel selection) []byte {
	out = append(out, '[')
	for i, c := range sel.chosen {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(append(out, c.head...), int64(i+1), 10)
		out = append(out, c.tail...)
	}
	return append(out, ']')
}
