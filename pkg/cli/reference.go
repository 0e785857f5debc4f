package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"majordomus/pkg/operation"
)

// reference writes the operations as a page of documentation.
func reference(list []operation.Description) string {
	var b strings.Builder
	b.WriteString("# Operations\n\nWritten by `majordomus operations --format md`; a test holds it to the definitions. ")
	b.WriteString("Every operation is one definition: the same value comes from the command line, MCP and HTTP. ")
	b.WriteString("Commands take `--repo DIR`, `--format json` and `-o FILE`; `COMMAND --help` lists their flags. Sizes are bytes and costs are tokens unless said otherwise.\n\n")
	b.WriteString("| operation | command | MCP tool | HTTP |\n| --- | --- | --- | --- |\n")
	for i := range list {
		d := &list[i]
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", d.ID, anchor(d.ID), code("majordomus "+strings.Join(d.Surfaces.CLI, " "), len(d.Surfaces.CLI) > 0),
			code(d.Surfaces.MCP, d.Surfaces.MCP != ""), code(strings.Join(d.Surfaces.HTTP, "`, `"), len(d.Surfaces.HTTP) > 0))
	}
	for i := range list {
		referenceOf(&b, &list[i])
	}
	return b.String()
}

// anchor is a heading's fragment as the common Markdown sites make it.
func anchor(id string) string { return strings.ReplaceAll(id, ".", "") }

func code(s string, there bool) string {
	if !there {
		return "–"
	}
	return "`" + s + "`"
}

func referenceOf(b *strings.Builder, d *operation.Description) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n\n", d.ID, capital(d.Summary), d.Description)
	fmt.Fprintf(b, "%s of module %s, %s; tags %s.", capital(string(d.Kind)), d.Module, strings.ReplaceAll(string(d.Stability), "_", " "), strings.Join(d.Tags, ", "))
	if d.ReadOnly {
		b.WriteString(" It only reads.")
	}
	if d.Cache > 0 {
		fmt.Fprintf(b, " A server keeps its newest %d answers.", d.Cache)
	}
	if len(d.Failures) > 0 {
		fmt.Fprintf(b, " Beside usage and internal failures it can end with: %s.", strings.Join(d.Failures, ", "))
	}
	b.WriteString("\n")
	for _, s := range []string{"cli", "mcp", "http"} {
		if why := d.Surfaces.Absent[s]; why != "" {
			fmt.Fprintf(b, "\nNot on %s: %s.\n", s, why)
		}
	}
	members(b, "Input", d.Input)
	members(b, "Output", d.Output)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// members writes a table of the members of a schema's root.
func members(b *strings.Builder, title string, s *jsonschema.Schema) {
	if len(s.PropertyOrder) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | type | |\n| --- | --- | --- |\n", strings.ToLower(title))
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		kind := typeWord(p)
		if slices.Contains(s.Required, name) {
			kind += ", always"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, kind, markdownCell(p.Description))
	}
}

func typeWord(s *jsonschema.Schema) string {
	if s == nil {
		return "JSON"
	}
	if s.Ref != "" {
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	}
	word := s.Type
	for _, w := range s.Types {
		if w != "null" {
			word = w
		}
	}
	switch word {
	case "array":
		return "list of " + typeWord(s.Items)
	case "":
		return "JSON"
	}
	return word
}
