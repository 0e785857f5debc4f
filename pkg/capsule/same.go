package capsule

import "bytes"

// Same reports whether two Capsules say the same: they may differ in what does
// not bear on their evidence, the snapshot of the index and the omissions.
func (c *Capsule) Same(o *Capsule) bool {
	return bytes.Equal(c.bearing(), o.bearing())
}

func (c *Capsule) bearing() []byte {
	x := *c
	x.CapsuleID, x.Budget.UsedBytes, x.Budget.UsedTokens = "", 0, 0
	x.Retrieval.IndexSnapshot, x.Omissions = IndexSnapshot{}, Omissions{}
	x.Evidence = append([]Evidence(nil), c.Evidence...)
	for i := range x.Evidence {
		x.Evidence[i].RetrievalRank = 0
	}
	return canonical(&x)
}
