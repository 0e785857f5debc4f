package fragment

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

const plainRequest = `{"query":"q","token_budget":100,"fragments":[%]}`

func one(fragment string) string { return strings.Replace(plainRequest, "%", fragment, 1) }

func TestDecodeKeepsEveryDigit(t *testing.T) {
	raw := one(`{"id":18446744073709551615,"content":"a","metadata":{"n":12345678901234567890.10,"m":1e400}},` +
		`{"id":"18446744073709551615","content":"b"},{"id":9007199254740993,"content":"c"},{"id":0,"content":""}`)
	req, warnings, err := Decode([]byte(raw))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	for i, want := range []ID{{Value: 1<<64 - 1}, {1<<64 - 1, true}, {Value: 1<<53 + 1}, {}} {
		if got := *req.Fragments[i].ID; got != want {
			t.Errorf("id %d: %v, want %v", i, got, want)
		}
	}
	if got := string(req.Fragments[0].Metadata); got != `{"n":12345678901234567890.10,"m":1e400}` {
		t.Errorf("metadata %s", got)
	}
	out, err := json.Marshal(req)
	if err != nil || !bytes.Contains(out, []byte(`"id":18446744073709551615,`)) || !bytes.Contains(out, []byte(`"id":"18446744073709551615"`)) {
		t.Errorf("%s %v", out, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ raw, code, says string }{
		{one(`{"id":18446744073709551616,"content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":"18446744073709551616","content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":-1,"content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":1.0,"content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":1e3,"content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":"","content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":"+1","content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"id":"007","content":"a"}`), CodeFragment, "fragments[0].id"},
		{one(`{"content":"a"},{"content":"a","priority":256}`), CodeFragment, "fragments[1].priority"},
		{one(`{"content":1}`), CodeFragment, "fragments[0].content"},
		{one(`{"content":"a","metadata":[]}`), CodeFragment, "fragments[0].metadata"},
		{one(`{"content":"a","media":{"mime":"image/png"}}`), CodeMedia, "fragments[0].media.bytes_b64"},
		{one(`{"content":"a","media":{"bytes_b64":""}}`), CodeMedia, "fragments[0].media.mime"},
		{one(`null`), CodeFragment, "fragments[0]"},
		{one(`{"content":"a","content":"b"}`), CodeInput, "twice"},
		{one(`{"content":"\ud800"}`), CodeInput, "UTF-8"},
		{one("{\"content\":\"\xff\"}"), CodeInput, "UTF-8"},
		{`{"query":"q","token_budget":1.5,"fragments":[]}`, CodeInput, "token_budget"},
		{`{"query":"q","token_budget":"9","fragments":[]}`, CodeInput, "token_budget"},
		{`{"query":null,"token_budget":9,"fragments":[]}`, CodeInput, "query"},
		{`{"query":"q","fragments":[]}`, CodeInput, "token_budget"},
		{`{"query":"q","token_budget":9}`, CodeInput, "fragments"},
		{`{"token_budget":9,"fragments":[]}`, CodeInput, "query"},
		{`{"query":"q","token_budget":9,"fragments":[]} x`, CodeInput, "follows"},
		{`{"query":"q","token_budget":9,"fragments":[`, CodeInput, "early"},
		{`[]`, CodeInput, "request"},
		{``, CodeInput, "early"},
		{`{"query":"q","token_budget":9,"fragments":[],"policy":{"max_piece_bytes":0}}`, CodeInput, "policy.max_piece_bytes"},
		{`{"query":"q","token_budget":9,"fragments":[],"policy":{"near_dup_dedup":"no"}}`, CodeInput, "policy.near_dup_dedup"},
		{`{"query":"q","token_budget":9,"fragments":[],"policy":{"pricing":{"models":{"m":{}}}}}`, CodeInput, "policy.pricing.models.m"},
		{one(strings.Repeat(`{"content":""},`, MaxFragments) + `{"content":""}`), CodeOverLimit, "fragments"},
	} {
		_, _, err := Decode([]byte(c.raw))
		if f := fault.As(err); f == nil || f.Code != c.code || !strings.Contains(f.Message, c.says) {
			t.Errorf("%.80s: %v, want %s naming %s", c.raw, err, c.code, c.says)
		}
	}
}

func TestDecodeIgnoresAndNames(t *testing.T) {
	req, warnings, err := Decode([]byte(`{"query":"q","colour":{"a":[1,{}]},"token_budget":9,"target_model":null,"policy":{"x":1,"estimator":null},
		"fragments":[{"content":"a","id":null,"kind":null,"extra":true,"media":null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`"colour"`, `"policy.x"`, `"fragments[0].extra"`}
	if len(warnings) != len(want) {
		t.Fatalf("%q", warnings)
	}
	for i, w := range want {
		if !strings.Contains(warnings[i], w) {
			t.Errorf("%q does not name %s", warnings[i], w)
		}
	}
	if f := req.Fragments[0]; f.ID != nil || f.Media != nil || f.Kind != "" || req.Policy.Estimator != "" {
		t.Errorf("null is not absence: %+v", f)
	}
}

// A request that was decoded and encoded is the same request.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(one(`{"id":18446744073709551615,"content":"a","metadata":{"n":1e400,"verbatim":true}},{"id":"1","media":{"mime":"image/png","bytes_b64":"AA=="}}`)))
	f.Add([]byte(`{"query":"q","token_budget":9,"fragments":[],"policy":{"pricing":{"version":"1","currency":"USD","models":{"m":{"input_micros_per_million_tokens":3}}},"disabled_rules":["a"],"near_dup_dedup":false}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		req, _, err := Decode(raw)
		if err != nil {
			if fault.As(err).Code == "internal" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		first, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		again, warnings, err := Decode(first)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%s: %v %v", first, err, warnings)
		}
		second, err := json.Marshal(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%s\n%s", first, second)
		}
		if len(req.Fragments) == len(again.Fragments) {
			for i := range req.Fragments {
				a, b := req.Fragments[i].ID, again.Fragments[i].ID
				if (a == nil) != (b == nil) || a != nil && *a != *b {
					t.Fatalf("id %v became %v", a, b)
				}
			}
		}
	})
}
