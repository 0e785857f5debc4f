package devcontext

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/budget"
	"majordomus/pkg/git"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// sample is a walk over bodies on disk, made by hand.
type sample struct {
	dir    string
	walk   walk.Result
	bodies map[string][]byte
}

func newSample(t testing.TB) *sample {
	return &sample{dir: t.TempDir(), bodies: map[string][]byte{}, walk: walk.Result{
		Fingerprint: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		Git:         object.Git{Branch: "master", Head: "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00", WorkingTree: "clean"},
		Request:     seed.Resolved{Issue: "I0001", BudgetTokens: 24000, MaxDepth: 3, Floor: .25},
		Seeds:       []seed.Seed{{URI: "majordomus://issue/I0001", Kind: "issue", From: "issue"}},
		Settings:    walk.Settings{Floor: .25, MaxDepth: 3, Frontier: 500, Estimator: "bytes", BytesPerToken: 4, Policy: "p"}}}
}

// add writes a body and makes the candidate that stands for it.
func (s *sample) add(t testing.TB, uri, path string, data []byte, tier object.Tier, relevance float64, change ...func(*walk.Candidate)) {
	t.Helper()
	full := filepath.Join(s.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		t.Fatal(err)
	}
	kind, _, _, _ := object.ParseURI(uri)
	size := int64(len(data))
	c := walk.Candidate{InReach: true, Entry: walk.Entry{URI: uri, Kind: kind, Tier: tier, Relevance: relevance, Confidence: 1, Depth: 1,
		CostTokens: max(1, (size+3)/4), CostBytes: size,
		Provenance: object.Provenance{Path: path, Directory: filepath.ToSlash(filepath.Dir(path)), SourceClass: string(kind), Bytes: size, Hash: git.Blob(data)},
		DiscoveredBy: []walk.Discovery{{Selector: walk.SelRelation, Reason: "depended on by the work", Depth: 1, Confidence: 1, Weight: relevance,
			Edge: object.DependsOn, Via: "majordomus://issue/I0001"}}}}
	for _, f := range change {
		f(&c)
	}
	s.walk.Candidates = append(s.walk.Candidates, c)
	s.bodies[uri] = data
}

func seeded(c *walk.Candidate) {
	c.Seed, c.Required, c.Depth = true, true, 0
	c.DiscoveredBy = append([]walk.Discovery{{Selector: walk.SelSeed, Reason: "named by the request", Confidence: 1, Weight: 1}}, c.DiscoveredBy...)
}

func mandatory(c *walk.Candidate) { c.Required = true }

func (s *sample) answer(t testing.TB, limit int64) *budget.Answer {
	t.Helper()
	a, err := budget.Spend(&s.walk, budget.Options{BudgetTokens: &limit})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (s *sample) open(t testing.TB) *Bodies {
	t.Helper()
	b, err := OpenBodies(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// rich has every part an answer can show, and names that try to escape.
func rich(t testing.TB) *sample {
	s := newSample(t)
	s.add(t, "majordomus://issue/I0001", ".ai/repo/project/issues/I0001.yaml", []byte("id: I0001\n"), object.TierTask, 1, seeded, func(c *walk.Candidate) {
		c.Title, c.Commits = "Make the first thing work, end to end", []object.Evidence{{Commit: "abc123", Covers: "the first step"}}
	})
	s.add(t, "majordomus://policy/.ai/repo/policy.yaml", ".ai/repo/policy.yaml", []byte(strings.Repeat("p", 400)), object.TierGovernance, 1, mandatory)
	s.add(t, "majordomus://file/lib/日本語の名前.sh", "lib/日本語の名前.sh", []byte("echo 👩‍👩‍👧\n"), object.TierSource, .8)
	s.add(t, "majordomus://file/lib/esc%1B[2J\u202egpj", "lib/esc\x1b[2J\u202egpj", []byte("odd"), object.TierSource, .7, func(c *walk.Candidate) {
		c.Title = "a title\nof two lines | `code` <b>"
	})
	s.add(t, "majordomus://adr/adr-0001", ".ai/repo/adrs/adr-0001.md", []byte("old\n"), object.TierDecision, .6, func(c *walk.Candidate) {
		c.Status, c.SupersededBy = "accepted", []walk.Superseder{{URI: "majordomus://adr/adr-0002", Status: "accepted"}}
	})
	s.add(t, "majordomus://adr/adr-0002", ".ai/repo/adrs/adr-0002.md", []byte("new\n"), object.TierDecision, .6, func(c *walk.Candidate) { c.Status = "accepted" })
	for i := range 25 {
		s.add(t, "majordomus://document/docs/page"+string(rune('a'+i))+".md", "docs/page"+string(rune('a'+i))+".md", []byte(strings.Repeat("x", 4000)), object.TierHistory, .3)
	}
	s.walk.Diagnostics = []object.Diagnostic{{Severity: object.Warning, Code: "stale_record", Path: ".ai/local/state/h.md",
		Message: "the newest handover is of a head that git does not know, so it counts half of what it would count otherwise"}}
	return s
}
