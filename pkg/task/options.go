package task

import (
	"math"

	"majordomus/pkg/canon"
)

// Options are the limits of a resolution; a nil one is at its default.
type Options struct {
	MaxDepth       *int     `json:"max_depth,omitempty"`             // hops of the advisory walk; 2
	MaxNodes       *int     `json:"max_nodes_per_loadout,omitempty"` // places of a loadout; 8
	MaxPitfalls    *int     `json:"max_pitfalls,omitempty"`          // places for pitfall nodes; 4
	MinConfidence  *float64 `json:"min_confidence,omitempty"`        // of advisory nodes but pitfalls; 0.30
	AdvisoryTokens *int64   `json:"advisory_tokens,omitempty"`       // tokens of advisory text in a rendering; 12,000
	StrictRoutes   bool     `json:"strict_routes,omitempty"`         // fail on a dead route anywhere, not only one this task needs
}

// Defaults of Options.
const (
	DefaultDepth          = 2
	DefaultNodes          = 8
	DefaultPitfalls       = 4
	DefaultConfidence     = 0.30
	DefaultAdvisoryTokens = 12_000
)

// Settings is everything beside the inputs that can change a selection or what
// is rendered of it. Schema: ResolutionSettings.
type Settings struct {
	MaxDepth int           `json:"max_depth"`    // hops of the advisory walk
	Caps     Caps          `json:"caps"`         // bounds of a loadout
	Profile  Role          `json:"role_profile"` // the role in full
	Options  OtherSettings `json:"options"`      // everything else
}

// Caps are the settings that bound a loadout.
type Caps struct {
	MaxNodes       int   `json:"max_nodes_per_loadout"` // places of a loadout
	MaxPitfalls    int   `json:"max_pitfalls"`          // places for pitfall nodes
	AdvisoryTokens int64 `json:"advisory_tokens"`       // tokens of advisory text in a rendering
}

// OtherSettings are the settings that are no caps.
type OtherSettings struct {
	MinConfidence float64 `json:"min_confidence"`        // of advisory nodes but pitfalls
	Estimator     string  `json:"estimator"`             // that counted the tokens
	Tokenizer     string  `json:"tokenizer_fingerprint"` // of its vocabulary
}

// Fingerprint is the hash of the settings' canonical JSON.
func (s Settings) Fingerprint() string { return hashOf(s) }

func or[T any](given *T, fallback T) T {
	if given == nil {
		return fallback
	}
	return *given
}

// settings fills in the defaults. The error is invalid_input.
func (o Options) settings(r Role) (Settings, error) {
	s := Settings{
		MaxDepth: or(o.MaxDepth, DefaultDepth),
		Caps:     Caps{or(o.MaxNodes, DefaultNodes), or(o.MaxPitfalls, DefaultPitfalls), or(o.AdvisoryTokens, DefaultAdvisoryTokens)},
		Profile:  r,
		Options:  OtherSettings{MinConfidence: or(o.MinConfidence, DefaultConfidence)},
	}
	s.Profile.EdgeTypes, s.Profile.Preferred, s.Profile.Excluded = set(r.EdgeTypes), set(r.Preferred), set(r.Excluded)
	switch c := s.Options.MinConfidence; {
	case s.MaxDepth < 0 || s.Caps.MaxNodes < 0 || s.Caps.MaxPitfalls < 0 || s.Caps.AdvisoryTokens < 0:
		return s, invalid(CodeInvalidInput, "a limit of a resolution is below 0")
	case math.IsNaN(c) || c < 0 || c > 1:
		return s, invalid(CodeInvalidInput, "min_confidence: %v is not between 0 and 1", c)
	}
	return s, nil
}

// hashOf is the hash of a value whose types always encode.
func hashOf(v any) string {
	sum, err := canon.HashOf(v)
	if err != nil {
		panic("task: a value that does not encode: " + err.Error())
	}
	return sum
}
