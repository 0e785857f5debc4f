package walk_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/git"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// commit is one of a log: its message, then the paths it changed.
func commit(message string, paths ...string) git.Commit {
	return git.Commit{Message: message, Files: len(paths), Paths: paths}
}

// under is the options of a walk that learns from a log, newest first.
func under(log ...git.Commit) walk.Options {
	p := walk.NewPast(log, "digest of the log")
	return walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return p, nil }}
}

func pastTree() *tree {
	tr := newTree()
	for _, name := range []string{"a.go", "b.go", "c.go", "d.go"} {
		tr.add("implementation/"+name, "")
	}
	tr.add("implementation/big.go", "", big("Draw", "Blink", "Move", "Erase", "Show"))
	return tr
}

func asked(text string, paths ...string) seed.Request {
	return seed.Request{Intent: &text, Paths: paths, Floor: new(0.0)}
}

func TestHistoryIsAnInferenceBelowOneAndNamesNoEntry(t *testing.T) {
	s := pastTree().store(t)
	o := under(commit("Stop the flicker", "a.go", "b.go"), commit("Calm flickering cursors", "a.go", "gone.go"), commit("Other", "c.go"))
	r := run(t, s, asked("cursor flicker"), o)
	a, b := find(r, "implementation/a.go"), find(r, "implementation/b.go")
	if a == nil || b == nil || a.Relevance <= b.Relevance || a.Confidence >= 1 || a.Tier != object.TierSource || a.Depth != 1 {
		t.Fatalf("a %s, b %s", short(a), short(b))
	}
	if d := a.DiscoveredBy[0]; d.Selector != walk.SelIntent || d.Via != "" || d.Confidence != a.Confidence ||
		d.Reason != "inferred from history: commits that changed it say words of the intent: cursor, flicker; it changed often and lately" {
		t.Errorf("%+v", d)
	}
	for _, name := range []string{"implementation/c.go", "implementation/gone.go"} {
		if c := find(r, name); c != nil {
			t.Errorf("%s: %s", name, ways(c))
		}
	}
	if got := r.Settings.Flags["history"]; got != "digest of the log" {
		t.Errorf("flags %v", r.Settings.Flags)
	}
}

func TestHistoryKnowsWhatChangesTogether(t *testing.T) {
	s := pastTree().store(t)
	log := []git.Commit{commit("x", "a.go", "b.go"), commit("y", "a.go", "b.go", "c.go"), commit("z", "d.go")}
	r := run(t, s, asked("unheard words", "a.go"), under(log...))
	b, c := find(r, "implementation/b.go"), find(r, "implementation/c.go")
	if b == nil || c == nil || b.Relevance <= c.Relevance || find(r, "implementation/d.go") != nil {
		t.Fatalf("b %s, c %s", short(b), short(c))
	}
	d := b.DiscoveredBy[0]
	if d.Via != object.Scheme+"implementation/a.go" || !strings.HasPrefix(d.Reason, "inferred from history: it changed together") || strings.Contains(d.Reason, "a.go") {
		t.Errorf("%+v", d)
	}
	// The same beside the best hit of the words instead of a path.
	tr := pastTree()
	tr.add("document/blink.md", "", titled("Blink"))
	if c := find(run(t, tr.store(t), asked("blink"), under(commit("x", "blink.md", "b.go"))), "implementation/b.go"); c == nil || c.DiscoveredBy[0].Via != object.Scheme+"document/blink.md" {
		t.Errorf("beside a hit: %s", ways(c))
	}
}

func TestHistoryFadesAndDivides(t *testing.T) {
	s := pastTree().store(t)
	log := []git.Commit{commit("flicker", "a.go")}
	for i := range 1500 {
		log = append(log, commit(fmt.Sprint("unlike ", i), "d.go"))
	}
	log = append(log, commit("flicker", "b.go"), commit("flicker", "c.go", "1", "2", "3", "4", "5", "6"))
	r := run(t, s, asked("flicker"), under(log...))
	var last float64 = 1
	for _, name := range []string{"a.go", "b.go", "c.go"} {
		c := find(r, "implementation/"+name)
		if c == nil || c.Relevance >= last {
			t.Fatalf("%s: %s after %v", name, short(c), last)
		}
		last = c.Relevance
	}
	// A commit that changed too much says nothing.
	if c := find(run(t, s, asked("flicker"), under(git.Commit{Message: "flicker", Files: 500})), "implementation/a.go"); c != nil {
		t.Errorf("%s", ways(c))
	}
}

func TestHistoryRaisesThePartsThatTheIntentHits(t *testing.T) {
	s := pastTree().store(t)
	q := asked("blink")
	plain := find(run(t, s, q, walk.Options{}), "implementation/big.go#Blink")
	r := run(t, s, q, under(commit("blink", "big.go")))
	if find(r, "implementation/big.go") != nil {
		t.Error("the whole of a large file is offered where a part of it is hit")
	}
	part := find(r, "implementation/big.go#Blink")
	if part == nil || plain == nil || part.Relevance < plain.Relevance || len(part.DiscoveredBy) != 2 {
		t.Errorf("with %s, without %s", short(part), short(plain))
	}
	if whole := find(run(t, s, asked("cursor"), under(commit("cursor", "big.go"))), "implementation/big.go"); whole == nil {
		t.Error("nothing of the file is hit, and it is not offered")
	}
}

