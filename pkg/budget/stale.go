package budget

import (
	"fmt"

	"majordomus/pkg/walk"
)

// isStale reports a status that says the thing is no longer in force.
func isStale(status string) bool {
	switch status {
	case "deprecated", "superseded", "rejected":
		return true
	}
	return false
}

// stale leaves out what says of itself that it is no longer in force; a seed
// stays, with a warning.
func (p *plan) stale() {
	p.keep(func(it *item) bool {
		if !isStale(it.Status) {
			return true
		}
		if it.Seed {
			p.warn("stale_seed", fmt.Sprintf("%s was asked for and is %s", it.URI, it.Status), it.Provenance.Path)
			return true
		}
		p.exclude(it, walk.OutStale, "its status is "+it.Status)
		return false
	})
}

// replaced leaves out the contracts that another replaces on every path they
// would stand for.
func (p *plan) replaced() {
	p.keep(func(it *item) bool {
		if it.Replaced == "" || it.Seed {
			return true
		}
		p.exclude(it, walk.OutSuperseded, "replaced by "+it.Replaced+" on every path in question")
		return false
	})
}
