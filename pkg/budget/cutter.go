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
// as JSON.
type cutter struct {
	shape *stream.Shape     // of a candidate
	words map[string]string // kinds, statuses and the like, one copy each
	items slab[item]
	cands slab[walk.Candidate]
}

// item cuts a record, whose line has to stay as it is; false when its line is not exactly what we write, and so
// has to be decoded.
func (c *cutter) item(rec stream.Record) (it *item, ok bool) {
	it = c.items.next()
	it.Candidate = c.cands.next()
	from, to, known := 0, 0, true
	ok = c.shape.Visit(rec, func(key, value []byte) {
		switch string(key) {
		case "uri":
			from = cap(rec.Line) - cap(key) - 1
		case "required":
			to = cap(rec.Line) - cap(value) + len(value)
		}
		known = c.set(it, key, value) && known
	})
	if !ok || !known {
		return nil, false
	}
	if it.Out == walk.OutUnresolved && rec.Decode(it.Candidate) != nil {
		return nil, false
	}
	it.raw = rec.Line[from:to]
	return it, true
}

// set takes one member; false for one that does not decode.
func (c *cutter) set(it *item, key, v []byte) bool {
	switch string(key) {
	case "uri":
		it.URI = text(v)
	case "kind":
		it.Kind = object.Kind(c.word(v))
	case "status":
		it.Status = c.word(v)
	case "provenance":
		it.Provenance.Path = text(path(v))
	case "tier":
		it.Tier = object.Tier(c.word(v))
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
		it.Out = walk.Reason(c.word(v))
	case "collection":
		it.Collection = v[0] == 't'
	case "family":
		it.FamilyOf = text(v)
	case "family_version":
		it.FamilyVer = c.word(v)
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

// skipString gives the end of the string that begins at at.
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

// word is text of which there are few.
func (c *cutter) word(v []byte) string {
	if w, ok := c.words[string(v)]; ok {
		return w
	}
	if c.words == nil {
		c.words = map[string]string{}
	}
	w := text(v)
	c.words[string(v)] = w
	return w
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

// discoveries counts them and tells whether all followed edges. A quote inside a
// string is escaped, so no text can look like the beginning of one.
func discoveries(v []byte) (n int, onEdges bool) {
	n = bytes.Count(v, []byte(`{"selector":"`))
	return n, n > 0 && n == bytes.Count(v, []byte(`{"selector":"relation"`))
}
