package task

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/token"
)

// Standing is what became of a manifest.
type Standing string

// Closed marks the standings as all there are.
func (Standing) Closed() {}

// The standings.
const (
	Current Standing = "current" // today gives the same
	Stale   Standing = "stale"   // today gives another one
	Invalid Standing = "invalid" // it breaks its own rules, or its context is another
)

// Verdict is the answer of Verify.
type Verdict struct {
	Status   Standing `json:"status"`                   // what became of it
	Digest   string   `json:"digest,omitempty"`         // of the manifest
	Now      string   `json:"current_digest,omitempty"` // of what its inputs give today
	Differs  []string `json:"differs"`                  // inputs, settings and nodes that differ, by place
	Problems []string `json:"problems"`                 // why it is invalid, or which nodes are gone
}

// Class is the failure a verdict is; ok is false for a manifest that is current.
func (v Verdict) Class() (c fault.Class, ok bool) {
	switch v.Status {
	case Stale:
		return fault.Stale, true
	case Invalid:
		return fault.Unverifiable, true
	}
	return 0, false
}

// Err is the verdict as an error, nil for a manifest that is current.
func (v Verdict) Err(path string) error {
	class, ok := v.Class()
	if !ok {
		return nil
	}
	if v.Status == Invalid {
		return fault.New(class, "manifest_invalid", "the manifest is invalid: %s", strings.Join(v.Problems, "; ")).At(path, 0, 0)
	}
	e := fault.New(class, "manifest_stale", "the manifest is stale: %s differ (digest %s, now %s)", strings.Join(v.Differs, ", "), v.Digest, v.Now)
	e.Detail = v
	return e.At(path, 0, 0).WithHint("resolve the task again")
}

// VerifyInput is what a manifest is judged by.
type VerifyInput struct {
	Manifest []byte
	Context  []byte // what was rendered with it; nil where it is not at hand
	Roles    Roles  // of today
	Now      Input  // graph and routes of today; limits, role and estimator that are not set are the manifest's
	WithTask bool   // Now holds the task too; else what the manifest names stands in
}

// Verify judges a manifest: invalid when it breaks its own rules or its context
// is another, stale when today's inputs, settings or nodes give another one.
// Errors are those of Resolve, but for a required node that is gone: that is
// stale.
func Verify(in VerifyInput) (Verdict, error) {
	m, problems := ReadManifest(in.Manifest)
	if m != nil && in.Context != nil && m.ContextDigest != canon.Hash(in.Context) {
		problems = append(problems, "the context is not the one it was published with")
	}
	if len(problems) > 0 {
		return Verdict{Status: Invalid, Differs: []string{}, Problems: problems}, nil
	}
	now, err := in.today(m)
	if err != nil {
		return Verdict{Status: Stale, Digest: m.Digest, Differs: []string{"settings.role_profile"}, Problems: []string{err.Error()}}, nil
	}
	var r *Resolution
	if in.WithTask {
		r, err = Resolve(now)
	} else {
		r, err = resolveAgain(m, now)
	}
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Code == CodeUnavailable {
		list, _ := e.Detail.([]Unavailable)
		return staleWithout(m, list), nil
	}
	if err != nil {
		return Verdict{}, err
	}
	return m.compare(r.Manifest), nil
}

// today fills in from a manifest what its judge leaves open. The error is an
// unknown role.
func (in VerifyInput) today(m *Manifest) (Input, error) {
	now, s := in.Now, &m.Settings
	o := &now.Options
	o.MaxDepth, o.MaxNodes, o.MaxPitfalls = given(o.MaxDepth, &s.MaxDepth), given(o.MaxNodes, &s.Caps.MaxNodes), given(o.MaxPitfalls, &s.Caps.MaxPitfalls)
	o.MinConfidence, o.AdvisoryTokens = given(o.MinConfidence, &s.Options.MinConfidence), given(o.AdvisoryTokens, &s.Caps.AdvisoryTokens)
	if now.Estimator == nil {
		if e, err := token.ByName(s.Options.Estimator); err == nil {
			now.Estimator = e
		}
	}
	var err error
	if now.Role.Name == "" {
		now.Role, err = in.Roles.Get(m.Inputs.Role)
	}
	return now, err
}

func given[T any](now, was *T) *T {
	if now != nil {
		return now
	}
	return was
}

// staleWithout is the verdict when today a required node is not there.
func staleWithout(m *Manifest, gone []Unavailable) Verdict {
	v := Verdict{Status: Stale, Digest: m.Digest, Differs: []string{}, Problems: []string{}}
	for _, u := range gone {
		v.Differs = append(v.Differs, "selected_nodes."+u.NodeID)
		v.Problems = append(v.Problems, u.NodeID+": "+u.Reason)
	}
	return v
}

func (m *Manifest) compare(now Manifest) Verdict {
	now.ContextDigest = m.ContextDigest
	now.seal()
	v := Verdict{Status: Current, Digest: m.Digest, Now: now.Digest, Differs: []string{}, Problems: []string{}}
	if now.Digest == m.Digest {
		return v
	}
	v.Status = Stale
	for _, part := range []struct {
		name    string
		was, is any
	}{{"inputs", m.Inputs, now.Inputs}, {"settings", m.Settings, now.Settings}, {"resolved_seeds", m.Seeds, now.Seeds}} {
		v.Differs = append(v.Differs, differences(part.name, tree(part.was), tree(part.is))...)
	}
	return v.nodes(m.Selected, now.Selected)
}

// nodes adds the nodes that were selected otherwise, or with other content.
func (v Verdict) nodes(was, is []Selected) Verdict {
	before := map[string]string{}
	for _, s := range was {
		before[s.NodeID] = hashOf(s)
	}
	var ids []string
	for _, s := range is {
		if before[s.NodeID] != hashOf(s) {
			ids = append(ids, s.NodeID)
		}
		delete(before, s.NodeID)
	}
	ids = append(ids, slices.Collect(maps.Keys(before))...)
	slices.Sort(ids)
	for _, id := range ids {
		v.Differs = append(v.Differs, "selected_nodes."+id)
	}
	return v
}
