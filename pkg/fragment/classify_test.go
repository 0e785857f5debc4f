package fragment

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	log := strings.Repeat("2026-01-02T03:04:05Z INFO same\n", 4) + strings.Repeat("ERROR other\n", 5)
	png := &Media{Mime: "image/png", Base64: base64.StdEncoding.EncodeToString(pngHeader(9, 9))}
	page := strings.Repeat("the quick brown fox jumps over the lazy dog and rests ", 40)
	for _, c := range []struct {
		name string
		f    Fragment
		want rule
	}{
		{"image", Fragment{Media: png}, ruleMedia},
		{"image and verbatim", Fragment{Media: png, Metadata: []byte(`{"verbatim":true}`)}, ruleMedia},
		{"verbatim", Fragment{Content: new("x"), Metadata: []byte(`{"verbatim":true}`)}, ruleVerbatim},
		{"both marks", Fragment{Content: new("x"), Metadata: []byte(`{"cache":true,"verbatim":true}`)}, ruleVerbatim},
		{"cache", Fragment{Content: new("x"), Metadata: []byte(`{"cache":true}`)}, ruleCache},
		{"a mark that is false", Fragment{Content: new("hello there"), Metadata: []byte(`{"cache":false,"verbatim":null}`)}, ruleDefault},
		{"kind code", Fragment{Content: new("x"), Kind: "code"}, ruleCode},
		{"kind diff", Fragment{Content: new("x"), Kind: "diff"}, ruleCode},
		{"a fence", Fragment{Content: new("see\n```\nx\n```\n")}, ruleCode},
		{"a fence in a line", Fragment{Content: new("see ``` here")}, ruleDefault},
		{"json", Fragment{Content: new(`{"a": [1, 2]}`)}, ruleCode},
		{"braces of prose", Fragment{Content: new(`{hello there}`)}, ruleDefault},
		{"diff", Fragment{Content: new("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")}, ruleCode},
		{"go", Fragment{Content: new("package x\n\nfunc F() int {\n\treturn 1\n}\n")}, ruleCode},
		{"python", Fragment{Content: new("import os\n\ndef f(x):\n    return os.path.join(x, 'a')\n")}, ruleCode},
		{"never", Fragment{Content: new("You should NEVER do this")}, ruleConstraint},
		{"don't", Fragment{Content: new("Please don't")}, ruleConstraint},
		{"don’t", Fragment{Content: new("Please don’t")}, ruleConstraint},
		{"no allowed", Fragment{Content: new("There are no exceptions allowed here")}, ruleConstraint},
		{"no. allowed", Fragment{Content: new("I said no. It is allowed")}, ruleDefault},
		{"must wraps", Fragment{Content: new("you must\nnot go")}, ruleConstraint},
		{"whenever it", Fragment{Content: new("Whenever it rains, donuts and cannots")}, ruleDefault},
		{"do nothing", Fragment{Content: new("do nothing, may nothing happen")}, ruleDefault},
		{"log kind", Fragment{Content: new("never mind\nnever mind\n"), Kind: "log"}, ruleLog},
		{"log looks", Fragment{Content: &log}, ruleLog},
		{"log that forbids", Fragment{Content: new(log + "you must not\n")}, ruleConstraint},
		{"too short for a log", Fragment{Content: new("ERROR x\nERROR x\n")}, ruleDefault},
		{"values", Fragment{Content: new("latency 231ms at v2.3.1")}, ruleExact},
		{"three digits in a page", Fragment{Content: new(page + "it took 231 days")}, ruleDefault},
		{"url", Fragment{Content: new("please read the whole page that you find at https://example.org before you begin")}, ruleURL},
		{"plain", Fragment{Content: new("hello there")}, ruleDefault},
		{"empty", Fragment{Content: new("")}, ruleDefault},
	} {
		res := compile(t, &Request{TokenBudget: 100_000, Fragments: []Fragment{c.f}})
		if got := res.Decisions[0].RuleID; got != string(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestWordBoundaries(t *testing.T) {
	for text, want := range map[string]bool{
		"never": true, "Never.": true, "nevermore": false, "énever": false, "never_x": false, "🙂never": true,
		"must  not": true, "must\n\nnot": false, "must nothing": false, "may not": true, "MAY NOT": true, "cannot": true,
		"do not": true, "don't": true, "don’t": true, "don'to": false, "don": false, "no pets\nare allowed": true,
		"no 1.5 allowed": true, "no pets! allowed": false, "": false, "no": false, "allowed no": false,
	} {
		if got := hasConstraint([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
