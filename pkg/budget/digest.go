package budget

import (
	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// digest fills in the request_digest: everything but the index that an answer
// follows from.
func (p *plan) digest() error {
	a := &p.answer
	covered := struct {
		Request seed.Resolved `json:"request"`
		Walk    walk.Settings `json:"walk"`
		Git     object.Git    `json:"git"`
	}{a.Request, a.Walk, a.Git.Git}
	var err error
	if a.RequestDigest, err = canon.HashOf(covered); err != nil {
		return fault.Wrap(err, "digest the request")
	}
	return nil
}
