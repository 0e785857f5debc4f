package fragment

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestCorpusIsTheSame(t *testing.T) {
	a, _ := json.Marshal(Corpus(1, 60))
	b, _ := json.Marshal(Corpus(1, 60))
	c, _ := json.Marshal(Corpus(2, 60))
	if string(a) != string(b) || string(a) == string(c) {
		t.Error("a corpus must follow its seed")
	}
}

// At budgets that hold the critical part tokens are saved and the risk is not
// high; below them it is.
func TestReportOfASession(t *testing.T) {
	r, err := Measure(context.Background(), Corpus(1, 200), "why does the build of store3 fail", Policy{NormalizeLogTimestamps: true}, []int{2000, 0, 100_000})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := r.WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + out.String())
	if small := r.Rows[0]; small.Risk != High || small.Insights.TokensOut > 2000 {
		t.Errorf("at 2000: %+v", small)
	}
	for _, row := range r.Rows[2:] {
		if row.Risk == High || row.Insights.TokensSaved*2 < row.Insights.TokensIn {
			t.Errorf("at %d: risk %s, %d of %d saved", row.Budget, row.Risk, row.Insights.TokensSaved, row.Insights.TokensIn)
		}
	}
}
