package capsule

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
)

func text(t testing.TB, c *Capsule) []byte {
	t.Helper()
	b, err := c.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ids(c *Capsule) []string {
	var out []string
	for i := range c.Evidence {
		out = append(out, c.Evidence[i].EvidenceID)
	}
	return out
}

// A Capsule that is parsed and written is the same bytes, its figures are its
// own, and it verifies.
func TestBuildRoundTrip(t *testing.T) {
	dir := repo(t, library())
	for _, estimator := range []string{"", token.NameO200k, token.NameCl100k} {
		c := made(t, dir, Request{Goal: "How often is a failed delivery retried?", Estimator: estimator})
		raw := text(t, c)
		p, err := Parse(raw)
		if err != nil {
			t.Fatalf("%v\n%s", err, raw)
		}
		if !bytes.Equal(text(t, p), raw) {
			t.Error("another spelling")
		}
		e, ok := Estimator(c)
		if !ok || c.Budget.UsedBytes != int64(len(raw)) || c.Budget.UsedTokens != int64(e.Count(raw)) {
			t.Errorf("%+v, it has %d bytes and %d tokens", c.Budget, len(raw), e.Count(raw))
		}
		if id, err := c.ID(); err != nil || id != c.CapsuleID {
			t.Error(id, err)
		}
		v, err := Verify(t.Context(), p, onDisk(t, dir))
		if err != nil || v.Status != Unchanged || v.VerificationDigest != c.VerificationDigest() || len(v.FingerprintReasons) != 0 {
			t.Errorf("%v %+v", err, v)
		}
	}
}

func TestBuildIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	dir := repo(t, shelf(60))
	first := text(t, made(t, dir, Request{Goal: "alpha beta gamma"}))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !bytes.Equal(first, text(t, made(t, dir, Request{Goal: "alpha beta gamma"}))) {
		t.Error("other bytes on one processor")
	}
}

// shelf is n documents of random words.
func shelf(n int) map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("alpha beta gamma delta queue store record retry cache limit network disk window letter number")
	files := map[string]string{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "# Document %d\n\n", i)
		for range 1 + r.IntN(6) {
			for range 5 + r.IntN(60) {
				b.WriteString(words[r.IntN(len(words))] + " ")
			}
			b.WriteString("\n\n## More\n\n")
		}
		files[fmt.Sprintf("docs/%03d.md", i)] = b.String()
	}
	return files
}

// With the budget a Capsule uses it is built again, with one less another
// selection comes out or, with one passage, a refusal.
func TestBudgetsAreExactAtTheBorder(t *testing.T) {
	s := sources(t, repo(t, shelf(40)))
	build := func(tokens, bytes int64) (*Capsule, error) {
		return Build(t.Context(), Request{Goal: "alpha beta gamma retry", BudgetTokens: tokens, BudgetBytes: &bytes, Limit: 7, Candidates: 60}, s)
	}
	for tokens, steps := int64(60_000), 0; ; steps++ {
		c, err := build(tokens, 80_000)
		if err != nil {
			if fault.As(err).Code != codeBudget || steps < 5 {
				t.Fatal(steps, err)
			}
			break
		}
		if c.Budget.UsedTokens > tokens {
			t.Fatalf("%d of %d", c.Budget.UsedTokens, tokens)
		}
		least := int64(0)
		for n := c.Budget.UsedTokens - 8; n <= c.Budget.UsedTokens; n++ {
			if x, err := build(n, 80_000); err == nil && slices.Equal(ids(x), ids(c)) {
				if x.Budget.UsedTokens != n {
					t.Fatalf("at %d it uses %d", n, x.Budget.UsedTokens)
				}
				least = n
				break
			}
		}
		if least == 0 {
			t.Fatalf("what uses %d is not built under %d", c.Budget.UsedTokens, c.Budget.UsedTokens)
		}
		if x, err := build(least-1, 80_000); err == nil && slices.Equal(ids(x), ids(c)) {
			t.Fatalf("%d are enough", least-1)
		}
		tokens = least - 1
	}
	if c, err := build(80_000, 9_000); err != nil || c.Budget.UsedBytes > 9_000 || c.Budget.RequestedBytes != 9_000 {
		t.Error(c, err)
	}
}

