package route

import (
	"os"
	"slices"
	"sort"
	"strings"

	"majordomus/pkg/canon"
)

// SchemaVersion is the only version there is.
const SchemaVersion = "v1"

// Index is a valid route index in canonical order.
type Index struct {
	SourceHash string
	ByPath     []Route // by path, normalised
	BySymbol   []Route // by symbol, trimmed
}

// Route binds one path or symbol to nodes.
type Route struct {
	Key     string
	Records []Record // by node id, reason and provenance; a node once
}

// Record is one binding.
type Record struct {
	NodeID     string
	Reason     string
	Provenance canon.Value // a string or a mapping
}

func (r Record) spelled() string { return string(r.Provenance.Append(nil, canon.CodePoint)) }

func (r Record) value() canon.Value {
	return object(
		field("node_id", canon.Text(r.NodeID)),
		field("provenance", r.Provenance),
		field("reason", canon.Text(r.Reason)),
	)
}

func object(members ...canon.Member) canon.Value { return canon.Mapping(members) }

func field(name string, v canon.Value) canon.Member {
	return canon.Member{Key: canon.Key{Kind: canon.String, Text: name}, Value: v}
}

// Load reads and parses a file; one that cannot be read is an issue too.
func Load(path string) (*Index, []Issue) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, []Issue{{Code: ReadError, Location: wholeIndex(), Message: err.Error()}}
	}
	return Parse(path, data)
}

// Parse parses the text of a route index, whose name decides the format (see
// Decode). It gives the index, or every issue of the first stage that found
// any.
func Parse(name string, data []byte) (*Index, []Issue) {
	v, problems := Decode(name, data)
	if len(problems) == 0 {
		return ParseValue(v)
	}
	var issues []Issue
	for _, p := range problems {
		i := Issue{Code: ParseError, Location: wholeIndex(), Message: p.place() + p.Message}
		if p.Repeated != nil {
			i.Code, i.Location = RepeatedKey, wholeIndex(keyStep(*p.Repeated))
		}
		issues = append(issues, i)
	}
	return nil, unique(issues)
}

// ParseValue parses a route index that is in memory already.
func ParseValue(v canon.Value) (*Index, []Issue) {
	if v.Kind() != canon.Map {
		return nil, []Issue{{Code: SchemaValidation, Location: wholeIndex(), Message: "a mapping expected, this is " + v.Kind().String()}}
	}
	var c check
	c.raw(v)
	if len(c.issues) > 0 {
		return nil, unique(c.issues)
	}
	ix := c.model(v)
	if len(c.issues) > 0 {
		return nil, c.issues
	}
	return ix, nil
}

// Empty is the index that binds nothing.
func Empty() *Index { return &Index{} }

// Canonical is the canonical JSON of the index.
func (ix *Index) Canonical() []byte {
	return object(
		field(byPath, routes(ix.ByPath)),
		field(bySymbol, routes(ix.BySymbol)),
		field("schema_version", canon.Text(SchemaVersion)),
		field("source_hash", canon.Text(ix.SourceHash)),
	).Append(nil, canon.CodePoint)
}

func routes(list []Route) canon.Value {
	members := make([]canon.Member, len(list))
	for i, r := range list {
		records := make([]canon.Value, len(r.Records))
		for j, rec := range r.Records {
			records[j] = rec.value()
		}
		members[i] = field(r.Key, canon.Items(records))
	}
	return canon.Mapping(members)
}

// Hash is the hash of the canonical form, lower-case hex without a prefix.
func (ix *Index) Hash() string { return canon.Hash(ix.Canonical()) }

// Path gives the records of a normalised path.
func (ix *Index) Path(path string) []Record { return find(ix.ByPath, path) }

// Symbol gives the records of a trimmed symbol.
func (ix *Index) Symbol(symbol string) []Record { return find(ix.BySymbol, symbol) }

func find(list []Route, key string) []Record {
	i := sort.Search(len(list), func(i int) bool { return list[i].Key >= key })
	if i < len(list) && list[i].Key == key {
		return list[i].Records
	}
	return nil
}

// collect gathers routes by key in canonical order.
func collect(keys map[string][]Record) []Route {
	out := make([]Route, 0, len(keys))
	for k, records := range keys {
		slices.SortFunc(records, compareRecords)
		out = append(out, Route{Key: k, Records: records})
	}
	slices.SortFunc(out, func(a, b Route) int { return strings.Compare(a.Key, b.Key) })
	return out
}
