package devcontext

import (
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// PolicyView is the table a walk follows with the settings that are no fields
// of a request.
type PolicyView struct {
	walk.Policy
	Digest   string   `json:"digest"` // SHA-256 of the table
	Settings Settings `json:"settings"`
}

// Settings are the flags of the stages, or what a server was started with; they
// are part of every request_digest.
type Settings struct {
	Estimator            string            `json:"estimator"`
	TokenizerFingerprint string            `json:"tokenizer_fingerprint,omitempty"` // of a real tokenizer
	NoLocal              bool              `json:"no_local"`
	History              bool              `json:"history"`
	Frontier             int               `json:"frontier"`
	Flags                map[string]string `json:"flags,omitempty"`
}

// Policy shows the rules that a compile with these options follows.
func Policy(o Options) (*PolicyView, error) {
	est, err := token.ByName(o.estimator())
	if err != nil {
		return nil, err
	}
	s := Settings{Estimator: est.Name(), NoLocal: o.NoLocal, History: o.History, Frontier: o.Frontier, Flags: o.Flags}
	if s.Estimator != token.NameBytes {
		s.TokenizerFingerprint = est.Fingerprint()
	}
	if s.Frontier == 0 {
		s.Frontier = walk.DefaultFrontier
	}
	return &PolicyView{Policy: walk.PolicyTable(), Digest: walk.PolicyDigest(), Settings: s}, nil
}
