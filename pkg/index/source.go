package index

import (
	"majordomus/pkg/code"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// result is what one file gives, as the cache holds it.
type result struct {
	Parsed layer.Parsed `json:"p"`
	Facts  *code.Facts  `json:"f,omitempty"` // of a source file, with symbols on
}

// sourceKinds tells the layer what is source code.
func sourceKinds(path string) (lang string, test, ok bool) {
	lang, ok = code.Language(path)
	return lang, ok && code.IsTest(lang, path), ok
}

// read makes the result of a claim's bytes.
func (p *parser) read(cl *layer.Claim, data []byte) result {
	r := result{Parsed: p.cfg.Parse(*cl, data)}
	if p.symbols && cl.Lang != "" && len(r.Parsed.Objects) == 1 && !r.Parsed.Withheld {
		r.Facts = code.Parse(cl.Lang, cl.Path, data)
	}
	return r
}

// describe gives a source file's object what its bytes declare.
func (r *result) describe() {
	f := r.Facts
	if f == nil {
		return
	}
	o := &r.Parsed.Objects[0]
	meta := object.Meta{}
	if o.Meta != nil {
		meta = *o.Meta
	}
	meta.Package, meta.Symbols, meta.Imports = f.Package, f.Symbols, f.Written()
	o.Meta = &meta
	if d, over := f.Diagnostic(o.Provenance.Path); over {
		r.Parsed.Diagnostics = append(r.Parsed.Diagnostics, d)
	}
}
