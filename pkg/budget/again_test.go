package budget

import (
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

func TestAnAnswerHoldsNothingBelowItsOwnFloor(t *testing.T) {
	w := walked(reached("majordomus://file/a", object.TierSource, .4, 1), reached("majordomus://file/b", object.TierSource, .7, 1))
	high, low, lower := .6, .3, .2
	raised, err := Spend(w, Options{Floor: &high})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows(raised); got != "in: file/b\nout: file/a relevance\n" {
		t.Errorf("a raised floor gives\n%s", got)
	}
	if _, err := Again(raised, Options{Floor: &low}); err == nil || fault.As(err).Class != fault.Invalid {
		t.Errorf("a floor of %v in an answer that was spent at %v: %v", low, high, err)
	}
	plain := spend(t, w, 100)
	if _, err := Again(plain, Options{Floor: &lower}); err == nil || fault.As(err).Class != fault.Invalid {
		t.Errorf("a floor of %v in a walk of %v: %v", lower, w.Settings.Floor, err)
	}
	again, err := Again(plain, Options{Floor: &low})
	if err != nil || rows(again) != "in: file/b file/a\n" {
		t.Errorf("%v\n%s", err, rows(again))
	}
}

func TestTheDigestCoversWhatTheAnswerFollowsFrom(t *testing.T) {
	base := spend(t, walked(), 100).RequestDigest
	if spend(t, walked(), 100).RequestDigest != base {
		t.Error("the same request has two digests")
	}
	w := walked()
	seen := map[string]string{base: "the request"}
	for what, change := range map[string]func(){
		"intent": func() { w.Request.Intent = "x" }, "depth": func() { w.Request.MaxDepth = 2 }, "rules": func() { w.Request.AllBlockingRules = true },
		"walk floor": func() { w.Settings.Floor = .2 }, "branch": func() { w.Git.Branch = "b" }, "head": func() { w.Git.Head = "h" },
		"tree": func() { w.Git.WorkingTree = "dirty" }, "estimator": func() { w.Settings.Estimator = "e" }, "policy": func() { w.Settings.Policy = "q" },
		"flags": func() { w.Settings.Flags = map[string]string{"history": "true"} }, "frontier": func() { w.Settings.Frontier = 1 },
	} {
		w = walked()
		change()
		d := spend(t, w, 100).RequestDigest
		if other, ok := seen[d]; ok {
			t.Errorf("%s changes nothing against %s", what, other)
		}
		seen[d] = what
	}
	if spend(t, walked(), 101).RequestDigest == base {
		t.Error("the budget is not covered")
	}
}

func TestDiagnosticsAreNoneAboveAWarning(t *testing.T) {
	w := walked()
	w.Diagnostics = []object.Diagnostic{{Severity: object.Info, Code: "z", Message: "m"}, {Severity: object.Error, Code: "b", Message: "m"},
		{Severity: object.Warning, Code: "b", Message: "m"}, {Severity: object.Warning, Code: "a", Message: "m"}}
	a := spend(t, w, 9)
	want := []object.Diagnostic{{Severity: object.Warning, Code: "a", Message: "m"}, {Severity: object.Warning, Code: "b", Message: "m"}, {Severity: object.Info, Code: "z", Message: "m"}}
	if len(a.Diagnostics) != 3 || a.Diagnostics[0] != want[0] || a.Diagnostics[1] != want[1] || a.Diagnostics[2] != want[2] {
		t.Errorf("%+v", a.Diagnostics)
	}
}
