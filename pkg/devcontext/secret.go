package devcontext

import "majordomus/pkg/budget"

// codeSecret is the index's finding of a secret in a file.
const codeSecret = "tracked_secret"

// secretPaths are the files the index found a secret in.
func secretPaths(a *budget.Answer) map[string]bool {
	out := map[string]bool{}
	for _, d := range a.Diagnostics {
		if d.Code == codeSecret {
			out[d.Path] = true
		}
	}
	return out
}
