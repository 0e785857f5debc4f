package capsule

import (
	"strings"
	"testing"
)

func TestFilter(t *testing.T) {
	have := map[string][]string{"status": {"done"}, "level": {"12"}, "tags": {"a", "b"}, "date": {"2026-03-04"}, "owner.name": {"kim"}}
	for in, want := range map[string]bool{
		`{"status":{"eq":"done"}}`: true, `{"status":{"eq":"open"}}`: false, `{"status":"done"}`: true, `{"status":{"ne":"open"}}`: true,
		`{"absent":{"ne":"x"}}`: true, `{"absent":{"eq":"x"}}`: false, `{"level":{"gt":9}}`: true, `{"level":{"lt":9}}`: false, `{"level":{"gte":12,"lte":12}}`: true,
		`{"level":{"gt":"9"}}`: true, `{"date":{"gte":"2026-01","lt":"2026-12"}}`: true, `{"tags":{"in":["b","c"]}}`: true, `{"tags":{"nin":["b"]}}`: false,
		`{"tags":{"all":["a","b"]}}`: true, `{"tags":{"all":["a","c"]}}`: false, `{"absent":{"exists":false}}`: true, `{"tags":{"exists":true}}`: true,
		`{"owner.name":{"eq":"kim"}}`: true, `{"and":[{"status":"done"},{"level":{"gt":1}}]}`: true, `{"or":[{"status":"open"},{"tags":"a"}]}`: true,
		`{"not":{"status":"done"}}`: false, `{"status":"done","level":{"lt":3}}`: false, `{"level":{"eq":12}}`: true, `{"status":{"eq":true}}`: false,
	} {
		f, err := ParseFilter([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if f.Match(func(k string) []string { return have[k] }) != want {
			t.Errorf("%s does not give %v", in, want)
		}
	}
}

func TestFilterRefusals(t *testing.T) {
	deep := strings.Repeat(`{"not":`, 8) + `{"a":"b"}` + strings.Repeat("}", 8)
	for _, in := range []string{
		``, `{}`, `[]`, `"x"`, `{"and":[]}`, `{"and":{}}`, `{"a":{"eq":[1]}}`, `{"a":{"in":1}}`, `{"a":{"in":[]}}`, `{"a":{"between":1}}`, `{"a":{"exists":"yes"}}`,
		`{"a":{"eq":null}}`, `{"a":{"eq":1.5}}`, `{"a":{"eq":{}}}`, `{"a":{}}`, `{"a":"b","a":"c"}`, deep, `{"or":[` + strings.Repeat(`{"a":"b"},`, 128) + `{"a":"b"}]}`,
		`{"a":"` + strings.Repeat("x", maxFilterBytes) + `"}`, `{"not":[{"a":"b"}]}`, `{"":{"eq":"x"}}`,
	} {
		if _, err := ParseFilter([]byte(in)); err == nil {
			t.Errorf("%.60s was taken", in)
		}
	}
	if _, err := ParseFilter([]byte(strings.Repeat(`{"not":`, 6) + `{"a":"b"}` + strings.Repeat("}", 6))); err != nil {
		t.Error(err)
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(`{"and":[{"a":{"eq":"b"}},{"not":{"c":{"in":[1,2]}}}]}`, "a", "b")
	f.Add(`{"a":{"gte":1,"lt":"x"}}`, "a", "1")
	f.Fuzz(func(t *testing.T, in, field, value string) {
		x, err := ParseFilter([]byte(in))
		if err != nil {
			return
		}
		values := func(k string) []string {
			if k == field {
				return []string{value}
			}
			return nil
		}
		not, err := ParseFilter([]byte(`{"not":` + in + `}`))
		if err == nil && not.Match(values) == x.Match(values) {
			t.Fatalf("%s and its negation agree", in)
		}
	})
}
