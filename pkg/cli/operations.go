package cli

import (
	"context"
	"strings"

	"majordomus/pkg/operation"
)

type operationsFlags struct {
	formatFlags
	outputFlags
}

func (a *app) operationsCommand() *command {
	f := new(operationsFlags)
	return &command{
		words:   []string{"operations"},
		summary: "list what can be done, and how each surface offers it",
		about:   "Every operation with its schemas, surfaces, failures and benchmark cases. --format md writes the reference.",
		flags:   f,
		run:     func(context.Context) error { return a.operations(f) },
	}
}

func (a *app) operations(f *operationsFlags) error {
	list := operation.Describe(operation.List())
	switch a.format(f.formatFlags, f.outputFlags) {
	case "md":
		return a.writeText(f.outputFlags, reference(list))
	case "text":
		t := &table{head: []string{"operation", "surfaces", "what it does"}}
		for i := range list {
			d := &list[i]
			t.rows = append(t.rows, []string{d.ID, surfacesOf(d), d.Summary})
		}
		return a.writeTables(f.outputFlags, "text", t)
	}
	return a.writeJSON(f.outputFlags, list)
}

func surfacesOf(d *operation.Description) string {
	var on []string
	if len(d.Surfaces.CLI) > 0 {
		on = append(on, "cli")
	}
	if d.Surfaces.MCP != "" {
		on = append(on, "mcp")
	}
	if len(d.Surfaces.HTTP) > 0 {
		on = append(on, "http")
	}
	return strings.Join(on, " ")
}
