package devcontext

import (
	"strconv"

	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// memoSize is how many counts a Counter keeps in one generation.
const memoSize = 1 << 16

// Counter counts the tokens of objects under a real tokenizer, each content
// once. Safe for concurrent use.
type Counter struct {
	bodies *Bodies
	memo   *token.Memo
}

// NewCounter counts the bodies of a tree under an estimator.
func NewCounter(b *Bodies, e token.Estimator) *Counter {
	return &Counter{bodies: b, memo: token.NewMemo(e, memoSize)}
}

// Estimator is the one it counts under.
func (c *Counter) Estimator() token.Estimator { return c.memo.Estimator() }

// Count gives the tokens of an object, or of its lines where it has a span. A
// file that no longer has the object's content is an error.
func (c *Counter) Count(o *object.Object) (int64, error) {
	key := o.Hash
	if s := o.Provenance.Span; s != nil {
		key += ":" + strconv.Itoa(s.Start) + "-" + strconv.Itoa(s.End)
	}
	n, err := c.memo.Count(key, func() ([]byte, error) { return c.bodies.Of(o) })
	if err != nil {
		return 0, err
	}
	return int64(max(1, n)), nil
}