// TestHistoryLeadsToTheLines that commits like the intent changed, where no word
// of it stands.
func TestHistoryLeadsToTheLines(t *testing.T) {
	s := pastTree().store(t)
	p := walk.NewPast([]git.Commit{
		{ID: "3", Message: "Unlike", Files: 1, Paths: []string{"big.go"}},
		{ID: "2", Message: "Stop the flicker", Files: 1, Paths: []string{"big.go"}},
		{ID: "1", Message: "Other", Files: 1, Paths: []string{"a.go"}},
	}, "digest")
	var asked [][]string
	p.Patches = func(_ context.Context, ids, paths []string) ([]git.Patch, error) {
		asked = append(asked, ids, paths)
		return []git.Patch{
			{ID: "3", Changes: []git.Change{{Path: "big.go", Hunks: []git.Hunk{{Start: 0, NewStart: 1, NewLines: 10}}}}},
			{ID: "2", Changes: []git.Change{{Path: "big.go", Hunks: []git.Hunk{{Start: 21, Lines: 1, NewStart: 21, NewLines: 1}}}}},
		}, nil
	}
	o := walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return p, nil }}
	q := seed.Request{Intent: new("flicker"), Floor: new(0.0)}
	r := run(t, s, q, o)
	if want := [][]string{{"3", "2"}, {"big.go"}}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	// Line 21 stood in Blink and moved down by ten, into Move.
	move := find(r, "implementation/big.go#Move")
	if move == nil || !strings.HasSuffix(move.DiscoveredBy[0].Reason, "; at these lines") || find(r, "implementation/big.go") != nil || find(r, "implementation/big.go#Blink") != nil {
		t.Errorf("%s", ways(move))
	}
	p.Patches = func(context.Context, []string, []string) ([]git.Patch, error) {
		return nil, fmt.Errorf("x: %w", git.ErrLacking)
	}
	r = run(t, s, q, o)
	if find(r, "implementation/big.go") == nil || codes(r) != "info partial_history " || r.Settings.Flags["history"] != "digest without lines" {
		t.Errorf("%s, flags %v", codes(r), r.Settings.Flags)
	}
	p.Patches = func(context.Context, []string, []string) ([]git.Patch, error) { return nil, errors.New("refused") }
	if _, err := walk.Walk(t.Context(), s, resolved(t, s, q), o); err == nil || err.Error() != "refused" {
		t.Errorf("%v", err)
	}
}

// TestHistoryTrustsNoCommitThatChangedAFileAllOver: where in it says nothing.
func TestHistoryTrustsNoCommitThatChangedAFileAllOver(t *testing.T) {
	s := pastTree().store(t)
	p := walk.NewPast([]git.Commit{{ID: "1", Message: "Stop the flicker", Files: 1, Paths: []string{"big.go"}}}, "digest")
	c := git.Change{Path: "big.go"}
	p.Patches = func(context.Context, []string, []string) ([]git.Patch, error) {
		return []git.Patch{{ID: "1", Changes: []git.Change{c}}}, nil
	}
	o := walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return p, nil }}
	for n := range 42 {
		c.Hunks = append(c.Hunks, git.Hunk{Start: n + 10, Lines: 1, NewStart: n + 10, NewLines: 1})
		part := find(run(t, s, asked("flicker"), o), "implementation/big.go#Draw")
		if want := n+1 <= 40; (part != nil) != want {
			t.Errorf("%d places: %s", n+1, ways(part))
		}
	}
}

// TestHistoryFollowsAFileOnlyAsFarAsItKnowsAllItsChanges: an older commit that is
// read for another file is passed over.
func TestHistoryFollowsAFileOnlyAsFarAsItKnowsAllItsChanges(t *testing.T) {
	tr := pastTree()
	tr.add("implementation/other.go", "", big("One", "Two"))
	s := tr.store(t)
	var log []git.Commit
	at := func(id string, paths ...string) git.Commit {
		return git.Commit{ID: id, Message: "Stop the flicker", Files: len(paths), Paths: paths}
	}
	for n := range 101 {
		log = append(log, at(fmt.Sprint("new", n), "big.go"))
	}
	log = append(log, at("old", "big.go", "other.go"))
	p := walk.NewPast(log, "digest")
	p.Patches = func(_ context.Context, ids, _ []string) (out []git.Patch, _ error) {
		for _, id := range ids {
			line := 10
			if id == "old" {
				line = 40
			}
			out = append(out, git.Patch{ID: id, Changes: []git.Change{{Path: "big.go", Hunks: []git.Hunk{{Start: line, Lines: 1, NewStart: line, NewLines: 1}}}}})
		}
		return out, nil
	}
	r := run(t, s, asked("flicker"), walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return p, nil }})
	if draw, erase := find(r, "implementation/big.go#Draw"), find(r, "implementation/big.go#Erase"); draw == nil || erase != nil {
		t.Errorf("Draw %s, Erase %s", ways(draw), ways(erase))
	}
}

