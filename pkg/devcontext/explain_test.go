package devcontext

import (
	"strings"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

func TestExplainEveryStanding(t *testing.T) {
	dir := repository(t, workedExample)
	c := compile(t, dir, seed.Request{Issue: new("I0001"), BudgetTokens: new(int64(200))})
	for uri, want := range map[string]Standing{
		"majordomus://issue/I0001":                     Selected,
		"majordomus://context/ai.layer":                Excluded,
		"majordomus://test/test/cases/01_thing.sh":     NotReached,
		"majordomus://context/ai.repo.rules":           NotReached,
		"majordomus://policy/.ai/repo/policy.yaml":     Selected,
		"majordomus://session/s1":                      Excluded,
		"majordomus://implementation/lib/thing.sh#abc": Unknown,
		"majordomus://issue/I0009":                     Unknown,
	} {
		e, err := Explain(c.Answer, c.Store, uri)
		if want == Unknown {
			if err == nil || fault.As(err).Class != fault.NotFound || fault.As(err).Detail.(*Explanation).Standing != Unknown {
				t.Errorf("%s: %v", uri, err)
			}
			continue
		}
		if err != nil || e.Standing != want || e.Detail == "" {
			t.Errorf("%s: %v %+v", uri, err, e)
		}
		if want == Excluded && (e.Excluded == nil || e.Entry == nil || e.FitsAtTokens <= 200) {
			t.Errorf("%s: the numbers are missing: %+v", uri, e)
		}
	}
}

func TestExplainDeduplicated(t *testing.T) {
	s := newSample(t)
	s.add(t, "majordomus://knowledge/k", "x.md", []byte("k"), object.TierKnowledge, .5)
	s.add(t, "majordomus://document/x.md", "x.md", []byte("k"), object.TierHistory, .9)
	e, err := Explain(s.answer(t, 100), nil, "majordomus://document/x.md")
	if err != nil || e.Standing != Deduplicated || e.Into.Kept != "majordomus://knowledge/k" {
		t.Errorf("%v %+v", err, e)
	}
}

func TestDiffSaysWhatCameAndWentAndWhy(t *testing.T) {
	s := newSample(t)
	s.add(t, "majordomus://file/a", "a", []byte(strings.Repeat("a", 40)), object.TierSource, .8)
	s.add(t, "majordomus://file/b", "b", []byte(strings.Repeat("b", 400)), object.TierSource, .7)
	s.add(t, "majordomus://file/c", "c", []byte(strings.Repeat("c", 40)), object.TierSource, .6)
	small := s.answer(t, 20)
	s.walk.Candidates[2].Relevance = .9
	s.walk.Candidates = s.walk.Candidates[1:]
	large := s.answer(t, 1000)
	d := Diff(small, large)
	if len(d.Came) != 1 || d.Came[0].URI != "majordomus://file/b" || !strings.Contains(d.Came[0].Why, "left out for budget") {
		t.Errorf("came: %+v", d.Came)
	}
	if len(d.Went) != 1 || d.Went[0].URI != "majordomus://file/a" || d.Went[0].Why != "now: not reached" {
		t.Errorf("went: %+v", d.Went)
	}
	if len(d.Changed) != 1 || d.Changed[0].Why != "relevance 0.9, was 0.6" || d.Same != 0 {
		t.Errorf("changed: %+v", d)
	}
	if same := Diff(large, large); len(same.Came)+len(same.Went)+len(same.Changed) > 0 || same.Same != len(large.Selected) {
		t.Errorf("an answer differs from itself: %+v", same)
	}
}

func TestReadSavedTellsWalksFromAnswers(t *testing.T) {
	a := rich(t).answer(t, 100)
	text, err := budget.Encode(a)
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]string{"nothing": "", "words": "hello", "cut": string(text[:len(text)/2]), "two": string(text) + string(text),
		"another object": `{"schema":1}`, "a list": "[]", "a stream of nothing": `{"record":"header"}`} {
		if _, err := ReadSaved(strings.NewReader(in), "in"); err == nil || fault.As(err).Class != fault.Broken {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := ReadSaved(strings.NewReader("\ufeff  "+string(text)), "in")
	if err != nil || s.Answer == nil || s.Answer.RequestDigest != a.RequestDigest {
		t.Errorf("%v %+v", err, s)
	}
}

func TestPolicyIsTheWalksOwn(t *testing.T) {
	p, err := Policy(Options{Frontier: 7})
	if err != nil || p.Settings.Frontier != 7 || p.Settings.Estimator != "bytes" || p.Digest != walk.PolicyDigest() || len(p.Tiers) != 6 {
		t.Errorf("%v %+v", err, p)
	}
	if _, err := Policy(Options{Estimator: "x"}); err == nil {
		t.Error("an unknown estimator is taken")
	}
}

// FuzzSavedAnswer holds that no answer, whoever wrote it, breaks what shows it.
func FuzzSavedAnswer(f *testing.F) {
	a := rich(f).answer(f, 2000)
	text, err := budget.Encode(a)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, int64(500))
	f.Add([]byte(`{"schema":1,"fingerprint":"f","request_digest":"d","selected":[{"uri":"u","tier":"?","cost_tokens":-5}],"budget":{"limit_tokens":-9,"used_tokens":9007199254740993}}`), int64(1))
	f.Fuzz(func(t *testing.T, in []byte, limit int64) {
		s, err := ReadSaved(strings.NewReader(string(in)), "in")
		if err != nil {
			if c := fault.As(err).Class; c != fault.Broken {
				t.Fatalf("class %d: %v", c, err)
			}
			return
		}
		x, err := Rebudget(s, budget.Options{BudgetTokens: &limit})
		if err != nil || s.Answer == nil {
			return
		}
		for _, y := range []*budget.Answer{s.Answer, x} {
			for _, line := range strings.Split(Text(y, TextOptions{Width: 60}), "\n") {
				if textWidth(line) > 60 {
					t.Fatalf("a wide line: %q", line)
				}
			}
			_ = Report(y)
			_ = budget.Curve(y)
			_ = Diff(a, y)
			if _, err := Explain(y, nil, "majordomus://issue/I0001"); err != nil {
				t.Fatal(err)
			}
		}
	})
}
