package cli

import (
	"context"
	"fmt"
	"slices"

	"majordomus/pkg/operation"
)

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
		about:   "Degraded means that errors keep files out of the index. Each finding names its file; mend it and run this again.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.doctor(ctx, f) },
	}
}

func (a *app) doctor(ctx context.Context, f *doctorFlags) error {
	s, err := call[operation.Nothing, operation.Status](ctx, a.settings(f.Repo, f.indexFlags), "index.status", operation.Nothing{})
	if err != nil {
		return err
	}
	if format := a.format(f.formatFlags, f.outputFlags); format != "json" {
		return a.writeTables(f.outputFlags, format, statusTables(&s)...)
	}
	return a.writeJSON(f.outputFlags, s)
}

func statusTables(s *operation.Status) []*table {
	state := "whole: no error keeps a file out"
	if s.Degraded {
		state = "degraded: errors keep files out"
	}
	about := &table{
		lines: []string{
			"state       " + state, "fingerprint " + s.Fingerprint, "tree        " + s.Git.WorkingTree,
			fmt.Sprintf("index       %d objects, %d edges", s.Objects, s.Edges),
			"findings    " + many(s.Errors, "error") + ", " + many(s.Warnings, "warning") + ", " + many(s.Infos, "info"),
		},
		head: []string{"kind", "objects"},
	}
	for _, k := range s.Kinds {
		about.rows = append(about.rows, []string{string(k.Kind), count(int64(k.Count))})
	}
	tables := []*table{about}
	if len(s.Diagnostics) > 0 {
		found := &table{head: []string{"severity", "code", "path", "what"}}
		for _, d := range s.Diagnostics {
			found.rows = append(found.rows, []string{string(d.Severity), d.Code, d.Path, d.Message})
		}
		tables = append(tables, found, mendTable(s))
	}
	return tables
}

// mendTable says once for each code what to do about it.
func mendTable(s *operation.Status) *table {
	t := &table{head: []string{"code", "how to mend it"}}
	for _, d := range s.Diagnostics {
		row := []string{d.Code, d.Mend}
		if d.Mend != "" && !slices.ContainsFunc(t.rows, func(r []string) bool { return r[0] == d.Code }) {
			t.rows = append(t.rows, row)
		}
	}
	return t
}

// many is a number with its noun.
func many(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
