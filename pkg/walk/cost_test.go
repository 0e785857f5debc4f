package walk_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"majordomus/pkg/object"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// words is an estimator that is not bytes.
type words struct{}

func (words) Name() string        { return "words" }
func (words) Fingerprint() string { return "words/1" }
func (words) Count(b []byte) int  { return len(strings.Fields(string(b))) }

var _ token.Estimator = words{}

func TestCountedCosts(t *testing.T) {
	tr := newTree()
	tr.add("implementation/a.go", "", func(o *object.Object) { o.Meta.Symbols = []object.Symbol{{Name: "Run", Start: 3, End: 9, Bytes: 41}} })
	tr.add("test/empty_test.go", "", func(o *object.Object) { o.Provenance.Bytes = 0 })
	tr.edge("implementation/a.go", object.TestedBy, "test/empty_test.go")
	s := tr.store(t)
	var mu sync.Mutex
	asked := map[string]string{}
	r := run(t, s, uris("implementation/a.go#Run", "implementation/a.go"), walk.Options{Estimator: words{}, Count: func(o *object.Object) (int64, error) {
		mu.Lock()
		defer mu.Unlock()
		asked[o.URI] = o.Hash + " " + o.Provenance.Path
		if o.Provenance.Span != nil {
			return int64(o.Provenance.Span.Start), nil
		}
		return o.Provenance.Bytes, nil
	}})
	for name, want := range map[string]int64{"implementation/a.go#Run": 3, "implementation/a.go": 100, "test/empty_test.go": 1} {
		if c := find(r, name); c.CostTokens != want || asked[c.URI] != "hash of "+c.Provenance.Path+" "+c.Provenance.Path {
			t.Errorf("%s costs %d; asked for %q", name, c.CostTokens, asked[c.URI])
		}
	}
	if r.Settings.Estimator != "words" || r.Settings.TokenizerFingerprint != "words/1" || r.Settings.BytesPerToken != 4 {
		t.Errorf("settings %+v", r.Settings)
	}
}

func TestACountThatFailsFailsTheWalkAlike(t *testing.T) {
	tr := newTree()
	for i := range 20 {
		tr.add(fmt.Sprintf("implementation/src/%02d.go", i), "")
	}
	s := tr.store(t)
	for range 10 {
		_, err := walk.Walk(context.Background(), s, resolved(t, s, paths("src")), walk.Options{Estimator: words{},
			Count: func(o *object.Object) (int64, error) { return 0, errors.New(o.URI) }})
		if err == nil || err.Error() != object.Scheme+"implementation/src/00.go" {
			t.Fatalf("error %v", err)
		}
	}
	if _, err := walk.Walk(context.Background(), s, resolved(t, s, paths("src")), walk.Options{Estimator: words{}}); err == nil {
		t.Error("counted by nobody")
	}
}

func TestACostIsAtLeastOneToken(t *testing.T) {
	tr := newTree()
	for i, n := range []int64{0, 1, 4, 5, 8} {
		tr.add(fmt.Sprintf("file/src/%d", i), "", func(o *object.Object) { o.Provenance.Bytes = n })
	}
	r := run(t, tr.store(t), paths("src"), walk.Options{})
	for i, want := range []int64{1, 1, 1, 2, 2} {
		if c := find(r, fmt.Sprintf("file/src/%d", i)); c.CostTokens != want {
			t.Errorf("%d bytes cost %d", c.CostBytes, c.CostTokens)
		}
	}
}

func TestAWalkThatIsCalledOffEnds(t *testing.T) {
	s := workedTree().store(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := walk.Walk(ctx, s, resolved(t, s, issue("I0001")), walk.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
