package task

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// rich is an input in which everything is used.
func rich(t testing.TB) Input {
	nodes := []Node{
		node("m", mirrors("src/a.go"), loadWith("c")), node("r", loadWith("c", "d")), node("c"), node("d"),
		node("s", tags("t"), edge("requires", "w")), node("w"), node("q", tags("u", "t")),
	}
	return Input{
		Task: Task{ID: "T1", Title: "title", Objective: "objective", Scope: []string{"src/a.go", "src/lib/", "src/*.c"},
			Deliverables: []string{"out/x.json", "a sentence"}, ChangedFiles: []string{"src/b.go"}, Symbols: []string{"S", "R"},
			Tags: []string{"t", "u"}, Steps: []string{"one", "two"}},
		Changed: []string{"src/c.go"}, Graph: NewGraph("gv", nodes), Routes: paths(t, "src/lib/x=r", "src/z=r"), Role: role(t, "implementer"),
	}
}

func TestOrderChangesNothing(t *testing.T) {
	in := rich(t)
	want, err := canon.JSON(resolve(t, in))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	mix := func(list []string) []string {
		out := slices.Clone(list)
		if len(out) > 0 {
			out = append(out, " "+out[r.IntN(len(out))]+"\t")
		}
		r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		return out
	}
	for range 50 {
		x := in
		task := &x.Task
		for _, list := range []*[]string{&task.Scope, &task.Deliverables, &task.ChangedFiles, &task.Symbols, &task.Tags, &task.Steps, &x.Changed} {
			*list = mix(*list)
		}
		nodes := rich(t).Graph.nodes
		r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		flat := make([]Node, len(nodes))
		for i, n := range nodes {
			flat[i] = *n
			flat[i].Tags, flat[i].LoadWith = mix(n.Tags), mix(n.LoadWith)
		}
		x.Graph = NewGraph("gv", flat)
		if got, _ := canon.JSON(resolve(t, x)); !bytes.Equal(got, want) {
			t.Fatalf("\n%s\n%s", got, want)
		}
	}
}

// Each change of one thing in the inputs changes the fingerprint, and each of the
// settings theirs; no two changes agree.
func TestEveryChangeChangesItsFingerprint(t *testing.T) {
	base := resolve(t, rich(t)).Manifest
	seenInputs, seenSettings := map[string]bool{base.Fingerprint: true}, map[string]bool{base.SettingsFingerprint: true}
	leaves := 0
	for _, part := range []struct {
		of   any
		seen map[string]bool
	}{{base.Inputs, seenInputs}, {base.Settings, seenSettings}} {
		edits(tree(part.of), func(at string, v canon.Value) {
			leaves++
			if sum := hashOf(v); part.seen[sum] {
				t.Errorf("%s: the hash was seen before", at)
			} else {
				part.seen[sum] = true
			}
		})
	}
	if leaves < 60 {
		t.Errorf("only %d changes", leaves)
	}
	for name, change := range map[string]func(*Input){
		"title": func(in *Input) { in.Task.Title += "x" }, "objective": func(in *Input) { in.Task.Objective = "" }, "scope": func(in *Input) { in.Task.Scope[0] = "b/" },
		"a kind": func(in *Input) { in.Task.Scope[0] = "src/a.go/" }, "deliverable": func(in *Input) { in.Task.Deliverables[0] = "y.json" },
		"changed": func(in *Input) { in.Changed = nil }, "symbols": func(in *Input) { in.Task.Symbols = nil }, "tags": func(in *Input) { in.Task.Tags = []string{"t"} },
		"steps": func(in *Input) { in.Task.Steps = []string{"one"} }, "role": func(in *Input) { in.Role = role(t, "code_reviewer") },
		"graph": func(in *Input) { g := *in.Graph; g.Version = "x"; in.Graph = &g }, "routes": func(in *Input) { in.Routes = paths(t, "z=r") },
	} {
		in := rich(t)
		change(&in)
		if resolve(t, in).Fingerprint == base.Fingerprint {
			t.Errorf("%s changes nothing", name)
		}
	}
	for name, change := range map[string]func(*Input){
		"depth": func(in *Input) { in.Options.MaxDepth = new(1) }, "nodes": func(in *Input) { in.Options.MaxNodes = new(7) }, "pitfalls": func(in *Input) { in.Options.MaxPitfalls = new(3) },
		"confidence": func(in *Input) { in.Options.MinConfidence = new(.4) }, "tokens": func(in *Input) { in.Options.AdvisoryTokens = new(int64(1)) },
		"profile": func(in *Input) { in.Role.EdgeTypes = []string{"requires"} }, "ranking": func(in *Input) { in.Role.Ranking = ByConfidence },
	} {
		in := rich(t)
		change(&in)
		r := resolve(t, in)
		if r.SettingsFingerprint == base.SettingsFingerprint || r.Fingerprint != base.Fingerprint {
			t.Errorf("%s: settings %s, inputs %s", name, r.SettingsFingerprint, r.Fingerprint)
		}
	}
}

