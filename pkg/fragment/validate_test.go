package fragment

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

func textRequest(budget int, texts ...string) *Request {
	r := &Request{TokenBudget: budget}
	for _, text := range texts {
		r.Fragments = append(r.Fragments, Fragment{Content: new(text)})
	}
	return r
}

func compile(t *testing.T, r *Request) *Result {
	t.Helper()
	res, err := Compile(context.Background(), r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestValidateNamesIndexAndField(t *testing.T) {
	big := strings.Repeat("x", MaxContent+1)
	with := func(f Fragment) *Request {
		r := textRequest(100, "first")
		r.Fragments = append(r.Fragments, f)
		return r
	}
	policy := func(p Policy) *Request { r := textRequest(100, "x"); r.Policy = &p; return r }
	png := base64.StdEncoding.EncodeToString(pngHeader(1, 1))
	for _, c := range []struct {
		req        *Request
		code, says string
	}{
		{textRequest(0), CodeInput, "token_budget"},
		{textRequest(-1), CodeInput, "token_budget"},
		{textRequest(MaxBudget + 1), CodeOverLimit, "token_budget"},
		{with(Fragment{}), CodeFragment, "fragments[1]"},
		{with(Fragment{Content: &big}), CodeOverLimit, "fragments[1].content"},
		{with(Fragment{Content: new("\xff")}), CodeFragment, "fragments[1].content"},
		{with(Fragment{Path: new("/x")}), CodeIngestDisabled, "fragments[1].path"},
		{with(Fragment{Path: new("/x"), Content: new("x")}), CodeFragment, "fragments[1].path"},
		{with(Fragment{Path: new("/x"), Media: &Media{}}), CodeFragment, "fragments[1].path"},
		{with(Fragment{Content: new(""), Metadata: []byte(`{"a":"` + big[:MaxMetadata] + `"}`)}), CodeMetadata, "fragments[1].metadata"},
		{with(Fragment{Content: new(""), Metadata: []byte(`{"verbatim":"true"}`)}), CodeFragment, "fragments[1].metadata.verbatim"},
		{with(Fragment{Content: new(""), Metadata: []byte(`{"cache":1}`)}), CodeFragment, "fragments[1].metadata.cache"},
		{with(Fragment{Content: new(""), Metadata: []byte(`{"target":1}`)}), CodeFragment, "fragments[1].metadata.target"},
		{with(Fragment{Content: new(""), Metadata: []byte(`[]`)}), CodeFragment, "fragments[1].metadata"},
		{with(Fragment{Content: new(""), Metadata: []byte(`{`)}), CodeFragment, "fragments[1].metadata"},
		{with(Fragment{Media: &Media{Mime: "image/png", Base64: "!!"}}), CodeMedia, "fragments[1].media.bytes_b64"},
		{with(Fragment{Media: &Media{Mime: "image/png", Base64: "AAAA"}}), CodeMedia, "fragments[1].media"},
		{with(Fragment{Media: &Media{Mime: "image/gif", Base64: png}}), CodeMedia, "fragments[1].media"},
		{with(Fragment{Media: &Media{Mime: "text/html", Base64: png}}), CodeMedia, "text/html"},
		{with(Fragment{Media: &Media{Mime: "image/png", Base64: strings.Repeat("A", MaxMedia+4)}}), CodeOverLimit, "fragments[1].media.bytes_b64"},
		{textRequest(10, make([]string, MaxFragments+1)...), CodeOverLimit, "fragments"},
		{policy(Policy{ResponseReserveTokens: 100}), CodeBudgetExhausted, "response_reserve_tokens"},
		{policy(Policy{ResponseReserveTokens: -1}), CodeInput, "response_reserve_tokens"},
		{policy(Policy{Boundary: "word"}), CodeInput, "boundary"},
		{policy(Policy{Estimator: "gpt2"}), CodeInput, "estimator"},
		{policy(Policy{MaxPieceBytes: -1}), CodeInput, "max_piece_bytes"},
	} {
		_, err := Compile(context.Background(), c.req, Options{})
		if f := fault.As(err); f == nil || f.Code != c.code || !strings.Contains(f.Message, c.says) {
			t.Errorf("%v, want %s naming %s", err, c.code, c.says)
		}
	}
}

func TestMediaOfARequestIsBounded(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString(append(pngHeader(1, 1), make([]byte, 3<<20-24)...))
	r := &Request{TokenBudget: 10}
	for range MaxMediaRequest/len(b64) + 1 {
		r.Fragments = append(r.Fragments, Fragment{Media: &Media{Mime: "image/png", Base64: b64}})
	}
	_, err := Compile(context.Background(), r, Options{})
	if f := fault.As(err); f == nil || f.Code != CodeOverLimit {
		t.Fatal(err)
	}
}

func TestDerivedIDs(t *testing.T) {
	r := textRequest(100, "", "hello", " hello")
	png := pngHeader(2, 2)
	r.Fragments = append(r.Fragments, Fragment{Media: &Media{Mime: "image/png", Base64: base64.StdEncoding.EncodeToString(png)}})
	res := compile(t, r)
	for i, want := range []uint64{14695981039346656037, 11831194018420276491, derivedID([]byte(" hello")), derivedID(png)} {
		if got := res.Decisions[i].FragmentID.Value; got != want {
			t.Errorf("%d: %d, want %d", i, got, want)
		}
	}
}

func TestIDsAsStrings(t *testing.T) {
	r := textRequest(100, "hello")
	r.Policy = &Policy{IDsAsStrings: true}
	raw, err := compile(t, r).Decisions[0].FragmentID.MarshalJSON()
	if err != nil || string(raw) != `"11831194018420276491"` {
		t.Fatalf("%s %v", raw, err)
	}
	r.Fragments[0].ID = &ID{Value: 1, Quoted: true}
	r.Policy = nil
	if raw, _ = compile(t, r).Decisions[0].FragmentID.MarshalJSON(); string(raw) != "1" {
		t.Fatalf("%s", raw)
	}
}

func TestDisabledRules(t *testing.T) {
	r := textRequest(100, "Never do it.")
	r.Policy = &Policy{DisabledRules: []string{"preserve.negative_constraint", "preserve.default", "preserve.marked_verbatim", "cache.stable_prefix", "nonsense"}}
	res := compile(t, r)
	if res.Decisions[0].RuleID != "preserve.default" || len(res.Warnings) != 4 {
		t.Errorf("%+v %q", res.Decisions[0], res.Warnings)
	}
}

func TestPricing(t *testing.T) {
	r := textRequest(10, strings.Repeat("word ", 1000))
	r.TargetModel = "m"
	r.Policy = &Policy{Pricing: &Pricing{Version: "v1", Currency: "USD", Models: map[string]Price{"m": {3_000_000}}}}
	in := compile(t, r).Insights
	if in.EstimatedCostSavedMicros == nil || *in.EstimatedCostSavedMicros != uint64(in.TokensSaved*3) || in.Currency != "USD" || in.PricingVersion != "v1" {
		t.Errorf("%+v", in)
	}
	r.TargetModel = "other"
	if res := compile(t, r); res.Insights.EstimatedCostSavedMicros != nil || len(res.Warnings) != 1 {
		t.Errorf("%+v", res)
	}
	r.TargetModel, r.Policy.Pricing.Models["m"] = "m", Price{1<<64 - 1}
	if in := compile(t, r).Insights; in.EstimatedCostSavedMicros == nil {
		t.Error("no price")
	}
}
