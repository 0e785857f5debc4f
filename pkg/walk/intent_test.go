package walk_test

import (
	"strings"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

func big(symbols ...string) func(*object.Object) {
	return func(o *object.Object) {
		o.Provenance.Bytes = 801 * 4
		for i, s := range symbols {
			o.Meta.Symbols = append(o.Meta.Symbols, object.Symbol{Name: s, Kind: "function", Start: 10 * (i + 1), End: 10*(i+1) + 5, Bytes: 120})
		}
	}
}

func intentTree() *tree {
	tr := newTree()
	tr.add("document/docs/retry.md", "", titled("Retry and backoff"))
	tr.add("implementation/net/client.go", "", big("Client.RetryLoop", "Client.Close"))
	tr.add("implementation/net/small.go", "", func(o *object.Object) {
		o.Meta.Symbols = []object.Symbol{{Name: "retryOnce", Start: 1, End: 2, Bytes: 9}}
	})
	tr.add("implementation/net/dial.go", "")
	tr.add("test/net/client_test.go", "")
	tr.add("rule/other@1", "rules/other.md", titled("Something else"))
	tr.edge("implementation/net/client.go", object.Imports, "implementation/net/dial.go")
	tr.edge("implementation/net/client.go", object.TestedBy, "test/net/client_test.go")
	return tr
}

func TestAnIntentIsAnInferenceAndItsUnitOverLargeCodeTheSymbol(t *testing.T) {
	q := intent("Why does the retry loop of the client never end?")
	q.Floor = new(0.0)
	r := run(t, intentTree().store(t), q, walk.Options{})
	top := find(r, "implementation/net/client.go#Client.RetryLoop")
	if top == nil || top.Confidence != .99 || top.Relevance != .594 || top.Tier != object.TierSource || top.Depth != 1 {
		t.Fatalf("the best hit is %+v", top)
	}
	if top.CostBytes != 120 || top.Provenance.Span.Start != 10 {
		t.Errorf("it costs its lines: %+v", top)
	}
	if reason := top.DiscoveredBy[0].Reason; !strings.HasSuffix(reason, "hold words of the intent: retry, loop, client") {
		t.Errorf("reason %q", reason)
	}
	if c := find(r, "implementation/net/client.go#Client.Close"); c == nil || !strings.HasSuffix(c.DiscoveredBy[0].Reason, ", beside better lines") {
		t.Errorf("%s", ways(c))
	}
	for name, there := range map[string]bool{
		"implementation/net/client.go#Client.Close": true,  // its file and its type are the client's
		"implementation/net/client.go":              false, // its parts are given
		"implementation/net/small.go":               true, "document/docs/retry.md": true, "rule/other@1": false,
		"implementation/net/dial.go": true, "test/net/client_test.go": true,
	} {
		c := find(r, name)
		if (c != nil && c.InReach) != there {
			t.Errorf("%s: %s", name, ways(c))
		}
		if c != nil && (c.Confidence >= 1 || c.DiscoveredBy[0].Selector != walk.SelIntent) {
			t.Errorf("%s: %+v", name, c)
		}
	}
	// One hop, at a discount.
	if c := find(r, "implementation/net/dial.go"); c.Confidence != .297 || c.Relevance != .178 || c.DiscoveredBy[0].Edge != object.Imports {
		t.Errorf("what the best hit imports: %+v", c)
	}
}

func TestAnIntentUnderTheFloorIsReported(t *testing.T) {
	q := intent("retry loop client")
	q.Floor = new(.5)
	r := run(t, intentTree().store(t), q, walk.Options{})
	for name, want := range map[string]string{"document/docs/retry.md": "out relevance", "implementation/net/client.go#Client.RetryLoop": "intent_match 0.594 @1"} {
		if got := ways(find(r, name)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestASeedAndAnIntentAreBothSaid(t *testing.T) {
	q := uris("document/docs/retry.md")
	q.Intent = new("retry")
	c := find(run(t, intentTree().store(t), q, walk.Options{}), "document/docs/retry.md")
	if len(c.DiscoveredBy) != 2 || c.Confidence != 1 || c.DiscoveredBy[1].Confidence >= 1 {
		t.Errorf("%+v", c.DiscoveredBy)
	}
}

func TestAnIntentThatHitsNothing(t *testing.T) {
	if r := run(t, intentTree().store(t), seed.Request{Intent: new("zebra of the")}, walk.Options{}); len(r.Candidates) != 0 {
		t.Errorf("%d candidates", len(r.Candidates))
	}
}

// TestFinishedWorkIsNoTaskForItsWords: it is offered after the source, unless
// something declared leads to it.
func TestFinishedWorkIsNoTaskForItsWords(t *testing.T) {
	tr := newTree()
	for name, s := range map[string]string{"a": "Done", "b": "To Do", "c": "", "d": "Won't Do", "e": "✅ done", "f": "Not done"} {
		tr.add("issue/"+name, "", titled("Retry"), status(s))
	}
	s := tr.store(t)
	tiers := map[string]object.Tier{"a": object.TierHistory, "b": object.TierTask, "c": object.TierTask, "d": object.TierHistory, "e": object.TierHistory, "f": object.TierTask}
	for name, want := range tiers {
		if c := find(run(t, s, intent("retry"), walk.Options{}), "issue/"+name); c == nil || c.Tier != want {
			t.Errorf("%s: %s, want %s", name, short(c), want)
		}
	}
	q := uris("issue/a")
	q.Intent = new("retry")
	if c := find(run(t, s, q, walk.Options{}), "issue/a"); c.Tier != object.TierTask {
		t.Errorf("a seed: %s", short(c))
	}
}
