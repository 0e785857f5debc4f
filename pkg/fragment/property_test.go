package fragment

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"majordomus/pkg/token"
)

const propertyRequests = 10_000

// The properties of spec/fragments.md over generated requests.
func TestProperties(t *testing.T) {
	libraries := map[string]tokenizer.Codec{}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		c, err := tokenizer.Get(tokenizer.Encoding(name))
		if err != nil {
			t.Fatal(err)
		}
		libraries[name] = c
	}
	for seed := range uint64(propertyRequests) {
		g := newGen(seed)
		req := g.request(10)
		c, err := run(context.Background(), req, Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		res := account(c)
		fail := func(format string, args ...any) {
			t.Helper()
			raw, _ := json.Marshal(req)
			t.Fatalf("seed %d: "+format+"\nrequest %s\ncontent %q", append(append([]any{seed}, args...), raw, res.Content)...)
		}
		room := req.TokenBudget - req.Policy.ResponseReserveTokens
		images := imageTokens(c, res)
		if lib := libraries[res.Estimator.Name]; lib != nil {
			if n, _ := lib.Count(res.Content); n+images > room {
				fail("%d tokens by the library and %d of images in a room of %d", n, images, room)
			}
		}
		e, _ := token.ByName(res.Estimator.Name)
		if n := e.Count([]byte(res.Content)) + images; n > room || n != res.Insights.TokensOut {
			fail("%d tokens, said to be %d, in a room of %d", n, res.Insights.TokensOut, room)
		}
		if n := c.ledger.m.tokens(c.ledger.units) + c.ledger.media; n != res.Insights.TokensOut {
			fail("the ledger says %d, the text counts %d", n, res.Insights.TokensOut)
		}
		checkDecisions(fail, req, res)
		checkLines(fail, req, res)
		checkConstraints(fail, req, res)
		if seed%4 == 0 {
			again, err := Compile(context.Background(), req, Options{})
			if err != nil {
				fail("%v", err)
			}
			a, _ := json.Marshal(res)
			if b, _ := json.Marshal(again); string(a) != string(b) {
				fail("not the same bytes the second time:\n%s\n%s", a, b)
			}
			checkCacheStays(fail, g, req, res)
		}
		checkFirstFit(fail, c)
	}
}

type failure func(format string, args ...any)

func imageTokens(c *compilation, res *Result) int {
	n, at := 0, 0
	for _, it := range c.items {
		if it.image != nil && at < len(res.Media) && res.Decisions[it.index].Handle == "" {
			n += it.image.tokens
			at++
		}
	}
	return n
}

func checkDecisions(fail failure, req *Request, res *Result) {
	if len(res.Decisions) != len(req.Fragments) {
		fail("%d decisions on %d fragments", len(res.Decisions), len(req.Fragments))
	}
	worst := Low
	handles := map[string]bool{}
	for _, h := range res.RetrievalHandles {
		handles[h.Handle] = true
	}
	for i, d := range res.Decisions {
		worst = worse(worst, d.Risk)
		f := req.Fragments[i]
		if d.Index != i || d.Reason == "" || d.RuleID == "" || d.Relevance < 0 || d.Relevance > 1 {
			fail("decision %d: %+v", i, d)
		}
		whole := d.Handle == ""
		if !whole && !handles[d.Handle] {
			fail("decision %d: handle %s is not among the retrieval handles", i, d.Handle)
		}
		if whole && f.Content != nil && !strings.Contains(res.Content, *f.Content) {
			fail("decision %d: without a handle, and not whole in the content", i)
		}
		if d.Action == Drop {
			twin := res.Decisions[*d.Twin]
			if twin.Action == Drop {
				fail("decision %d: its twin %d is dropped", i, *d.Twin)
			}
			if (mark(f, "verbatim") || mark(f, "cache")) && d.RuleID == dedupExact &&
				!mark(req.Fragments[*d.Twin], "verbatim") && !mark(req.Fragments[*d.Twin], "cache") {
				fail("decision %d: a marked fragment is dropped for an unmarked", i)
			}
			if d.RuleID == dedupNear && mark(f, "verbatim") {
				fail("decision %d: verbatim is dropped for a near twin", i)
			}
		}
	}
	if worst != res.Risk {
		fail("risk %s, the worst decision has %s", res.Risk, worst)
	}
}

func mark(f Fragment, name string) bool {
	return strings.Contains(string(f.Metadata), `"`+name+`":true`)
}

