package task

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/route"
)

// RolesPath is where a layer declares roles of its own:
//
//	version: 1
//	roles:
//	  security_reviewer:
//	    edge_types: [requires, contradicts]
//	    ranking: confidence
//	    preferred_domains: [crypto]
//	    excluded_domains: [code-mirror]
const RolesPath = ".ai/repo/knowledge/roles.yaml"

// DefaultRole is the role of a caller that names none.
const DefaultRole = "implementer"

// Ranking is how a role orders advisory nodes.
type Ranking string

// Closed marks the rankings as all there are.
func (Ranking) Closed() {}

// The rankings.
const (
	ByUse        Ranking = "confidence_activations" // confidence × (activations + 1)
	ByConfidence Ranking = "confidence"             // confidence alone
)

// Role is how one kind of reader weighs advisory nodes; required and
// coactivated ones are the same for every role.
type Role struct {
	Name      string   `json:"name"`              // what a request names it by
	EdgeTypes []string `json:"edge_types"`        // walked, both ways
	Ranking   Ranking  `json:"ranking"`           // how advisory nodes are ordered
	Preferred []string `json:"preferred_domains"` // rank × 1.5
	Excluded  []string `json:"excluded_domains"`  // left out, and not walked through
}

// Roles are the roles there are, by name.
type Roles map[string]Role

// Builtin gives the roles of spec/routes.md.
func Builtin() Roles {
	walker := Role{EdgeTypes: []string{"feeds-into", "pitfall", "requires"}, Ranking: ByUse, Preferred: []string{}, Excluded: []string{}}
	roles := Roles{"physics_reviewer": {
		Name: "physics_reviewer", EdgeTypes: []string{"contradicts", "requires"}, Ranking: ByConfidence,
		Preferred: []string{"computational-mechanics", "fft-galerkin"}, Excluded: []string{mirrorDomain, "project-meta"},
	}}
	for _, name := range []string{"implementer", "code_reviewer"} {
		r := walker
		r.Name = name
		roles[name] = r
	}
	return roles
}

// LoadRoles gives the built-in roles and those the tree's layer declares, which
// win. A declaration that is wrong is an error of class Config.
func LoadRoles(tree *index.Tree) (Roles, error) {
	data, err := tree.Read(RolesPath)
	if errors.Is(err, fs.ErrNotExist) {
		return Builtin(), nil
	}
	if err != nil {
		return nil, fault.Wrap(err, "read the roles").At(RolesPath, 0, 0)
	}
	return ParseRoles(RolesPath, data)
}

// ParseRoles reads a declaration of roles on top of the built-in ones.
func ParseRoles(name string, data []byte) (Roles, error) {
	bad := func(format string, args ...any) (Roles, error) {
		return nil, fault.New(fault.Config, CodeInvalidRole, format, args...).At(name, 0, 0)
	}
	v, problems := route.Decode(name, data)
	if len(problems) > 0 {
		return bad("%s", problems[0].Error())
	}
	list, _ := v.Get("roles")
	if v.Kind() != canon.Map || list.Kind() != canon.Map && list.Kind() != canon.Null {
		return bad("a mapping with the key roles expected")
	}
	roles := Builtin()
	for i := range list.Len() {
		r := reader{v: list.Item(i)}
		role := r.role(list.Key(i))
		if len(r.faults) > 0 {
			return bad("role %s: %s", fault.Quote(list.Key(i).Text), strings.Join(r.faults, "; "))
		}
		roles[role.Name] = role
	}
	return roles, nil
}

func (r *reader) role(k canon.Key) Role {
	role := Role{Name: canon.Trim(k.Text)}
	if k.Kind != canon.String || role.Name == "" || !sound(role.Name) {
		r.fault("the name is no word")
	}
	if r.v.Kind() != canon.Map {
		r.fault("a mapping expected")
		return role
	}
	for i := range r.v.Len() {
		switch k := r.v.Key(i).Text; k {
		case "edge_types", "ranking", "preferred_domains", "excluded_domains", "description":
		default:
			r.fault("unknown key " + fault.Quote(k))
		}
	}
	role.EdgeTypes, role.Preferred, role.Excluded = set(r.list("edge_types")), set(r.list("preferred_domains")), set(r.list("excluded_domains"))
	role.Ranking = cmp.Or(Ranking(r.text("ranking")), ByUse)
	if role.Ranking != ByUse && role.Ranking != ByConfidence {
		r.fault("ranking is " + string(ByUse) + " or " + string(ByConfidence))
	}
	return role
}

// Get gives a role by name, DefaultRole for "". The error is invalid_role.
func (rs Roles) Get(name string) (Role, error) {
	name = cmp.Or(canon.Trim(name), DefaultRole)
	if r, ok := rs[name]; ok {
		return r, nil
	}
	return Role{}, invalid(CodeInvalidRole, "there is no role %s", fault.Quote(name)).
		WithHint("the roles are %s; more are declared in %s", strings.Join(slices.Sorted(maps.Keys(rs)), ", "), RolesPath)
}

// set is a list trimmed, without blanks, unique and sorted; never nil.
func set(list []string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		if s = canon.Trim(s); s != "" {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
