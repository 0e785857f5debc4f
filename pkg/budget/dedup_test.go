package budget

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/walk"
)

// rows writes an answer's outcome in short: what is in, what is out and why,
// what folded into what, and who contradicts whom.
func rows(a *Answer) string {
	short := func(u string) string { return strings.TrimPrefix(u, object.Scheme) }
	var b strings.Builder
	b.WriteString("in: " + selectedURIs(a) + "\n")
	for _, x := range a.Excluded {
		fmt.Fprintf(&b, "out: %s %s\n", short(x.URI), x.Reason)
	}
	for _, d := range a.Deduplicated {
		var dropped []string
		for _, u := range d.Dropped {
			dropped = append(dropped, short(u))
		}
		fmt.Fprintf(&b, "%s: %s %v %d\n", d.Key, short(d.Kept), dropped, d.Paths)
	}
	for _, c := range a.Conflicts {
		fmt.Fprintf(&b, "%s: %s against %s\n", c.Kind, short(c.Current), short(c.Against))
	}
	for _, d := range a.Diagnostics {
		fmt.Fprintf(&b, "%s %s\n", d.Severity, d.Code)
	}
	return b.String()
}

func twice(c *walk.Candidate)        { c.DiscoveredBy = append(c.DiscoveredBy, c.DiscoveredBy[0]) }
func inCollection(c *walk.Candidate) { c.Collection = true }
func span(c *walk.Candidate)         { c.Provenance.Span = &object.Span{Start: 1, End: 2, Bytes: 4} }
func earlier(of ...string) func(*walk.Candidate) {
	return func(c *walk.Candidate) { c.Supersedes = of }
}
func later(uri, status string) func(*walk.Candidate) {
	return func(c *walk.Candidate) {
		c.SupersededBy = append(c.SupersededBy, walk.Superseder{URI: uri, Status: status})
	}
}

