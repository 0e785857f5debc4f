package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"majordomus/pkg/fault"
)

// report writes an error to standard error: tool: place: what happened, then at
// most one hint, or under --json-errors one JSON object.
func (a *app) report(f *fault.Error) {
	if a.common.JSONErrors {
		a.reportJSON(f)
		return
	}
	fmt.Fprintf(a.stderr, "%s: %s\n", a.tool, oneLine(f.Error()))
	if f.Hint != "" {
		fmt.Fprintf(a.stderr, "hint: %s\n", oneLine(f.Hint))
	}
}

func (a *app) reportJSON(f *fault.Error) {
	bare := *f
	bare.Path, bare.Line, bare.Column = "", 0, 0
	enc := json.NewEncoder(a.stderr)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Path    string `json:"path,omitempty"`
		Line    int    `json:"line,omitempty"`
		Hint    string `json:"hint,omitempty"`
	}{f.Code, bare.Error(), f.Path, f.Line, f.Hint}) // nowhere is left to tell of a failure
}

// oneLine is text as a person may see it: on one line, controls shown.
func oneLine(s string) string {
	return strings.ReplaceAll(visibleControls(s), "\n", "<U+000A>")
}