func TestNoEvidenceIsAnError(t *testing.T) {
	s := sources(t, repo(t, library()))
	for goal, code := range map[string]string{"zebra xylophone": codeEvidence, "of the and": codeEvidence, "": codeRequest, "  ": codeRequest, strings.Repeat("x", maxText+1): codeRequest} {
		if _, err := Build(t.Context(), Request{Goal: goal, BudgetTokens: 9000}, s); fault.As(err).Code != code {
			t.Errorf("%.20q: %v", goal, err)
		}
	}
	if _, err := Build(t.Context(), Request{Goal: "delivery", BudgetTokens: 500}, s); fault.As(err).Code != codeBudget || fault.As(err).Hint == "" {
		t.Error(err)
	}
	if _, err := Build(t.Context(), Request{Goal: "delivery", BudgetTokens: 9000, Collections: []string{"nowhere"}}, s); fault.As(err).Class != fault.NotFound {
		t.Error(err)
	}
}

func TestScope(t *testing.T) {
	dir := repo(t, library())
	str := func(s string) *string { return &s }
	for name, x := range map[string]struct {
		q    Request
		docs []string
	}{
		"class":      {Request{Collections: []string{"code"}}, []string{"src/retry.go"}},
		"folder":     {Request{Collections: []string{"docs/"}}, []string{"docs/cache.md", "docs/retry.md"}},
		"prefix":     {Request{URIPrefix: str("majordomus://document/docs/c")}, []string{"docs/cache.md"}},
		"tags all":   {Request{TagsAll: []string{"queue", "net"}}, []string{"docs/retry.md"}},
		"tags any":   {Request{TagsAny: []string{"net", "other"}}, []string{"docs/retry.md"}},
		"categories": {Request{Categories: []string{"implementation"}}, []string{"src/retry.go"}},
		"filter eq":  {Request{Filter: []byte(`{"status":{"eq":"open"}}`)}, []string{"docs/cache.md"}},
		"filter gt":  {Request{Filter: []byte(`{"level":{"gt":5}}`)}, []string{"docs/cache.md"}},
		"filter not": {Request{Filter: []byte(`{"and":[{"status":{"exists":true}},{"not":{"tags":{"in":["net"]}}}]}`)}, []string{"docs/cache.md"}},
	} {
		x.q.Goal = "evicted entries, failed delivery attempts, backoff wait"
		c := made(t, dir, x.q)
		got := map[string]bool{}
		for i := range c.Evidence {
			got[c.Evidence[i].DocID] = true
		}
		var list []string
		for d := range got {
			list = append(list, d)
		}
		slices.Sort(list)
		if !slices.Equal(list, x.docs) {
			t.Errorf("%s: %q", name, list)
		}
		if (c.SchemaVersion == VersionFiltered) != (x.q.Filter != nil) {
			t.Errorf("%s: version %s", name, c.SchemaVersion)
		}
		if _, err := Parse(text(t, c)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v, err := Verify(t.Context(), c, onDisk(t, dir)); err != nil || v.Status != Unchanged {
			t.Errorf("%s: %+v %v", name, v, err)
		}
	}
}

func TestEveryReasonOfAnOmission(t *testing.T) {
	long := func(word string) string {
		var b strings.Builder
		for i := range 20 {
			fmt.Fprintf(&b, "## Part %d\n\n%s number %d of the backup %s\n\n", i, word, i, strings.Repeat("filler words stand here ", 58))
		}
		return b.String()
	}
	dir := repo(t, map[string]string{
		"a.md": long("nightly backup"), "b.md": "The backup runs nightly.\n", "c.md": "The backup runs nightly.\n",
		"d.go": "package d\n\n// backup is a type that keeps the nightly backup.\ntype backup struct {\n\t// nightly backup\n\trun func() // nightly\n}\n\n// nightly backup\nfunc (b backup) Nightly() { // backup nightly\n}\n",
		"e.md": "A backup, at times.\n\nIt says little else that would matter to anyone who reads on to the end of this line.\n",
	})
	q := Request{Goal: "nightly backup", BudgetTokens: 30_000, Limit: 40, SelectedURIs: []string{"majordomus://document/gone.md"}}
	c := made(t, dir, q)
	for _, r := range []string{OmitDuplicate, OmitShare, OmitFiltered} {
		if c.Omissions.ReasonCounts[r] == 0 {
			t.Errorf("no %s in %v", r, c.Omissions.ReasonCounts)
		}
	}
	q.BudgetTokens = 8_000
	if c = made(t, dir, q); c.Omissions.ReasonCounts[OmitBudget] == 0 {
		t.Errorf("no %s in %v", OmitBudget, c.Omissions.ReasonCounts)
	}
	q.BudgetTokens, q.Limit = 90_000, 3
	if c = made(t, dir, q); c.Omissions.ReasonCounts[OmitRedundant] == 0 {
		t.Errorf("no %s in %v", OmitRedundant, c.Omissions.ReasonCounts)
	}
}

func TestOverlapsAreLeftOut(t *testing.T) {
	dir := repo(t, map[string]string{"a.ts": "export class Backup {\n  nightly() {\n    return 'backup nightly';\n  }\n  weekly() {\n    return 'backup weekly';\n  }\n}\n"})
	c := made(t, dir, Request{Goal: "nightly backup, weekly backup"})
	if c.Omissions.ReasonCounts[OmitOverlap] == 0 {
		t.Errorf("%v", c.Omissions)
	}
	for i := range c.Evidence {
		for j := range c.Evidence[:i] {
			if meet(&c.Evidence[i], &c.Evidence[j]) {
				t.Error("two passages share a line")
			}
		}
	}
}

func TestRequiredObjectsComeFirst(t *testing.T) {
	dir := repo(t, library())
	q := Request{Goal: "evicted", SelectedURIs: []string{"majordomus://document/README.md", "majordomus://implementation/src/retry.go#Backoff", "majordomus://document/docs/retry.md"}, SelectedFirst: 2}
	c := made(t, dir, q)
	if c.Evidence[0].URI != q.SelectedURIs[0] || c.Evidence[1].DocID != "src/retry.go" || *c.Evidence[1].Heading != "Backoff" {
		t.Fatalf("%+v", c.Evidence[:2])
	}
	if !slices.Equal(c.Evidence[0].RetrievalSources, []string{"devcontext"}) {
		t.Errorf("%v", c.Evidence[0].RetrievalSources)
	}
	found := false
	for i := range c.Evidence {
		found = found || c.Evidence[i].DocID == "docs/cache.md" && slices.Contains(c.Evidence[i].RetrievalSources, "bm25")
	}
	if !found {
		t.Error("the search gave nothing beside what was selected")
	}
}

// Text that a scan withheld is no evidence.
func TestSecretsAreNoEvidence(t *testing.T) {
	files := library()
	files["docs/leak.md"] = "# Leak\n\nThe delivery token is ghp_" + "a8Fk2LmQ9xZ3vB7nT5wR1yU6cE4dH0jKsPoG" + " and works.\n"
	files["docs/latin.md"] = "delivery caf\xe9\n"
	c := made(t, repo(t, files), Request{Goal: "delivery token works"})
	if bytes.Contains(text(t, c), []byte("ghp_")) || bytes.Contains(text(t, c), []byte("leak.md")) || bytes.Contains(text(t, c), []byte("latin.md")) {
		t.Error("withheld text is evidence")
	}
}

// A passage deep in a long file is found.
func TestDeepPassagesAreFound(t *testing.T) {
	var md, log strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&md, "## Step %d\n\nSome words about step %d.\n\n", i, i)
		fmt.Fprintf(&log, "key%d: value\n", i)
	}
	deep := md.String() + "## Recovery\n\nAfter a crash the journal is replayed from the checkpoint.\n"
	dir := repo(t, map[string]string{"long.md": deep, "long.conf": log.String() + "journal replayed crash: true\n"})
	c := made(t, dir, Request{Goal: "What happens to the journal after a crash?"})
	if e := c.Evidence[0]; !strings.Contains(e.Text, "replayed") || e.StartLine < 3000 {
		t.Errorf("%+v", e)
	}
}

func TestCollectionsMembersAreEvidenceOfTheirOwn(t *testing.T) {
	c := made(t, repo(t, map[string]string{
		".ai/manifest.yaml": "schema: ai-repository/v1\n",
		"docs/CLAIMS.yaml":  "claims:\n  - id: fast\n    title: It compiles fast\n    status: held\n  - id: safe\n    title: Nothing leaks memory\n    status: held\n",
	}), Request{Goal: "leaks memory"})
	e := c.Evidence[0]
	if k, id, _, _ := object.ParseURI(e.URI); k != "claim" || id != "safe" || e.DocID != "docs/CLAIMS.yaml" || strings.Contains(e.Text, "fast") {
		t.Errorf("%+v", e)
	}
}
