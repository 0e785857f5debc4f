package cli

import (
	"context"
	"fmt"
	"strings"

	"majordomus/pkg/index"
	"majordomus/pkg/object"
)

type objectsListFlags struct {
	Kind   string `long:"kind" value-name:"KIND" description:"Only objects of this kind"`
	Path   string `long:"path" value-name:"TEXT" description:"Only objects whose path begins so"`
	Prefix string `long:"prefix" value-name:"TEXT" description:"Only objects whose identity begins so"`
	repoFlag
	indexFlags
	formatFlags
	outputFlags
}

func (a *app) objectsListCommand() *command {
	f := new(objectsListFlags)
	return &command{
		words:   []string{"objects", "list"},
		summary: "list what the index holds",
		flags:   f,
		run:     func(ctx context.Context) error { return a.objectsList(ctx, f) },
	}
}

// objectList is the value of objects list.
type objectList struct {
	Objects []object.Object `json:"objects"` // by uri
}

func (a *app) objectsList(ctx context.Context, f *objectsListFlags) error {
	s, err := a.index(ctx, f.Repo, f.indexFlags)
	if err != nil {
		return err
	}
	list := objectList{Objects: []object.Object{}}
	for i := range int32(s.Len()) {
		if f.Kind != "" && string(s.Kind(i)) != f.Kind || !strings.HasPrefix(s.Path(i), f.Path) {
			continue
		}
		if o := s.Object(i); strings.HasPrefix(o.Identity, f.Prefix) {
			list.Objects = append(list.Objects, *o)
		}
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, objectsTable(list))
	}
	return a.writeJSON(f.outputFlags, list)
}

func objectsTable(l objectList) *table {
	t := &table{lines: []string{fmt.Sprintf("%d objects", len(l.Objects))}, head: []string{"uri", "bytes", "title"}}
	for i := range l.Objects {
		o := &l.Objects[i]
		t.rows = append(t.rows, []string{o.URI, count(o.CostBytes()), o.Title})
	}
	return t
}

type doctorFlags struct {
	repoFlag
	indexFlags
	formatFlags
	outputFlags
}

func (a *app) doctorCommand() *command {
	f := new(doctorFlags)
	return &command{
		words:   []string{"doctor"},
		summary: "tell what the index could not read, and how to mend it",
		flags:   f,
		run:     func(ctx context.Context) error { return a.doctor(ctx, f) },
	}
}

// health is the value of doctor.
type health struct {
	Fingerprint string              `json:"fingerprint"`
	Git         object.Git          `json:"git"`
	Objects     int                 `json:"objects"`
	Edges       int                 `json:"edges"`
	Degraded    bool                `json:"degraded"` // errors keep files out of the index
	Errors      int                 `json:"errors"`
	Warnings    int                 `json:"warnings"`
	Infos       int                 `json:"infos"`
	Diagnostics []object.Diagnostic `json:"diagnostics"`
}

func (a *app) doctor(ctx context.Context, f *doctorFlags) error {
	s, err := a.index(ctx, f.Repo, f.indexFlags)
	if err != nil {
		return err
	}
	h := healthOf(s)
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, healthTable(h))
	}
	return a.writeJSON(f.outputFlags, h)
}

func healthOf(s *index.Store) *health {
	h := &health{Fingerprint: s.Fingerprint(), Git: s.Git(), Objects: s.Len(), Edges: s.Edges(), Diagnostics: []object.Diagnostic{}}
	for _, d := range s.Diagnostics() {
		switch d.Severity {
		case object.Error:
			h.Errors++
		case object.Warning:
			h.Warnings++
		default:
			h.Infos++
		}
		h.Diagnostics = append(h.Diagnostics, d)
	}
	h.Degraded = h.Errors > 0
	return h
}

func healthTable(h *health) *table {
	state := "whole: nothing is kept out by an error"
	if h.Degraded {
		state = fmt.Sprintf("degraded: %d errors keep files out", h.Errors)
	}
	t := &table{
		lines: []string{
			"fingerprint " + h.Fingerprint, "tree        " + h.Git.WorkingTree,
			fmt.Sprintf("index       %d objects, %d edges", h.Objects, h.Edges), "state       " + state,
			fmt.Sprintf("findings    %d errors, %d warnings, %d infos", h.Errors, h.Warnings, h.Infos),
		},
		head: []string{"severity", "code", "path", "message"},
	}
	for _, d := range h.Diagnostics {
		t.rows = append(t.rows, []string{string(d.Severity), d.Code, d.Path, d.Message})
	}
	return t
}