// edits calls f with every value that differs from v in one place: a leaf
// changed, a member or item dropped, added or renamed.
func edits(v canon.Value, f func(at string, edited canon.Value)) {
	switch v.Kind() {
	case canon.Map:
		for i := range v.Len() {
			with := func(replace []canon.Member) canon.Value {
				var ms []canon.Member
				for j := range v.Len() {
					if j == i {
						ms = append(ms, replace...)
						continue
					}
					ms = append(ms, canon.Member{Key: v.Key(j), Value: v.Item(j)})
				}
				return canon.Mapping(ms)
			}
			k := v.Key(i)
			edits(v.Item(i), func(at string, x canon.Value) { f(k.Text+"."+at, with([]canon.Member{{Key: k, Value: x}})) })
			f(k.Text+" dropped", with(nil))
			other := canon.Key{Kind: canon.String, Text: k.Text + "_"}
			f(k.Text+" renamed", with([]canon.Member{{Key: other, Value: v.Item(i)}}))
			f(k.Text+" doubled", with([]canon.Member{{Key: k, Value: v.Item(i)}, {Key: other, Value: v.Item(i)}}))
		}
	case canon.List:
		items := make([]canon.Value, v.Len())
		for i := range items {
			items[i] = v.Item(i)
		}
		for i := range items {
			edits(items[i], func(at string, x canon.Value) {
				c := slices.Clone(items)
				c[i] = x
				f("["+at+"]", canon.Items(c))
			})
			f("[] dropped", canon.Items(slices.Delete(slices.Clone(items), i, i+1)))
		}
		f("[] appended", canon.Items(append(slices.Clone(items), canon.Text("new"))))
	case canon.String:
		s, _ := v.Str()
		f("changed", canon.Text(s+"x"))
		f("emptied", canon.Value{})
	case canon.Int:
		f("raised", canon.Integer("7"+string(v.Append(nil, canon.CodePoint))))
	case canon.Float:
		x, _ := v.Float64()
		f("raised", canon.Number(x+1))
	default:
		f("set", canon.Text("set"))
	}
}

func TestEveryEditOfAManifestIsCaught(t *testing.T) {
	m := resolve(t, rich(t)).Manifest.Of([]byte("context"))
	text := m.Text("2026-01-02T03:04:05Z")
	if _, problems := ReadManifest(text); problems != nil {
		t.Fatal(problems)
	}
	v, err := canon.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	edits(v, func(at string, edited canon.Value) {
		n++
		if strings.HasPrefix(at, "generated_at dropped") { // it is in no hash and need not be there
			return
		}
		if _, problems := ReadManifest(edited.Append(nil, canon.CodePoint)); problems == nil {
			t.Errorf("%s is not caught", at)
		}
	})
	if n < 200 {
		t.Errorf("only %d edits", n)
	}
	if _, problems := ReadManifest(v.Append(nil, canon.CodePoint)); problems != nil {
		t.Errorf("another layout is no edit: %v", problems)
	}
}

// A forger who recomputes the hashes still breaks the rules.
func TestRulesBehindTheHashes(t *testing.T) {
	for name, change := range map[string]func(*Manifest){
		"an id twice":           func(m *Manifest) { m.Selected = append(m.Selected, m.Selected[len(m.Selected)-1]) },
		"a node without reason": func(m *Manifest) { m.Selected[0].Reasons = nil },
		"an unknown class":      func(m *Manifest) { m.Selected[0].Class = "wanted" },
		"a required node less":  func(m *Manifest) { m.Selected = m.Selected[1:] },
		"a seed less":           func(m *Manifest) { m.Seeds.Mirrors = nil },
		"a seed without reason": func(m *Manifest) { m.Seeds.ExactReasons = nil },
		"another order":         func(m *Manifest) { m.Selected[0], m.Selected[1] = m.Selected[1], m.Selected[0] },
		"another version":       func(m *Manifest) { m.SchemaVersion = "v2" },
		"another resolver":      func(m *Manifest) { m.Inputs.ResolverVersion = "x"; m.Fingerprint = m.Inputs.Fingerprint() },
		"a time with a zone":    func(m *Manifest) { m.GeneratedAt = "2026-01-02T03:04:05+01:00" },
		"no time at all":        func(m *Manifest) { m.GeneratedAt = "yesterday" },
	} {
		m := resolve(t, rich(t)).Manifest
		change(&m)
		m.seal()
		if _, problems := ReadManifest(m.Text(m.GeneratedAt)); problems == nil {
			t.Errorf("%s is not caught", name)
		}
	}
}

