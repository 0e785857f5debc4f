package fragment

// DecodeTranscript reads a request for a transcript from its JSON as exactly as
// Decode does.
func DecodeTranscript(raw []byte) (*TranscriptRequest, []Warning, error) {
	d := newDecoder(raw)
	t := &TranscriptRequest{}
	need := map[string]bool{"query": true, "transcript": true, "token_budget": true}
	err := d.object("", CodeInput, func(key string) error {
		return d.known(key, key, map[string]func() error{
			"query":        func() error { delete(need, "query"); return d.text("query", CodeInput, &t.Query) },
			"transcript":   func() error { delete(need, "transcript"); return d.text("transcript", CodeInput, &t.Transcript) },
			"format":       func() error { return d.text("format", CodeSegmentation, (*string)(&t.Format)) },
			"token_budget": func() error { delete(need, "token_budget"); return d.number("token_budget", CodeInput, &t.TokenBudget) },
			"target_model": func() error { return d.text("target_model", CodeInput, &t.TargetModel) },
			"policy":       func() error { t.Policy = &Policy{}; return d.policy(t.Policy) },
		})
	})
	if err == nil {
		err = d.end()
	}
	for _, key := range []string{"query", "transcript", "token_budget"} {
		if err == nil && need[key] {
			err = invalid(CodeInput, key, "missing")
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return t, d.warnings, nil
}
