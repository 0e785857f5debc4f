package synth

import (
	"crypto/sha256"
	"encoding/hex"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/stream"
)

// Git is the checkout a synthetic index says it is of.
func Git() object.Git { return object.Git{Branch: "main", WorkingTree: "clean"} }

// WriteIndex writes the records of a spec to an index stream and closes it. The
// fingerprint is over its objects alone: there are no files to ask.
func WriteIndex(w *stream.Writer, s Spec) error {
	if err := s.Check(); err != nil {
		return err
	}
	sum := sha256.New()
	for o := range Objects(s) {
		if err := w.Record(stream.KindObject, &o); err != nil {
			return err
		}
		sum.Write([]byte(o.Provenance.Path + "\x00" + o.Hash + "\n"))
	}
	for e := range Edges(s) {
		if err := w.Record(stream.KindEdge, &e); err != nil {
			return err
		}
	}
	return w.Close(hex.EncodeToString(sum.Sum(nil)))
}

// Store is the index of a spec in memory, the same that WriteIndex writes.
func Store(s Spec) (*index.Store, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	b := index.NewBuilder(Git())
	sum := sha256.New()
	for o := range Objects(s) {
		if err := b.AddObject(&o); err != nil {
			return nil, err
		}
		sum.Write([]byte(o.Provenance.Path + "\x00" + o.Hash + "\n"))
	}
	for e := range Edges(s) {
		b.AddEdge(e)
	}
	return b.Build(hex.EncodeToString(sum.Sum(nil)))
}
