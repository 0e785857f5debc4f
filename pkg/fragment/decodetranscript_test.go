package fragment

import (
	"encoding/json"
	"reflect"
	"testing"

	"majordomus/pkg/fault"
)

func TestDecodeTranscript(t *testing.T) {
	raw := `{"query":"q","transcript":"user: a\n","token_budget":9,"format":null,"policy":{"pricing":{"models":{"m":{"input_micros_per_million_tokens":18446744073709551615}}},"odd":1},"later":[]}`
	got, warnings, err := DecodeTranscript([]byte(raw))
	if err != nil || len(warnings) != 2 {
		t.Fatalf("%v %q", err, warnings)
	}
	if p := got.Policy.Pricing.Models["m"].InputMicrosPerMillionTokens; p != 1<<64-1 || got.Transcript != "user: a\n" {
		t.Errorf("%+v %d", got, p)
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"query":null,"transcript":"","token_budget":1}`, `{"query":"","token_budget":1}`, `{"query":"","transcript":""}`,
		`{"query":"","transcript":"","token_budget":"1"}`, `{"query":"","query":"","transcript":"","token_budget":1}`, `{"query":"","transcript":"","token_budget":1} x`,
		"{\"query\":\"\xff\",\"transcript\":\"\",\"token_budget\":1}"} {
		if _, _, err := DecodeTranscript([]byte(bad)); err == nil || fault.As(err).Code != CodeInput {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzDecodeTranscript: a decoded and encoded request is the same value.
func FuzzDecodeTranscript(f *testing.F) {
	f.Add([]byte(`{"query":"q","transcript":"user: a","token_budget":9,"format":"plain","policy":{"near_dup_dedup":false}}`))
	f.Add([]byte(`{"query":"","transcript":"\ud83d\ude00","token_budget":1,"x":{"y":[1e400]}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, _, err := DecodeTranscript(raw)
		if err != nil {
			return
		}
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		b, warnings, err := DecodeTranscript(text)
		if err != nil || len(warnings) > 0 || !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: %v %q\n%+v\n%+v", text, err, warnings, a, b)
		}
	})
}
