package index

import (
	"context"

	"majordomus/pkg/code"
	"majordomus/pkg/object"
)

// codeLinks adds what source files import and what tests them, resolved over
// all of them.
func (p *parser) codeLinks(ctx context.Context, b *Builder) error {
	var files []code.File
	var of []*slot
	for i := range p.slots {
		s, cl := &p.slots[i], &p.claims[i]
		if s.facts == nil || len(s.unit.Heads) != 1 {
			continue
		}
		files = append(files, code.File{Path: cl.Path, Language: cl.Lang, Test: cl.Kind == object.Test, Facts: s.facts})
		of = append(of, s)
	}
	if len(files) == 0 {
		return nil
	}
	links, ds, err := code.Resolve(ctx, files, p.configs())
	if err != nil {
		return err
	}
	for _, l := range links {
		from, to := of[l.From], of[l.To]
		b.AddEdge(object.Edge{From: from.unit.Heads[0].URI, To: to.unit.Heads[0].URI, Kind: l.Kind, DeclaredIn: from.shown})
	}
	for _, d := range ds {
		b.AddDiagnostic(d)
	}
	return nil
}

// configs reads the files of build tools that say how imports resolve. One that
// cannot be read says nothing; it has its own finding where it is an object.
func (p *parser) configs() []code.Config {
	var out []code.Config
	for i := range p.d.entries {
		e := &p.d.entries[i]
		if e.form != file || !code.IsConfig(e.path) {
			continue
		}
		if data, err := p.d.tree.Read(e.path); err == nil && len(data) <= code.MaxBytes {
			out = append(out, code.Config{Path: e.path, Data: data})
		}
	}
	return out
}
