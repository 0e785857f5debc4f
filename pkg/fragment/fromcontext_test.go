package fragment

import (
	"errors"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

const answer = `{"schema":1,"selected":[
 {"uri":"majordomus://rule/alpha","kind":"rule","tier":"governance","required":true,"provenance":{"path":"rules/alpha.md"}},
 {"uri":"majordomus://file/lib/thing.sh","kind":"implementation","tier":"source","required":false,"provenance":{"path":"lib/thing.sh"}}],
 "budget":{"limit_tokens":24000,"estimator":"cl100k_base"},"request":{"intent":"mend thing"}}`

func TestFromContext(t *testing.T) {
	bodies := map[string]string{"majordomus://rule/alpha": "Alpha\n", "majordomus://file/lib/thing.sh": "echo thing\n"}
	read := func(uri string) ([]byte, error) { return []byte(bodies[uri]), nil }
	req, warnings, err := FromContext([]byte(answer), read)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if req.Query != "mend thing" || req.TokenBudget != 24000 || req.Policy.Estimator != "cl100k_base" {
		t.Errorf("%+v", req)
	}
	if f := req.Fragments[0]; *f.Content != "Alpha\n" || string(f.Metadata) != `{"uri":"majordomus://rule/alpha","path":"rules/alpha.md","verbatim":true}` {
		t.Errorf("%s", f.Metadata)
	}
	res := compile(t, req)
	if res.Decisions[0].RuleID != string(ruleVerbatim) || res.Content != "Alpha\n\necho thing\n" {
		t.Errorf("%q %+v", res.Content, res.Decisions)
	}
}

func TestFromContextRefuses(t *testing.T) {
	bad := func(string) ([]byte, error) { return []byte("\xff"), nil }
	if _, _, err := FromContext([]byte(answer), bad); fault.As(err).Code != CodeFragment {
		t.Error(err)
	}
	optional := strings.Replace(answer, `"required":true`, `"required":false`, 1)
	if req, warnings, err := FromContext([]byte(optional), bad); err != nil || len(warnings) != 2 || len(req.Fragments) != 0 {
		t.Error(req, warnings, err)
	}
	boom := errors.New("boom")
	if _, _, err := FromContext([]byte(answer), func(string) ([]byte, error) { return nil, boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	for _, raw := range []string{"", "{}", "[]", `{"selected":[]}`} {
		if _, _, err := FromContext([]byte(raw), bad); fault.As(err).Code != CodeInput {
			t.Errorf("%s: %v", raw, err)
		}
	}
}