func TestVerify(t *testing.T) {
	text := resolve(t, rich(t)).Manifest.Of([]byte("c")).Text("")
	for _, c := range []struct {
		name     string
		change   func(*VerifyInput)
		status   Standing
		differs  string
		withTask bool
	}{
		{"nothing changed", func(*VerifyInput) {}, Current, "", false},
		{"nothing changed, with the task", func(*VerifyInput) {}, Current, "", true},
		{"another title", func(v *VerifyInput) { v.Now.Task.Title = "x" }, Stale, "inputs.task_fields.title", true},
		{"another title that is not looked at", func(v *VerifyInput) { v.Now.Task.Title = "x" }, Current, "", false},
		{"another graph", func(v *VerifyInput) { v.Now.Graph.Version = "x" }, Stale, "inputs.graph_version", false},
		{"other routes", func(v *VerifyInput) { v.Now.Routes = paths(t, "src/lib/x=r", "src/zz=r") }, Stale, "inputs.route_index_hash", false},
		{"another depth", func(v *VerifyInput) { v.Now.Options.MaxDepth = new(5) }, Stale, "settings.max_depth", false},
		{"a node's content", func(v *VerifyInput) { v.Now.Graph.byName["r"][0].Hash = "x" }, Stale, "selected_nodes.r", false},
		{"a required node that is gone", func(v *VerifyInput) { v.Now.Graph.byName["r"][0].Status = "draft" }, Stale, "selected_nodes.r", false},
		{"the context", func(v *VerifyInput) { v.Context = []byte("d") }, Invalid, "", false},
		{"its own context", func(v *VerifyInput) { v.Context = []byte("c") }, Current, "", false},
		{"no manifest", func(v *VerifyInput) { v.Manifest = []byte("{}") }, Invalid, "", false},
		{"a role that is gone", func(v *VerifyInput) { v.Roles = Roles{}; v.Now.Role = Role{} }, Stale, "settings.role_profile", false},
	} {
		in := VerifyInput{Manifest: text, Roles: Builtin(), Now: rich(t), WithTask: c.withTask}
		if !c.withTask {
			in.Now.Role = Role{}
		}
		c.change(&in)
		v, err := Verify(in)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if v.Status != c.status || strings.Join(v.Differs, " ") != c.differs {
			t.Errorf("%s: %+v", c.name, v)
		}
		class, bad := v.Class()
		if bad != (c.status != Current) || bad && (v.Err("m.json") == nil || fault.As(v.Err("m.json")).Class != class) {
			t.Errorf("%s: %v", c.name, v.Err("m"))
		}
		if c.status == Stale && strings.HasPrefix(c.differs, "inputs") && (v.Digest == "" || v.Now == "" || v.Digest == v.Now) {
			t.Errorf("%s: digests %q and %q", c.name, v.Digest, v.Now)
		}
	}
}

func TestManifestOnTheWire(t *testing.T) {
	r := resolve(t, Input{Graph: NewGraph("gv", nil)})
	data, err := json.Marshal(r)
	if err != nil || bytes.Contains(data, []byte("null")) || bytes.Contains(data, []byte("generated_at")) {
		t.Errorf("%s %v", data, err)
	}
	var back Manifest
	if err := json.Unmarshal(r.Manifest.Text("2026-01-02T03:04:05Z"), &back); err != nil {
		t.Fatal(err)
	}
	if back.GeneratedAt == "" {
		t.Error("the file tells no time")
	}
	back.GeneratedAt = ""
	if !reflect.DeepEqual(back, r.Manifest) {
		t.Errorf("%+v\n%+v", back, r.Manifest)
	}
}

func TestGeneratedAt(t *testing.T) {
	now := time.Date(2026, 5, 6, 7, 8, 9, 10, time.FixedZone("x", 3600))
	for _, c := range []struct{ given, epoch, want string }{
		{"", "", "2026-05-06T06:08:09Z"}, {"2026-01-02T03:04:05+02:00", "1", "2026-01-02T01:04:05Z"}, {"", "86400", "1970-01-02T00:00:00Z"},
		{"x", "", ""}, {"", "x", ""}, {"", "-1", ""}, {"", "999999999999999", ""},
	} {
		got, err := GeneratedAt(c.given, c.epoch, now)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q %q: %q %v", c.given, c.epoch, got, err)
		}
	}
}

func FuzzManifest(f *testing.F) {
	text := resolve(f, rich(f)).Manifest.Of([]byte("c")).Text("2026-01-02T03:04:05Z")
	f.Add(text)
	f.Add([]byte(`{"schema_version":"v1"}`))
	f.Add(bytes.Replace(text, []byte(`"max_depth": 2`), []byte(`"max_depth": 2.0`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, problems := ReadManifest(data)
		if m == nil && len(problems) == 0 {
			t.Fatal("neither a manifest nor a problem")
		}
		if len(problems) > 0 {
			return
		}
		v, err := canon.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if digestOf(v) != m.Digest || m.Fingerprint != m.Inputs.Fingerprint() {
			t.Fatal("a manifest that is no other than it says")
		}
	})
}
