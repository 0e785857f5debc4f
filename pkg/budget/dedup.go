package budget

import "strconv"

// The keys of a dedup row and the kinds of a conflict.
const (
	KeyURI      = "uri"
	KeyPath     = "path"
	KeyIdentity = "identity"

	ConflictVersion    = "version"
	ConflictSupersedes = "supersedes"
)

// dedup applies the five rules in their order, then says of each thing that
// stays in how many ways it was reached.
func (p *plan) dedup() {
	p.paths()
	p.families()
	p.replaced()
	p.supersedes()
	p.stale()
	for _, it := range p.alive {
		if it.ways > 1 {
			p.folded(KeyURI, it, nil, "reached "+strconv.Itoa(it.ways)+" ways, given once")
		}
	}
}

func (p *plan) folded(key string, kept *item, dropped []string, detail string) {
	p.answer.Deduplicated = append(p.answer.Deduplicated,
		Deduplicated{Kept: kept.URI, Dropped: list(dropped), Key: key, Detail: detail, Paths: kept.ways})
}

// conflict shows that current and against cannot both be followed.
func (p *plan) conflict(kind string, current, against *item, detail string) {
	p.answer.Conflicts = append(p.answer.Conflicts, Conflict{Current: current.URI, Against: against.URI, Kind: kind, Detail: detail})
}