var times = regexp.MustCompile(` \(x[0-9]+\)$`)

// checkLines holds every line of the output to step 10.
func checkLines(fail failure, req *Request, res *Result) {
	whole := map[string]bool{}
	var inputs strings.Builder
	for _, f := range req.Fragments {
		if f.Content == nil {
			continue
		}
		inputs.WriteString("\n" + *f.Content)
		for line := range strings.SplitSeq(*f.Content, "\n") {
			whole[strings.TrimRight(line, "\r")] = true
		}
	}
	all := inputs.String()
	for line := range strings.SplitSeq(res.Content, "\n") {
		line = strings.TrimRight(line, "\r")
		if strings.TrimSpace(line) == "" || whole[line] || whole[times.ReplaceAllString(line, "")] {
			continue
		}
		at := strings.Index(all, line)
		for at >= 0 && !atSentenceCut(all, at, line) {
			next := strings.Index(all[at+1:], line)
			if next < 0 {
				at = -1
				break
			}
			at += 1 + next
		}
		if at < 0 {
			fail("line %q is none of an input", line)
		}
	}
}

// atSentenceCut says whether a part of a line begins or ends at a sentence end.
func atSentenceCut(all string, at int, line string) bool {
	before := strings.TrimRight(all[:at], " \t")
	return strings.ContainsAny(line[len(line)-1:], ".!?") || before != "" && strings.ContainsAny(before[len(before)-1:], ".!?") ||
		strings.ContainsAny(line, ".!?")
}

var forbids = regexp.MustCompile(`(?i)\b(never|must\s+not|do\s+not|cannot|may\s+not)\b|\bdon[’']t\b`)

func checkConstraints(fail failure, req *Request, res *Result) {
	if res.Risk == High {
		return
	}
	for i, f := range req.Fragments {
		if f.Content == nil {
			continue
		}
		for line := range strings.SplitSeq(*f.Content, "\n") {
			if !forbids.MatchString(line) {
				continue
			}
			bare := strings.TrimSpace(line)
			bare = strings.TrimSpace(bare[stampLength([]byte(bare)):])
			if !strings.Contains(strings.Join(strings.Fields(strings.ToLower(res.Content)), " "), strings.Join(strings.Fields(strings.ToLower(bare)), " ")) {
				fail("fragment %d: %q is lost and the risk is %s", i, line, res.Risk)
			}
		}
	}
}

// checkCacheStays changes what must not move the cache section.
func checkCacheStays(fail failure, g gen, req *Request, res *Result) {
	other := *req
	other.Query = g.prose(3)
	other.Fragments = append([]Fragment(nil), req.Fragments...)
	for i, f := range other.Fragments {
		if !cachedFragment(f) && g.IntN(2) == 0 {
			n := g.fragment(nil)
			n.Metadata = nil
			other.Fragments[i] = n
		}
	}
	later := g.fragment(nil)
	later.Metadata = nil
	other.Fragments = append(other.Fragments, later)
	again, err := Compile(context.Background(), &other, Options{})
	if err != nil {
		fail("%v", err)
	}
	if a, b := cacheSection(res), cacheSection(again); a != b {
		fail("the cache section moved: %q, then %q", a, b)
	}
}

func cachedFragment(f Fragment) bool { return mark(f, "cache") && !mark(f, "verbatim") }

func cacheSection(res *Result) string {
	for _, s := range res.Sections {
		if s.Kind == CacheSection {
			if !strings.HasPrefix(res.Content, s.Content) {
				return "not a prefix"
			}
			return s.Content
		}
	}
	return ""
}

// checkFirstFit tries every piece that was left out once more: the text with it
// must be over the room, counted as a whole.
func checkFirstFit(fail failure, c *compilation) {
	l := c.ledger
	for _, p := range l.slots {
		if p.taken || p.item.twin != nil {
			continue
		}
		p.taken = true
		l.taken[p.slot/64] |= 1 << (p.slot % 64)
		text := assemble(l).content
		tokens := l.m.tokens(l.m.units(text)) + l.media + p.item.imageTokens()
		if tokens <= l.room && l.m.tokens(l.units)+l.media < l.room {
			fail("fragment %d piece %q was left out, with it the text counts %d of %d", p.item.index, p.text(), tokens, l.room)
		}
		p.taken = false
		l.taken[p.slot/64] &^= 1 << (p.slot % 64)
	}
}
