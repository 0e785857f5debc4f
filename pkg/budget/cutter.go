package budget

import (
	"bytes"
	"strconv"

	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// cutter takes out of candidate lines what the spend reads and keeps the entry
// as JSON. It may only see lines that are known to be well formed, in our
// spelling and in the declared order of keys.
type cutter struct {
	slab  []byte
	items []item
	cands []walk.Candidate
}

// next gives an empty item; many are made at once.
func (c *cutter) next() *item {
	const many = 128
	if len(c.items) == 0 {
		c.items, c.cands = make([]item, many), make([]walk.Candidate, many)
	}
	it := &c.items[0]
	it.Candidate = &c.cands[0]
	c.items, c.cands = c.items[1:], c.cands[1:]
	return it
}

// slabSize is how much of the entries is kept in one piece.
const slabSize = 1 << 20

func (c *cutter) item(rec stream.Record) (*item, error) {
	line := rec.Line
	it := c.next()
	from, to, known := -1, -1, true
	for at := 1; at < len(line) && line[at] == '"'; at++ {
		key, value, end := member(line, at)
		if from < 0 && string(key) == "uri" {
			from = at
		}
		if string(key) == "required" {
			to = end
		}
		known = it.set(key, line[value:end]) && known
		at = end
	}
	if from < 0 || to < 0 {
		return nil, rec.Fault("a candidate without uri or required")
	}
	if !known || it.Out == walk.OutUnresolved {
		if err := rec.Decode(it.Candidate); err != nil {
			return nil, err
		}
	}
	it.raw = c.keep(line[from:to])
	return it, nil
}

// keep copies an entry's members into an object of their own.
func (c *cutter) keep(members []byte) []byte {
	if need := len(members) + 2; len(c.slab)+need > cap(c.slab) {
		c.slab = make([]byte, 0, max(slabSize, need))
	}
	start := len(c.slab)
	c.slab = append(append(append(c.slab, '{'), members...), '}')
	return c.slab[start:len(c.slab):len(c.slab)]
}

// set takes one member; false for one that does not decode.
func (it *item) set(key, v []byte) bool {
	switch string(key) {
	case "uri":
		it.URI = text(v)
	case "kind":
		it.Kind = object.Kind(text(v))
	case "status":
		it.Status = text(v)
	case "provenance":
		it.Provenance.Path = text(path(v))
	case "tier":
		it.Tier = tier(v)
	case "relevance":
		it.Relevance = float(v)
	case "discovered_by":
		it.ways, it.onEdges = discoveries(v)
	case "depth":
		it.Depth = int(integer(v))
	case "cost_tokens":
		it.CostTokens = integer(v)
	case "required":
		it.Required = v[0] == 't'
	case "seed":
		it.Seed = v[0] == 't'
	case "in_reach":
		it.InReach = v[0] == 't'
	case "out":
		it.Out = walk.Reason(text(v))
	case "collection":
		it.Collection = v[0] == 't'
	case "family":
		it.FamilyOf = text(v)
	case "family_version":
		it.FamilyVer = text(v)
	case "replaced_by":
		it.Replaced = text(v)
	case "supersedes":
		return gojson.Unmarshal(v, &it.Supersedes) == nil
	case "superseded_by":
		return gojson.Unmarshal(v, &it.SupersededBy) == nil
	case "commits":
		return gojson.Unmarshal(v, &it.Commits) == nil
	}
	return true
}

// member splits the member whose key's quote stands at at.
func member(line []byte, at int) (key []byte, value, end int) {
	after := skipString(line, at)
	return line[at+1 : after-1], after + 1, skip(line, after+1)
}

// skip gives the end of the value that begins at at.
func skip(b []byte, at int) int {
	switch b[at] {
	case '"':
		return skipString(b, at)
	case '{', '[':
		depth := 0
		for {
			switch b[at] {
			case '"':
				at = skipString(b, at)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
				if depth == 0 {
					return at + 1
				}
			}
			at++
		}
	}
	for at < len(b) && b[at] != ',' && b[at] != '}' && b[at] != ']' {
		at++
	}
	return at
}

func skipString(b []byte, at int) int {
	for at++; ; {
		n := bytes.IndexByte(b[at:], '"')
		back := at + n - 1
		for back >= at && b[back] == '\\' {
			back--
		}
		if (at+n-1-back)%2 == 0 {
			return at + n + 1
		}
		at += n + 1
	}
}

// text is a JSON string's value.
func text(v []byte) string {
	if bytes.IndexByte(v, '\\') < 0 {
		return string(v[1 : len(v)-1])
	}
	var s string
	if err := gojson.Unmarshal(v, &s); err != nil {
		return string(v)
	}
	return s
}

// tier shares the six names instead of keeping a copy for each candidate.
func tier(v []byte) object.Tier {
	for _, t := range object.Tiers() {
		if string(t) == string(v[1:len(v)-1]) {
			return t
		}
	}
	return object.Tier(text(v))
}

func float(v []byte) float64 {
	f, _ := strconv.ParseFloat(string(v), 64) // the reader has checked its form
	return f
}

func integer(v []byte) int64 {
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil {
		return int64(float(v))
	}
	return n
}

// path is the member of that name of a provenance, which begins with it.
func path(provenance []byte) []byte {
	const opening = `{"path":`
	if !bytes.HasPrefix(provenance, []byte(opening)) {
		return []byte(`""`)
	}
	return provenance[len(opening):skipString(provenance, len(opening))]
}

// discoveries counts them and tells whether all followed edges.
func discoveries(v []byte) (n int, onEdges bool) {
	for at := 1; at < len(v) && v[at] == '{'; {
		end := skip(v, at)
		onEdges = (n == 0 || onEdges) && bytes.HasPrefix(v[at:], []byte(`{"selector":"relation"`))
		n++
		at = end + 1
	}
	return n, onEdges
}