func TestDedup(t *testing.T) {
	const m, adr = "majordomus://", "majordomus://adr/"
	d := object.TierDecision
	tests := []struct {
		name string
		in   []walk.Candidate
		want string
	}{
		{"several ways are one entry", []walk.Candidate{reached(m+"issue/a", object.TierTask, 1, 1, twice)}, "in: issue/a\nuri: issue/a [] 2\n"},
		{"a declared kind stands before a document before a file", []walk.Candidate{
			reached(m+"file/x.md", object.TierSource, .9, 1, at("x.md")), reached(m+"document/x.md", object.TierHistory, .8, 1, at("x.md")),
			reached(m+"knowledge/k", object.TierKnowledge, .3, 1, at("x.md"))}, "in: knowledge/k\npath: knowledge/k [document/x.md file/x.md] 1\n"},
		{"then relevance, then uri", []walk.Candidate{reached(m+"skill/b", d, .5, 1, at("x")), reached(m+"prompt/a", d, .5, 1, at("x")),
			reached(m+"skill/a", d, .4, 1, at("x"))}, "in: prompt/a\npath: prompt/a [skill/a skill/b] 1\n"},
		{"members of a collection are no duplicates", []walk.Candidate{reached(m+"claim/a", d, .5, 1, at("x"), inCollection), reached(m+"claim/b", d, .4, 1, at("x"), inCollection)},
			"in: claim/a claim/b\n"},
		{"a seed is dropped by no path", []walk.Candidate{reached(m+"file/x", object.TierSource, 1, 1, at("x"), asked), reached(m+"skill/x", d, .5, 1, at("x"), asked)},
			"in: file/x skill/x\n"},
		{"a symbol folds into its file", []walk.Candidate{reached(m+"file/x", object.TierSource, .5, 9, at("x")), reached(m+"file/x#F", object.TierSource, .9, 1, at("x"), span),
			reached(m+"file/x#G", object.TierSource, .8, 1, at("x"), span)}, "in: file/x\npath: file/x [file/x#F file/x#G] 1\n"},
		{"the spend never swaps a file for its symbol", []walk.Candidate{reached(m+"file/x", object.TierSource, .5, 9000, at("x")),
			reached(m+"file/x#F", object.TierSource, .9, 1, at("x"), span)}, "in: \nout: file/x budget\npath: file/x [file/x#F] 1\n"},
		{"the file folds into a symbol that was asked for", []walk.Candidate{reached(m+"file/x", object.TierSource, .5, 9, at("x")),
			reached(m+"file/x#F", object.TierSource, 1, 1, at("x"), span, asked), reached(m+"file/x#G", object.TierSource, .8, 1, at("x"), span)},
			"in: file/x#F file/x#G\npath: file/x#F [file/x] 1\n"},
		{"both asked for: both stay", []walk.Candidate{reached(m+"file/x", object.TierSource, 1, 9, at("x"), asked),
			reached(m+"file/x#F", object.TierSource, 1, 1, at("x"), span, asked)}, "in: file/x file/x#F\n"},
		{"the highest version stands", []walk.Candidate{reached(m+"rule/r@1.9", d, .9, 1, version("rule/r", "1.9")), reached(m+"rule/r@1.10", d, .5, 1, version("rule/r", "1.10"))},
			"in: rule/r@1.10\nout: rule/r@1.9 superseded\nidentity: rule/r@1.10 [rule/r@1.9] 1\nversion: rule/r@1.10 against rule/r@1.9\n"},
		{"a version asked for stays too", []walk.Candidate{reached(m+"rule/r@1", d, 1, 1, version("rule/r", "1"), asked), reached(m+"rule/r@2", d, .5, 1, version("rule/r", "2"))},
			"in: rule/r@1 rule/r@2\nversion: rule/r@2 against rule/r@1\n"},
		{"a newer version out of force replaces nothing", []walk.Candidate{reached(m+"rule/r@1", d, .9, 1, version("rule/r", "1")),
			reached(m+"rule/r@2", d, .5, 1, version("rule/r", "2"), status("deprecated"))}, "in: rule/r@1\nout: rule/r@2 stale\n"},
		{"the later decision stands", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "accepted")), reached(adr+"2", d, .5, 1, earlier(adr+"1"))},
			"in: adr/2\nout: adr/1 superseded\nsupersedes: adr/2 against adr/1\n"},
		{"also when it was not reached", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "accepted"))},
			"in: \nout: adr/2 depth\nout: adr/1 superseded\nsupersedes: adr/2 against adr/1\n"},
		{"or lies beyond a limit", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "accepted")), reached(adr+"2", d, .1, 1, earlier(adr+"1"), out(walk.OutRelevance))},
			"in: \nout: adr/2 relevance\nout: adr/1 superseded\nsupersedes: adr/2 against adr/1\n"},
		{"a proposed one supersedes nothing", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "proposed")), reached(adr+"2", d, .5, 1, earlier(adr+"1"), status("proposed"))},
			"in: adr/1 adr/2\n"},
		{"nor a rejected or deprecated one", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "rejected"), later(adr+"3", "deprecated"))}, "in: adr/1\n"},
		{"one that is superseded itself does", []walk.Candidate{reached(adr+"1", d, .9, 1, later(adr+"2", "superseded")), reached(adr+"2", d, .8, 1, status("superseded"), later(adr+"3", "accepted")),
			reached(adr+"3", d, .7, 1)}, "in: adr/3\nout: adr/1 superseded\nout: adr/2 superseded\nsupersedes: adr/2 against adr/1\nsupersedes: adr/3 against adr/2\n"},
		{"a cycle drops none", []walk.Candidate{reached(adr+"1", d, .9, 1, earlier(adr+"2")), reached(adr+"2", d, .8, 1, earlier(adr+"3")), reached(adr+"3", d, .7, 1, earlier(adr+"1"))},
			"in: adr/1 adr/2 adr/3\nwarning supersedes_cycle\n"},
		{"but what a member of it supersedes falls", []walk.Candidate{reached(adr+"1", d, .9, 1, earlier(adr+"2", adr+"3")), reached(adr+"2", d, .8, 1, earlier(adr+"1")), reached(adr+"3", d, .7, 1)},
			"in: adr/1 adr/2\nout: adr/3 superseded\nsupersedes: adr/1 against adr/3\nwarning supersedes_cycle\n"},
		{"an older decision asked for stays", []walk.Candidate{reached(adr+"1", d, 1, 1, asked, later(adr+"2", "accepted")), reached(adr+"2", d, .5, 1, earlier(adr+"1"))},
			"in: adr/1 adr/2\nsupersedes: adr/2 against adr/1\n"},
		{"what is out of force is stale", []walk.Candidate{reached(m+"rule/a@1", d, .9, 1, status("deprecated")), reached(m+"rule/b@1", d, .9, 1, status("rejected")),
			reached(m+"rule/c@1", d, .9, 1, status("superseded"), required), reached(m+"rule/d@1", d, .9, 1, status("draft"))},
			"in: rule/d@1\nout: rule/a@1 stale\nout: rule/b@1 stale\nout: rule/c@1 stale\n"},
		{"a stale seed stays and warns", []walk.Candidate{reached(m+"rule/a@1", d, 1, 1, status("deprecated"), asked)}, "in: rule/a@1\nwarning stale_seed\n"},
		{"a contract replaced everywhere is superseded", []walk.Candidate{reached(m+"context/a", d, .85, 1, func(c *walk.Candidate) { c.Replaced = m + "context/b" }),
			reached(m+"context/b", d, .85, 1)}, "in: context/b\nout: context/a superseded\n"},
		{"what lies under the floor or past the depth is out", []walk.Candidate{reached(m+"file/a", d, .2, 1), reached(m+"file/b", d, .3, 1, depth(4)), reached(m+"file/c", d, .2, 1, depth(4), required),
			reached(m+"file/d", d, .2, 1, depth(4))}, "in: file/c\nout: file/b depth\nout: file/a relevance\nout: file/d relevance\n"},
		{"the depth is held against edges only", []walk.Candidate{reached(m+"file/b", d, .3, 1, depth(4), func(c *walk.Candidate) { c.DiscoveredBy[0].Selector = walk.SelScopePath })},
			"in: file/b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := rows(spend(t, walked(tt.in...), 1000)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
			slices.Reverse(tt.in)
			if got := rows(spend(t, walked(tt.in...), 1000)); got != tt.want {
				t.Errorf("from the other end: got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestConflictSaysWhatBecameOfTheOlder(t *testing.T) {
	for _, c := range []struct {
		change func(*walk.Candidate)
		want   string
	}{{func(*walk.Candidate) {}, "left out"}, {asked, "asked for by name"}} {
		a := spend(t, walked(reached("majordomus://adr/1", object.TierDecision, .9, 1, later("majordomus://adr/2", ""), c.change)), 100)
		if d := a.Conflicts[0].Detail; !strings.Contains(d, c.want) || !strings.Contains(d, "current means newer, not right") {
			t.Errorf("%q lacks %q", d, c.want)
		}
	}
}

func TestDetailsNameTheLimits(t *testing.T) {
	a := spend(t, walked(
		reached("majordomus://file/a", object.TierSource, .213, 7, out(walk.OutRelevance)),
		reached("majordomus://file/b", object.TierSource, .6, 7, depth(4), out(walk.OutDepth)),
		reached("majordomus://file/c", object.TierSource, .1, 7, depth(5), out(walk.OutRelevance)),
		reached("majordomus://file/d", object.TierSource, .9, 90),
		reached("NAME", object.TierSource, .9, 0, out(walk.OutUnresolved)),
	), 50)
	want := map[string]string{
		"majordomus://file/a": "a floor of 0.213 lets it in",
		"majordomus://file/b": "a depth of 4 lets it in",
		"majordomus://file/c": "a floor of 0.1 and a depth of 5 let it in",
		"majordomus://file/d": "costs 90 tokens, and 0 of 50 were used when its turn came; a limit of 90 lets it in",
		"NAME":                "holds nothing of that name",
	}
	for _, x := range a.Excluded {
		if !strings.HasSuffix(x.Detail, want[x.URI]) {
			t.Errorf("%s: %q", x.URI, x.Detail)
		}
		if (x.Entry != nil) != (x.Reason == walk.OutBudget) {
			t.Errorf("%s: entry %v", x.URI, x.Entry)
		}
		delete(want, x.URI)
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}
