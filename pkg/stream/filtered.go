package stream

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"majordomus/pkg/object"
)

// FilteredNote is the diagnostic that stands for the checks a filtered stream
// goes without. It is the same for every stage, so an answer shows it once.
func FilteredNote() object.Diagnostic {
	return object.Diagnostic{
		Severity: object.Info, Code: "filtered",
		Message: "the stream was filtered on its way: its counts and digest were not checked",
	}
}

// FilteredFlag stands for --filtered among the flags a request_digest covers.
const FilteredFlag = "filtered"

// HasFilteredNote reports whether FilteredNote is among the diagnostics.
func HasFilteredNote(ds []object.Diagnostic) bool { return slices.Contains(ds, FilteredNote()) }

// Sum is the fingerprint of a filtered index: over the object and edge lines
// that arrived, in our spelling, each with its LF, as for the digest.
type Sum struct{ h hash.Hash }

// NewSum starts a fingerprint over lines.
func NewSum() *Sum { return &Sum{sha256.New()} }

// Add takes a record in its order; kinds that are neither object nor edge do
// not count.
func (s *Sum) Add(r Record) {
	if r.Kind == KindObject || r.Kind == KindEdge {
		s.h.Write(r.Line)
		s.h.Write(lineEnd)
	}
}

// Fingerprint is the lower-case hex of what was added so far.
func (s *Sum) Fingerprint() string { return hex.EncodeToString(s.h.Sum(nil)) }