// TestHistoryFollowsLinesThroughCommitsThatChangedMuch, which say nothing
// themselves.
func TestHistoryFollowsLinesThroughCommitsThatChangedMuch(t *testing.T) {
	s := pastTree().store(t)
	p := walk.NewPast([]git.Commit{
		{ID: "large", Message: "Stop the flicker", Files: 40},
		{ID: "old", Message: "Stop the flicker", Files: 1, Paths: []string{"big.go"}},
		{ID: "older", Message: "Other", Files: 40},
	}, "digest")
	p.Patches = func(_ context.Context, ids, _ []string) ([]git.Patch, error) {
		if !slices.Equal(ids, []string{"large", "old"}) {
			t.Errorf("asked for %v", ids)
		}
		return []git.Patch{
			{ID: "large", Changes: []git.Change{{Path: "big.go", Hunks: []git.Hunk{{Start: 0, NewStart: 1, NewLines: 10}}}}},
			{ID: "old", Changes: []git.Change{{Path: "big.go", Hunks: []git.Hunk{{Start: 21, Lines: 1, NewStart: 21, NewLines: 1}}}}},
		}, nil
	}
	q := seed.Request{Intent: new("flicker"), Floor: new(0.0)}
	r := run(t, s, q, walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return p, nil }})
	move, blink, draw := find(r, "implementation/big.go#Move"), find(r, "implementation/big.go#Blink"), find(r, "implementation/big.go#Draw")
	if move == nil || blink != nil || draw != nil {
		t.Errorf("Move %s, Blink %s, Draw %s", ways(move), ways(blink), ways(draw))
	}
}

// TestHistoryOffersFewFilesWhole, and data less surely than source.
func TestHistoryOffersFewFilesWhole(t *testing.T) {
	tr := newTree()
	var log []git.Commit
	for n := range 20 {
		name := fmt.Sprintf("f%02d.go", n)
		tr.add("implementation/"+name, "")
		log = append(log, commit("flicker", name))
	}
	tr.add("file/data.json", "")
	tr.add("test/data_test.go", "")
	log[0].Paths = append(log[0].Paths, "data.json", "data_test.go")
	r := run(t, tr.store(t), asked("flicker"), under(log...))
	n := 0
	for i := range r.Candidates {
		if r.Candidates[i].InReach {
			n++
		}
	}
	if n != 8 {
		t.Errorf("%d files are offered", n)
	}
	r = run(t, tr.store(t), asked("flicker"), under(log[0]))
	code, test, data := find(r, "implementation/f00.go"), find(r, "test/data_test.go"), find(r, "file/data.json")
	if code == nil || test == nil || data == nil || test.Confidence != code.Confidence || data.Confidence >= code.Confidence/3 {
		t.Errorf("source %s, test %s, data %s", short(code), short(test), short(data))
	}
}

func TestHistoryIsAskedOnlyBesideAnIntent(t *testing.T) {
	s := pastTree().store(t)
	o := walk.Options{Past: func(context.Context, string) (*walk.Past, error) { return nil, errors.New("asked") }}
	if r := run(t, s, paths("a.go"), o); r.Settings.Flags["history"] != "" {
		t.Errorf("flags %v", r.Settings.Flags)
	}
	if _, err := walk.Walk(t.Context(), s, resolved(t, s, asked("flicker")), o); err == nil || err.Error() != "asked" {
		t.Errorf("%v", err)
	}
	var head string
	o.Past = func(_ context.Context, h string) (*walk.Past, error) {
		head = h
		p := walk.NewPast(nil, "none")
		p.Note = &object.Diagnostic{Severity: object.Info, Code: "no_history", Message: "m"}
		return p, nil
	}
	if r := run(t, s, asked("flicker"), o); head != "c0ffee" || codes(r) != "info no_history " {
		t.Errorf("head %q, %s", head, codes(r))
	}
}

// TestHistoryIsTheSameForAWalkAloneAndMany: kept tables, kept messages, any
// number of them.
func TestHistoryIsTheSameForAWalkAloneAndMany(t *testing.T) {
	s := pastTree().store(t)
	log := []git.Commit{commit("Stop the flicker", "a.go", "b.go"), commit("blink and flicker", "b.go", "c.go", "big.go"), commit("Other", "c.go", "a.go")}
	o := under(log...)
	want := run(t, s, asked("flicker blink", "c.go"), o)
	o.Tables = walk.NewTables(s)
	for range 3 {
		if got := run(t, s, asked("flicker blink", "c.go"), o); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nwant %+v", got, want)
		}
	}
	if r := run(t, s, asked("flicker path:b.go"), o); find(r, "implementation/a.go") != nil || find(r, "implementation/b.go") == nil {
		t.Error("a qualifier does not hold for history")
	}
}
