package capsule

import (
	"io/fs"

	"majordomus/pkg/canon"
	"majordomus/pkg/code"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

// Sources are what evidence is taken from and held against: one repository as
// it is on disk now, and who asks. Verification needs no index.
type Sources struct {
	Tree      *index.Tree
	Store     *index.Store // what Build searches; where it is set, no file outside it is opened
	Tokenizer string       // the active tokenizer; "": the one a Capsule recorded, where it is known here
	Caller    Caller
}

// Name of the index a Capsule is built from.
const indexName = "default"

// state is the repository during one operation: its configuration and the files
// that were read.
type state struct {
	Sources
	cfg     *layer.Config
	classes map[string]layer.Class
	docs    map[string]*document // by docid; nil: there is none
}

func (s Sources) open() (*state, error) {
	cfg, _, err := layer.Open(s.Tree.Read, layer.Options{Sources: sourceKinds})
	if err != nil {
		return nil, err
	}
	st := &state{Sources: s, cfg: cfg, classes: map[string]layer.Class{}, docs: map[string]*document{}}
	for _, c := range cfg.Classes() {
		st.classes[c.ID] = c
	}
	return st, nil
}

// sourceKinds tells the layer what is source code.
func sourceKinds(path string) (lang string, test, ok bool) {
	lang, ok = code.Language(path)
	return lang, ok && code.IsTest(lang, path), ok
}

// document is one file that can be cited.
type document struct {
	docid      string
	class      layer.Class
	page       page
	sourceHash string
	mirrorHash string
	objects    []object.Object // what it declares, its symbols left out
	metadata   map[string][]string
}

// document reads a file as it is now; nil when there is nothing to cite: it is
// gone, out of scope, withheld or an artifact of this program.
func (s *state) document(docid string) *document {
	d, ok := s.docs[docid]
	if !ok {
		d = s.read(docid)
		s.docs[docid] = d
	}
	return d
}

func (s *state) read(docid string) *document {
	path := pathOf(docid)
	if docID(path) != docid || !fs.ValidPath(path) || !s.held(path) {
		return nil
	}
	data, err := s.Tree.Read(path)
	if err != nil {
		return nil // gone, a link, not readable: whatever it is, it cannot be cited
	}
	claim, ok := s.cfg.ClaimOf(fileOf(path, int64(len(data))))
	if !ok {
		return nil
	}
	parsed := s.cfg.Parse(claim, data)
	if parsed.Owned || parsed.Out != "" || parsed.Withheld || len(parsed.Objects) == 0 {
		return nil
	}
	text, ok := Mirror(data)
	if !ok {
		return nil
	}
	return &document{
		docid: docid, class: s.classes[claim.Class], page: newPage(text), objects: parsed.Objects,
		sourceHash: canon.Hash(data), mirrorHash: canon.Hash([]byte(text)), metadata: layer.Metadata(path, data),
	}
}

func fileOf(path string, size int64) layer.File { return layer.File{Path: path, Size: size} }

// held reports whether a path is one of the index, where there is one.
func (s *state) held(path string) bool {
	if s.Store == nil {
		return true
	}
	return len(s.Store.AtPath(shownPath(path))) > 0
}

// object is what a document declares under a uri, nil when it does not.
func (d *document) object(uri string) *object.Object {
	for i := range d.objects {
		if d.objects[i].URI == uri {
			return &d.objects[i]
		}
	}
	return nil
}

// Estimator is what a Capsule's estimator and fingerprint stand for here. ok is
// false when that tokenizer is not known.
func Estimator(c *Capsule) (e token.Estimator, ok bool) {
	if c.Budget.Estimator == Conservative {
		return perByte{}, true
	}
	for _, name := range token.Names() {
		e, err := token.ByName(name)
		if err == nil && name != token.NameBytes && c.Budget.TokenizerFingerprint != nil && e.Fingerprint() == *c.Budget.TokenizerFingerprint {
			return e, true
		}
	}
	return nil, false
}

// perByte is the estimator unicode_conservative: a token a byte.
type perByte struct{}

// Name is the estimator's word in a Capsule.
func (perByte) Name() string { return Conservative }

// Fingerprint is empty: there is no tokenizer.
func (perByte) Fingerprint() string { return "" }

// Count is len(b).
func (perByte) Count(b []byte) int { return len(b) }

func estimatorOf(name string) (token.Estimator, error) {
	if name == Conservative {
		return perByte{}, nil
	}
	return tokenizer(name)
}
