package capsule

import (
	"context"
	"slices"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/layer"
	"majordomus/pkg/token"
)

// recipe is the version of the search and packing: it changes with every change
// of what they make of the same repository and request.
const recipe = "1"

// build is a Capsule in the making.
type build struct {
	st         *state
	q          Request
	query      string
	variants   []string
	facets     []string
	facetWords *vocabulary
	facetTerms [][]term
	estimator  token.Estimator

	list    []*candidate
	gone    []Omission // selected objects that are no candidates
	classOf map[string]layer.Class
	moved   bool // a file is not as it was when it was searched
}

// Build searches the repository for evidence and packs it into a Capsule that
// fits its own budgets. The same repository and request give the same bytes.
// Errors: class Invalid with code no_evidence or budget_too_small, never an
// empty Capsule; Invalid or NotFound for a request that cannot be met.
func Build(ctx context.Context, q Request, s Sources) (*Capsule, error) {
	b, err := newBuild(q, s)
	if err != nil {
		return nil, err
	}
	hits, err := b.search(ctx)
	if err != nil {
		return nil, err
	}
	b.candidates(hits)
	if len(b.list) == 0 {
		return nil, fault.New(fault.Invalid, codeEvidence, "no passage in scope holds a word of the goal").
			WithHint("use words that stand in the documents, or widen the scope")
	}
	return b.pack(ctx)
}

func newBuild(q Request, s Sources) (*build, error) {
	if s.Store == nil {
		return nil, fault.New(fault.Internal, "no_index", "a Capsule cannot be built without an index")
	}
	q, err := q.settled()
	if err != nil {
		return nil, err
	}
	b := &build{q: q, query: q.Goal, facets: q.Facets, facetWords: newVocabulary(), classOf: map[string]layer.Class{}}
	if b.estimator, err = estimatorOf(q.Estimator); err != nil {
		return nil, err
	}
	if b.st, err = s.open(); err != nil {
		return nil, err
	}
	if err := b.checkCollections(); err != nil {
		return nil, err
	}
	if q.Query != nil {
		b.query = *q.Query
	}
	if len(b.facets) == 0 {
		b.facets = facetsOf(q.Goal)
	}
	for _, f := range b.facets {
		b.facetTerms = append(b.facetTerms, b.facetWords.terms(f))
	}
	b.variants = b.queryVariants()
	return b, nil
}

// checkCollections refuses a collection that is neither a source class nor a
// folder with something in it.
func (b *build) checkCollections() error {
	for _, c := range b.q.Collections {
		if !b.st.collection(c) {
			return fault.New(fault.NotFound, "collection_not_found", "%s is neither a source class nor a folder of the index", fault.Quote(c)).
				WithHint("majordomus context check lists the classes")
		}
	}
	return nil
}

// queryVariants are the texts whose words are searched for.
func (b *build) queryVariants() []string {
	out := []string{b.query}
	if b.q.DepthPolicy != Fast && b.query != b.q.Goal {
		out = append(out, b.q.Goal)
	}
	if b.q.DepthPolicy == Thorough {
		for _, f := range b.facets {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// search gives the shortlist.
func (b *build) search(ctx context.Context) ([]hit, error) {
	words := newVocabulary()
	for _, v := range b.variants {
		words.terms(plainWords(v))
	}
	bounds, err := b.st.bounds(scopeOf(b.q))
	if err != nil {
		return nil, err
	}
	s := &searcher{st: b.st, words: words, bounds: bounds, withheld: b.st.withheldPaths(), selected: map[string]int{}}
	for i, u := range b.q.SelectedURIs {
		s.selected[u] = i + 1
	}
	hits, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	short := shortlist(hits, b.q)
	b.missing(short)
	return short, nil
}

// missing notes the selected objects that gave no candidate: out of scope, or
// no longer there.
func (b *build) missing(short []hit) {
	met := map[int]bool{}
	for i := range short {
		met[short[i].selected] = true
	}
	for i, u := range b.q.SelectedURIs {
		if !met[i+1] {
			b.gone = append(b.gone, Omission{CandidateID: canon.Hash([]byte(u))[:16], URI: u, Reason: OmitFiltered})
		}
	}
}

// byteBudget is what passages are measured against.
func (b *build) byteBudget() int64 {
	n := int64(maxBytes)
	if b.q.BudgetBytes != nil {
		n = *b.q.BudgetBytes
	}
	perToken := int64(token.BytesPerToken)
	if b.q.Estimator == Conservative {
		perToken = 1
	}
	return min(n, b.q.BudgetTokens*perToken)
}

// pack chooses evidence until the whole Capsule fits. Which candidate is given
// up next does not depend on the budget, so a smaller budget goes on where a
// larger one stopped.
func (b *build) pack(ctx context.Context) (*Capsule, error) {
	banned := map[*candidate]bool{}
	var least measure
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sel := pick(b.list, banned, b.byteBudget(), int(b.q.Limit))
		if len(sel.chosen) == 0 {
			return nil, fault.New(fault.Invalid, codeBudget, "no passage fits a budget of %d tokens and %d bytes", b.q.BudgetTokens, b.bytesAsked()).
				WithHint("the smallest Capsule tried here needs %d tokens and %d bytes", least.tokens, least.bytes)
		}
		if len(sel.chosen) == 1 || !b.clearlyOver(sel) {
			c := b.capsule(sel)
			m := b.measure(c, sel)
			if m.bytes <= b.bytesAsked() && m.tokens <= b.q.BudgetTokens {
				return c, nil
			}
			if least.bytes == 0 || m.bytes < least.bytes {
				least = m
			}
		}
		banned[sel.chosen[len(sel.chosen)-1]] = true
	}
}

func (b *build) bytesAsked() int64 {
	if b.q.BudgetBytes != nil {
		return *b.q.BudgetBytes
	}
	return maxBytes
}
