package devcontext

import (
	"bytes"
	"encoding/json"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/seed"
)

// hugeBudget leaves nothing out.
const hugeBudget = 1 << 40

// TestWorkedExample holds the whole answer of spec/devcontext.md's example,
// with and without one more decision.
func TestWorkedExample(t *testing.T) {
	for name, folders := range map[string][]string{"worked": {workedExample}, "worked-adr": {workedExample, workedExample + "-adr"}} {
		c := compile(t, repository(t, folders...), seed.Request{Issue: new("I0001"), BudgetTokens: new(int64(hugeBudget))})
		line, err := budget.Encode(c.Answer)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, line, "", "  "); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json.golden", b.String())
		golden(t, name+".txt.golden", Text(c.Answer, TextOptions{Width: 120}))
	}
}
