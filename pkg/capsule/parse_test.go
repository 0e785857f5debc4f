package capsule

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
)

// sealed recomputes what identity and figures of an edited Capsule would be, so
// that only the edit itself can be refused.
func sealed(t testing.TB, v map[string]any) []byte {
	t.Helper()
	write := func() []byte {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		x, err := canon.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		return x.Append(nil, canon.UTF16)
	}
	x, err := canon.Parse(write())
	if err != nil {
		t.Fatal(err)
	}
	v["capsuleId"] = canon.Hash(bareOf(x).Append(nil, canon.UTF16))
	b, ok := v["budget"].(map[string]any)
	for range 5 {
		if ok {
			b["usedBytes"] = len(write())
			b["usedTokens"] = b["usedBytes"]
		}
	}
	return write()
}

func decoded(t testing.TB, raw []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// at walks into an edited Capsule: "evidence.0.text".
func at(v map[string]any, path string) (map[string]any, string) {
	parts := strings.Split(path, ".")
	var x any = v
	for _, p := range parts[:len(parts)-1] {
		switch y := x.(type) {
		case map[string]any:
			x = y[p]
		case []any:
			x = y[0]
		}
	}
	return x.(map[string]any), parts[len(parts)-1]
}

func TestParseRefusesEveryBrokenAgreement(t *testing.T) {
	raw := text(t, made(t, repo(t, library()), Request{Goal: "How is a failed delivery of zebras retried?"}))
	if _, err := Parse(sealed(t, decoded(t, raw))); err != nil {
		t.Fatal(err)
	}
	set := func(path string, val any) func(map[string]any) {
		return func(v map[string]any) { m, k := at(v, path); m[k] = val }
	}
	for name, do := range map[string]func(map[string]any){
		"an unknown key":               set("extra", 1),
		"an unknown key below":         set("evidence.0.extra", 1),
		"an unknown key in the scope":  set("scope.extra", "x"),
		"version 1.0":                  set("schemaVersion", "1.0"),
		"version 1.2 without a filter": set("schemaVersion", "1.2"),
		"version 1.1 with a filter":    set("scope.filter", map[string]any{"a": map[string]any{"eq": "b"}}),
		"another space":                set("coordinateSpace", "raw"),
		"an empty goal":                set("goal", ""),
		"a goal too long":              set("goal", strings.Repeat("x", maxText+1)),
		"a goal that is not NFC":       set("goal", "e\u0301"),
		"a goal with CR":               set("goal", "a\r\nb"),
		"trusted evidence":             set("guidance.evidenceTrust", "trusted"),
		"not extractive":               set("guidance.extractiveOnly", false),
		"trust":                        set("evidence.0.trust", "trusted"),
		"egress":                       set("evidence.0.egress", "anywhere"),
		"egress wider than told":       set("egressLineage.effectivePolicy", "remote"),
		"lineage digest":               set("egressLineage.digest", strings.Repeat("0", 64)),
		"no evidence":                  set("evidence", []any{}),
		"null evidence":                set("evidence", nil),
		"null tags":                    set("scope.tagsAll", nil),
		"another text":                 set("evidence.0.text", "x"),
		"a span too long":              set("evidence.0.endLine", 999),
		"a span from 0":                set("evidence.0.startLine", 0),
		"a fraction":                   set("evidence.0.retrievalRank", 1.5),
		"a number as text":             set("evidence.0.retrievalRank", "1"),
		"2^53+2":                       set("budget.requestedTokens", json.Number("9007199254740994")),
		"a rank out of order":          set("evidence.0.selectionRank", 2),
		"a hash":                       set("evidence.0.sourceHash", "00"),
		"a facet not requested":        set("evidence.0.facets", []any{"zebra"}),
		"complete":                     set("coverage.complete", true),
		"a gap too few":                set("coverage.gaps", []any{}),
		"a facet settled nowhere":      set("coverage.unresolvedFacets", []any{}),
		"covered by nothing":           set("coverage.coveredFacets.0.evidenceIds", []any{}),
		"another requested facet":      set("coverage.requestedFacets", []any{"other"}),
		"omissions that do not add up": set("omissions.total", 7),
		"an unknown reason":            set("omissions.reasonCounts", map[string]any{"laziness": 1}),
		"used beyond requested":        set("budget.requestedBytes", 10),
		"a fingerprint too much":       set("budget.tokenizerFingerprint", "x"),
		"an estimator":                 set("budget.estimator", "guess"),
		"outside the prefix":           set("scope.uriPrefix", "majordomus://rule/"),
		"outside the categories":       set("scope.categories", []any{"rule"}),
		"too many collections":         set("scope.collections", slices.Repeat([]any{"x"}, 129)),
		"another case of a key":        func(v map[string]any) { v["Goal"] = v["goal"]; delete(v, "goal") },
		"a member missing":             func(v map[string]any) { m, k := at(v, "evidence.0.title"); delete(m, k) },
		"retrieval missing":            func(v map[string]any) { delete(v, "retrieval") },
	} {
		v := decoded(t, raw)
		do(v)
		if _, err := Parse(sealed(t, v)); err == nil || fault.As(err).Class != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, edit := range map[string][2]string{
		"identity":        {`"capsuleId":"`, `"capsuleId":"0`},
		"a key twice":     {`"coordinateSpace"`, `"coordinateSpace":"canonical_mirror","coordinateSpace"`},
		"half a pair":     {`"goal":"`, `"goal":"\udc00`},
		"figures":         {`"usedBytes":`, `"usedBytes":1`},
		"bytes behind it": {`"uriPrefix":null}}`, `"uriPrefix":null}} x`},
	} {
		bad := strings.Replace(string(raw), edit[0], edit[1], 1)
		if bad == string(raw) {
			t.Fatal(name)
		}
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := Parse([]byte(`{"schemaVersion":"1.0"}`)); !strings.Contains(err.Error(), "rebuild") || !strings.Contains(fault.As(err).Hint, "rebuild") {
		t.Error(err)
	}
}

// Layout and key order do not count; characters that need no escape stay raw and
// are read however they are written.
func TestParseTakesAnyLayout(t *testing.T) {
	files := library()
	files["docs/odd.md"] = "# Odd\n\nThe delivery line \u2028 and \u00e9\u00df\U0001f600 \"quoted\" \\ back / slash\ttab <b>&amp;</b>.\n"
	c := made(t, repo(t, files), Request{Goal: "delivery line quoted slash"})
	raw := text(t, c)
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	pretty, err := json.MarshalIndent(v, "", "  ") // escapes < > & U+2028
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(append([]byte("\n\t "), pretty...))
	if err != nil {
		t.Fatal(err)
	}
	if string(text(t, p)) != string(raw) {
		t.Error("another spelling")
	}
	if !strings.Contains(string(raw), "\u2028") || strings.Contains(string(raw), `\u003c`) {
		t.Error("something is escaped that need not be")
	}
}

// Another program's Capsule may name its passages as it likes, and end texts in
// a line end.
func TestParseTakesOtherPrograms(t *testing.T) {
	dir := repo(t, library())
	v := decoded(t, text(t, made(t, dir, Request{Goal: "retried", Facets: []string{"retried"}})))
	e := v["evidence"].([]any)[0].(map[string]any)
	e["evidenceId"] = "ev:1"
	e["text"] = e["text"].(string) + "\n"
	e["passageHash"] = canon.Hash([]byte(e["text"].(string)))
	v["coverage"].(map[string]any)["coveredFacets"].([]any)[0].(map[string]any)["evidenceIds"] = []any{"ev:1"}
	v["evidence"] = []any{e}
	c, err := Parse(sealed(t, v))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Verify(t.Context(), c, onDisk(t, dir)); err != nil || got.Status != Unchanged {
		t.Errorf("%+v %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	raw := text(f, made(f, repo(f, library()), Request{Goal: "How often is a failed delivery retried?"}))
	f.Add(string(raw))
	f.Add(`{"schemaVersion":"1.1","evidence":[{}]}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, in string) {
		c, err := Parse([]byte(in))
		if err != nil {
			if fault.As(err).Class != fault.Invalid {
				t.Fatal(err)
			}
			return
		}
		out := text(t, c)
		again, err := Parse(out)
		if err != nil || string(text(t, again)) != string(out) {
			t.Fatalf("%v: %s", err, out)
		}
	})
}

// FuzzEvidence edits texts and names inside an otherwise sound Capsule.
func FuzzEvidence(f *testing.F) {
	raw := text(f, made(f, repo(f, library()), Request{Goal: "How often is a failed delivery retried?", Facets: []string{"zebra"}}))
	f.Add("a\nb", "uri", "heading", int64(1))
	f.Add("\ufeffa\n\n", "majordomus://x/y", "", int64(0))
	f.Fuzz(func(t *testing.T, body, uri, heading string, start int64) {
		v := decoded(t, raw)
		e := v["evidence"].([]any)[0].(map[string]any)
		body = strings.ToValidUTF8(body, "?")
		e["text"], e["uri"], e["heading"], e["passageHash"] = body, uri, heading, canon.Hash([]byte(body))
		e["startLine"], e["endLine"] = start, start+int64(strings.Count(body, "\n"))
		c, err := Parse(sealed(t, v))
		if err != nil {
			return
		}
		if settle(c.Evidence[0].Text) != c.Evidence[0].Text || start < 1 || body == "" {
			t.Fatalf("%q was taken", body)
		}
	})
}
