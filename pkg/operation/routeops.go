package operation

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/route"
)

const routesModule = "routes"

func routeOperations() []*Operation {
	return []*Operation{checkOperation(), hashOperation(), canonicalOperation(), pathOperation()}
}

// benchIndex is the route index of the benchmark cases.
const benchIndex = `{"schema_version":"v1","source_hash":"h","by_path":{}}`

// commandOnly says why the small filters of a route index are commands alone.
func commandOnly() map[string]string {
	return map[string]string{"mcp": "a filter of one text, for scripts; check gives the hash", "http": "a filter of one text, for scripts; check gives the hash"}
}

func checkOperation() *Operation {
	o := Define(Operation{
		ID: "routes.check", Summary: "check a route index, and give its hash",
		Description: "Call this after you wrote or changed a route index (exact bindings of paths and symbols to knowledge nodes). Give it as routes (a JSON value) or as text with as (yaml or json). " +
			"issues lists everything the first failing stage found, each with a stable code and the location; ok is true without any. " +
			"Nodes that are not in the index are issues too unless no_graph. hash is the same for every order and format.",
		Module: routesModule, Kind: Query, Stability: Verified, Tags: []string{"review", "introspection"}, ReadOnly: true,
		CLI: &CLI{Words: []string{"route", "check"}, Stdin: "text", Omit: []string{"routes"}, Files: []string{"source"}}, MCP: &MCP{Tool: "majordomus_check_routes"},
		HTTP:  []Route{{http.MethodPost, "/api/v1/routes/check"}},
		Exits: []fault.Class{fault.Invalid},
		Cases: []Case{{"empty", func(Subject) any { return route.CheckInput{Text: benchIndex} }}},
	}, [2]string{}, func(ctx context.Context, e *Env, in route.CheckInput) (route.Checked, error) {
		if in.NoGraph {
			return in.Check(nil)
		}
		w, err := e.tasks(ctx)
		if err != nil {
			return route.Checked{}, err
		}
		return in.Check(w.Graph.Known)
	})
	o.Ends = func(out any) fault.Class {
		if c, _ := out.(route.Checked); !c.OK {
			return fault.Invalid
		}
		return 0
	}
	o.Summarize = func(out any) string { return summaryOfCheck(out.(route.Checked)) } //nolint:forcetypeassert // Define gives the type
	return o
}

// RoutesInput is a route index as the text of a file.
type RoutesInput struct {
	Text string `json:"text"`         // the text
	As   string `json:"as,omitempty"` // format of text: yaml (the default) or json
}

// index parses the text. The error is route_index_invalid, with the issues.
func (in RoutesInput) index() (*route.Index, error) {
	name, err := route.NameAs(in.As)
	if err != nil {
		return nil, err
	}
	ix, issues := route.Parse(name, []byte(in.Text))
	return ix, route.Invalid("", issues)
}

// RoutesHash is the hash of a route index.
type RoutesHash struct {
	Hash string `json:"hash"` // of the canonical form, lower-case hex SHA-256
}

func hashOperation() *Operation {
	return Define(Operation{
		ID: "routes.hash", Summary: "give the hash of a route index",
		Description: "The SHA-256 of the canonical form: the same for every order of keys and records, for JSON and for YAML. An index that is invalid has none.",
		Module:      routesModule, Kind: Query, Stability: Verified, Tags: []string{"introspection"}, ReadOnly: true,
		CLI:    &CLI{Words: []string{"route", "hash"}, Stdin: "text"},
		Absent: commandOnly(), Exits: []fault.Class{fault.Invalid},
		Cases: []Case{{"empty", func(Subject) any { return RoutesInput{Text: benchIndex} }}},
	}, [2]string{}, func(_ context.Context, _ *Env, in RoutesInput) (RoutesHash, error) {
		ix, err := in.index()
		if err != nil {
			return RoutesHash{}, err
		}
		return RoutesHash{ix.Hash()}, nil
	})
}

// RoutesCanonical is a route index in the form that is hashed.
type RoutesCanonical struct {
	Canonical string `json:"canonical"` // canonical JSON
}

func canonicalOperation() *Operation {
	return Define(Operation{
		ID: "routes.canonical", Summary: "give a route index in its canonical form",
		Description: "Canonical JSON: keys sorted at every level, records sorted, all four fields present, no white space. Its SHA-256 is the hash of the index.",
		Module:      routesModule, Kind: Query, Stability: Verified, Tags: []string{"introspection"}, ReadOnly: true,
		CLI:    &CLI{Words: []string{"route", "canonical"}, Stdin: "text"},
		Absent: commandOnly(), Exits: []fault.Class{fault.Invalid},
		Cases: []Case{{"empty", func(Subject) any { return RoutesInput{Text: benchIndex} }}},
	}, [2]string{}, func(_ context.Context, _ *Env, in RoutesInput) (RoutesCanonical, error) {
		ix, err := in.index()
		if err != nil {
			return RoutesCanonical{}, err
		}
		return RoutesCanonical{string(ix.Canonical())}, nil
	})
}

// PathsInput is paths as somebody wrote them.
type PathsInput struct {
	Names []string `json:"names"` // the paths
}

// Paths is paths in their canonical form.
type Paths struct {
	Paths []string `json:"paths"` // one for each name, in order
}

func pathOperation() *Operation {
	return Define(Operation{
		ID: "routes.path", Summary: "give paths in the form that routes match",
		Description: "Slashes, no empty and no dot segments; nothing is resolved and no disk is looked at. Every name that is refused is named, and then there is no result.",
		Module:      routesModule, Kind: Query, Stability: Verified, Tags: []string{"introspection"}, ReadOnly: true,
		CLI:    &CLI{Words: []string{"route", "path"}, Args: []string{"names"}},
		Absent: commandOnly(), Exits: []fault.Class{fault.Invalid},
		Cases: []Case{{"two", func(s Subject) any { return PathsInput{Names: []string{s.Path, "./a//b"}} }}},
	}, [2]string{}, func(_ context.Context, _ *Env, in PathsInput) (Paths, error) {
		out := Paths{Paths: []string{}}
		var refused []string
		for _, n := range in.Names {
			p, err := route.Normalize(n)
			if err != nil {
				refused = append(refused, fmt.Sprintf("%s: %v", fault.Quote(n), err))
			}
			out.Paths = append(out.Paths, p)
		}
		if refused != nil {
			return Paths{}, fault.New(fault.Invalid, string(route.InvalidPath), "%s", strings.Join(refused, "; "))
		}
		return out, nil
	})
}

// summaryOfCheck is what a model reads of a check.
func summaryOfCheck(c route.Checked) string {
	if c.OK {
		return "ok, hash " + c.Hash
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d issues\n", len(c.Issues))
	for i, x := range c.Issues {
		if i == mostListed {
			fmt.Fprintf(&b, "… and %d more, in structuredContent\n", len(c.Issues)-i)
			break
		}
		fmt.Fprintf(&b, "- %s %s\n", x.Code, oneLine(x.Error()))
	}
	return b.String()
}
