// Package stream carries records between stages as NDJSON: a header, records in
// their order, an end with counts and a digest (spec/stream.md). It knows no
// record's meaning beyond those two. A stream that Read accepts to its end is
// whole: nothing was cut off, changed or left out on the way, unless its reader
// was told that somebody filters.
package stream

import (
	gojson "github.com/goccy/go-json"

	"majordomus/pkg/object"
)

// Schema is the version of the format spoken here.
const Schema = 1

// The streams a stage writes.
const (
	Index = "index"
	Seeds = "seeds"
	Walk  = "walk"
)

// The record kinds that stages know.
const (
	KindHeader     = "header"
	KindObject     = "object"
	KindEdge       = "edge"
	KindText       = "text" // what a search knows of an object
	KindDiagnostic = "diagnostic"
	KindRequest    = "request"
	KindSeed       = "seed"
	KindLocal      = "local"
	KindCandidate  = "candidate"
	KindEnd        = "end"
)

// Header opens a stream.
type Header struct {
	Stream  string            `json:"stream"` // index, seeds or walk
	Schema  int               `json:"schema"`
	Tool    string            `json:"tool"`    // the stage that wrote it
	Version string            `json:"version"` // of that tool
	Git     object.Git        `json:"git"`
	Walk    gojson.RawMessage `json:"walk,omitempty"`  // walk streams: how the walk was made
	Flags   map[string]string `json:"flags,omitempty"` // index and seeds streams: flags of dc-index that change an answer, for its request_digest
}

// End closes a stream.
type End struct {
	Stream      string         `json:"stream"`
	Counts      map[string]int `json:"counts"`      // per record kind, header and end aside
	Fingerprint string         `json:"fingerprint"` // of the index; travels unchanged
	Digest      string         `json:"digest,omitempty"`
}
