package task

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/object"
	"majordomus/pkg/route"
)

type caseNode struct {
	ID, Title, Domain, Status, Origin *string
	NodeOrigin                        string `json:"node_origin"`
	SourceFile                        string `json:"source_file"`
	ContentRef                        string `json:"content_ref"`
	Tags                              []string
	Confidence                        *float64
	Activations                       int
	LoadWith                          json.RawMessage `json:"load_with"`
}

type resolveCase struct {
	Name        string
	Nodes       []caseNode
	Edges       [][3]string
	Task        json.RawMessage
	Routes      json.RawMessage
	Role        string
	MaxDepth    int `json:"max_depth"`
	Options     Options
	Selections  [][2]string
	Inputs      json.RawMessage
	Fingerprint string
}

// graph is the in-memory graph of a case; README.md of the cases has the
// defaults.
func (c resolveCase) graph(t testing.TB) *Graph {
	var nodes []Node
	for _, n := range c.Nodes {
		x := Node{ID: *n.ID, Kind: object.Knowledge, Title: or(n.Title, *n.ID), Domain: or(n.Domain, "d"), Tags: n.Tags,
			Status: or(n.Status, "established"), Confidence: or(n.Confidence, 0.9), Activations: n.Activations,
			Origin: n.NodeOrigin, SourceFile: n.SourceFile, ContentRef: n.ContentRef}
		if len(n.LoadWith) > 0 {
			var one string
			if json.Unmarshal(n.LoadWith, &one) == nil {
				x.LoadWith = []string{one}
			} else if err := json.Unmarshal(n.LoadWith, &x.LoadWith); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range c.Edges {
			if e[0] == x.ID {
				x.Edges = append(x.Edges, object.NodeEdge{To: e[1], Type: e[2]})
			}
		}
		nodes = append(nodes, x)
	}
	return NewGraph("gv", nodes)
}

func (c resolveCase) input(t testing.TB) Input {
	in := Input{Graph: c.graph(t), RouteHash: "rh", Options: c.Options}
	in.Options.MaxDepth = &c.MaxDepth
	v, err := canon.Parse(c.Task)
	if err != nil {
		t.Fatal(err)
	}
	if in.Task, err = Of(v); err != nil {
		t.Fatal(err)
	}
	if in.Role, err = Builtin().Get(c.Role); err != nil {
		t.Fatal(err)
	}
	if string(c.Routes) != "null" {
		ix, issues := route.Parse("r.json", c.Routes)
		if issues != nil {
			t.Fatal(issues)
		}
		in.Routes = ix
	}
	return in
}

func resolveCases(t testing.TB) []resolveCase {
	data, err := os.ReadFile("../route/testdata/cases/resolve.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []resolveCase
	if err := json.Unmarshal(data, &list); err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	return list
}

func selections(r *Resolution) [][2]string {
	out := [][2]string{}
	for _, s := range r.Selections {
		out = append(out, [2]string{s.NodeID, string(s.Class)})
	}
	return out
}

func TestResolveCases(t *testing.T) {
	for _, c := range resolveCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r, err := Resolve(c.input(t))
			if err != nil {
				t.Fatal(err)
			}
			if got := selections(r); !slices.Equal(got, c.Selections) {
				t.Errorf("selected %q, want %q", got, c.Selections)
			}
			want, err := canon.Parse(c.Inputs)
			if err != nil {
				t.Fatal(err)
			}
			got, err := canon.JSON(r.Manifest.Inputs)
			if w := want.Append(nil, canon.CodePoint); err != nil || string(got) != string(w) {
				t.Errorf("inputs\n got %s\nwant %s", got, w)
			}
			if r.Fingerprint != c.Fingerprint {
				t.Errorf("fingerprint %s, want %s", r.Fingerprint, c.Fingerprint)
			}
		})
	}
}

func TestKnownFingerprint(t *testing.T) {
	role, _ := Builtin().Get("implementer")
	r, err := Resolve(Input{
		Task: Task{
			Title: "Generate a deterministic resolution manifest", Objective: "Record retrieval inputs and selected nodes.",
			Scope: []string{"src/z.py", "src/a.py", "src/a.py"}, Deliverables: []string{"src/output.json", "A manifest that proves its inputs"},
			Steps: []string{"Write atomically", "Hash retrieval inputs"}, Symbols: []string{"resolve_z", "resolve_a"},
			Tags: []string{"manifest", "determinism"}, ChangedFiles: []string{"src/changed_b.py"},
		},
		Changed: []string{"src/uncommitted.py"}, Graph: NewGraph("graph-sha256", nil), RouteHash: "route-sha256", Role: role,
	})
	if want := "4fcbb80800d6169511402836742fc4329a8380e4609a54da25cacbd30c85cffe"; err != nil || r.Fingerprint != want {
		t.Errorf("%v %v", r, err)
	}
}
