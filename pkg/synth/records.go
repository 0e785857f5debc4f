package synth

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"majordomus/pkg/object"
)

func sortedEdges(es []object.Edge) []object.Edge {
	slices.SortFunc(es, object.Edge.Compare)
	return slices.CompactFunc(es, func(a, b object.Edge) bool { return a.Compare(b) == 0 })
}

func layerFiles() []File {
	return []File{{".ai/manifest.yaml", []byte("schema: ai-repository/v1\nrepo: {path: repo}\nlocal: {path: local, tracked: false, implicit_context: false}\n" +
		"sections:\n  policy: repo/policy.yaml\n  rules: repo/rules\n  project: repo/project\n  knowledge: repo/knowledge\n")},
		{"go.mod", []byte("module synthetic.test\n\ngo 1.26\n")}}
}

func (s Spec) issue(c counts, i int) item {
	r := s.dice(object.Issue, i)
	o := object.Object{Title: title(r), Description: sentence(r), Version: date(i)}
	m := &object.Meta{Milestone: milestoneID(i % c.milestones), Priority: []string{"high", "normal", "low"}[r.IntN(3)], UpdatedAt: o.Version,
		Scope: []string{packageDir(r.IntN(c.code))}, Evidence: []object.Evidence{{Commit: fmt.Sprintf("%040x", r.Uint64()), Covers: "the first step"}}}
	var b strings.Builder
	fmt.Fprintf(&b, "id: %s\ntitle: %s\ndescription: %s\nmilestone: %s\npriority: %s\nupdated_at: %s\nscope:\n  - %s\n", issueID(i), o.Title, o.Description,
		m.Milestone, m.Priority, o.Version, m.Scope[0])
	var deps []int
	for range r.IntN(3) {
		if i > 0 {
			deps = append(deps, i-1-r.IntN(min(i, 50)))
		}
	}
	slices.Sort(deps)
	deps = slices.Compact(deps)
	list(&b, "depends_on", deps, issueID)
	fmt.Fprintf(&b, "evidence:\n  - {commit: %s, covers: %s}\nacceptance_criteria:\n", m.Evidence[0].Commit, m.Evidence[0].Covers)
	for range 2 + r.IntN(5) {
		fmt.Fprintf(&b, "  - %s\n", sentence(r))
	}
	it := item{object: o, data: []byte(b.String())}
	it.object.Meta = m
	it.finish(object.Issue, issueID(i), ".ai/repo/project/issues/"+issueID(i)+".yaml", "issue", "project")
	it.edge(object.BelongsTo, object.Milestone, m.Milestone)
	for _, d := range deps {
		it.edge(object.DependsOn, object.Issue, issueID(d))
	}
	return it
}

func list(b *strings.Builder, key string, of []int, name func(int) string) {
	if len(of) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", key)
	for _, i := range of {
		fmt.Fprintf(b, "  - %s\n", name(i))
	}
}

// date is a day that follows from the number alone.
func date(i int) string { return fmt.Sprintf("20%02d-%02d-%02d", 20+i/336%6, 1+i/28%12, 1+i%28) }

func (s Spec) milestone(_ counts, i int) item {
	r := s.dice(object.Milestone, i)
	o := object.Object{Title: title(r), Description: sentence(r), Meta: &object.Meta{Slug: fmt.Sprintf("%s-%d", any1(r, nouns), i), Order: i}}
	var b strings.Builder
	fmt.Fprintf(&b, "id: %s\nslug: %s\norder: %d\ntitle: %s\ndescription: %s\n", milestoneID(i), o.Meta.Slug, i, o.Title, o.Description)
	if i > 0 {
		list(&b, "depends_on", []int{i - 1}, milestoneID)
	}
	it := item{object: o, data: []byte(b.String())}
	it.finish(object.Milestone, milestoneID(i), ".ai/repo/project/milestones/"+milestoneID(i)+".yaml", "milestone", "project")
	if i > 0 {
		it.edge(object.DependsOn, object.Milestone, milestoneID(i-1))
	}
	return it
}

// markdown writes front matter and a body under a heading.
func markdown(r *rand.Rand, front, heading string, n int) []byte {
	return []byte("---\n" + front + "---\n\n# " + heading + "\n\n" + paragraphs(r, n))
}

func (s Spec) rule(_ counts, i int) item {
	r := s.dice(object.Rule, i)
	class := "advisory"
	if i%4 == 0 {
		class = "blocking"
	}
	id := fmt.Sprintf("rule.%06d.%s", i, pick(nouns, i))
	o := object.Object{Title: title(r), Status: "active", Version: "1", Meta: &object.Meta{Class: class}}
	front := fmt.Sprintf("id: %s\nversion: 1\ntitle: %s\nclass: %s\nstatus: active\n", id, o.Title, class)
	if i > 0 {
		front += fmt.Sprintf("depends_on: [rule.%06d.%s]\n", i-1, pick(nouns, i-1))
	}
	it := item{object: o, data: markdown(r, front, o.Title, 3)}
	it.finish(object.Rule, id+"@1", ".ai/repo/rules/"+id+".md", "rule", "rules")
	if i > 0 {
		it.edge(object.DependsOn, object.Rule, fmt.Sprintf("rule.%06d.%s@1", i-1, pick(nouns, i-1)))
	}
	return it
}

func (s Spec) adr(c counts, i int) item {
	r := s.dice(object.ADR, i)
	o := object.Object{Title: title(r), Status: "accepted", Version: date(i), Meta: &object.Meta{Date: date(i)}}
	target := codePath(r.IntN(c.code))
	front := fmt.Sprintf("id: %s\ntitle: %s\nstatus: accepted\ndate: %s\nrelated: [\"file:%s\"]\n", adrID(i), o.Title, o.Version, target)
	if i%5 == 4 {
		front += "supersedes: [" + adrID(i-1) + "]\n"
	}
	it := item{object: o, data: markdown(r, front, o.Title, 4)}
	it.finish(object.ADR, adrID(i), ".ai/repo/adrs/"+adrID(i)+".md", "adr", "")
	it.edge(object.PutInForce, object.Implementation, target)
	if i%5 == 4 {
		it.edge(object.Supersedes, object.ADR, adrID(i-1))
	}
	return it
}

func (s Spec) contract(_ counts, i int) item {
	r := s.dice(object.Context, i)
	o := object.Object{Title: title(r), Meta: &object.Meta{Reach: "subtree"}}
	it := item{object: o, data: []byte("# " + o.Title + "\n\n" + paragraphs(r, 2))}
	it.finish(object.Context, contractPath(i), contractPath(i), "contract", "")
	return it
}

func (s Spec) session(c counts, i int) item {
	r := s.dice(object.Session, i)
	o := object.Object{Title: title(r), Version: date(i), Meta: &object.Meta{Branch: "main", CreatedAt: date(i)}}
	for range 1 + r.IntN(4) {
		o.Meta.ChangedFiles = append(o.Meta.ChangedFiles, codePath(r.IntN(c.code)))
	}
	slices.Sort(o.Meta.ChangedFiles)
	o.Meta.ChangedFiles = slices.Compact(o.Meta.ChangedFiles)
	issue := issueID(r.IntN(c.issues))
	front := fmt.Sprintf("session_id: %s\ntitle: %s\nbranch: main\ncreated_at: %s\nissues: [%s]\nchanged_files:\n  - %s\n", sessionID(i), o.Title, o.Version, issue,
		strings.Join(o.Meta.ChangedFiles, "\n  - "))
	it := item{object: o, data: markdown(r, front, o.Title, 2)}
	it.finish(object.Session, sessionID(i), ".ai/repo/sessions/"+sessionID(i)+".md", "session", "")
	it.edge(object.RelatedTo, object.Issue, issue)
	return it
}

func (s Spec) knowledge(c counts, i int) item {
	r := s.dice(object.Knowledge, i)
	o := object.Object{Title: title(r), Status: "established", Tags: []string{any1(r, nouns), any1(r, verbs)}, Meta: &object.Meta{Domain: "product"}}
	front := fmt.Sprintf("id: %s\ntitle: %s\ndomain: product\nstatus: established\ntags: [%s]\n", knowledgeID(i), o.Title, strings.Join(o.Tags, ", "))
	it := item{object: o}
	if i > 0 {
		o.Meta.LoadWith = []string{knowledgeID(r.IntN(i))}
		front += "load_with: [" + o.Meta.LoadWith[0] + "]\n"
	}
	it.object, it.data = o, markdown(r, front, o.Title, 3)
	it.finish(object.Knowledge, knowledgeID(i), ".ai/repo/knowledge/curated/"+knowledgeID(i)+".md", "knowledge", "knowledge")
	for _, l := range o.Meta.LoadWith {
		it.edge(object.LoadWith, object.Knowledge, l)
	}
	return it
}

func (s Spec) document(c counts, i int) item {
	r := s.dice(object.Document, i)
	o := object.Object{Title: title(r)}
	second := title(r)
	o.Meta = &object.Meta{Headings: []string{o.Title, second}}
	path := fmt.Sprintf("docs/page%06d.md", i)
	target := codePath(r.IntN(c.code))
	body := "# " + o.Title + "\n\n" + paragraphs(r, 3) + "## " + second + "\n\nSee [the code](../" + target + ").\n"
	it := item{object: o, data: []byte(body)}
	it.finish(object.Document, path, path, "docs", "")
	it.edge(object.RelatedTo, object.Implementation, target)
	return it
}

func (s Spec) policy(_ counts, _ int) item {
	it := item{object: object.Object{Title: "Policy"}, data: []byte("title: Policy\nversion: 1\n")}
	it.finish(object.Policy, ".ai/repo/policy.yaml", ".ai/repo/policy.yaml", "policy", "policy")
	return it
}

func (s Spec) scope(_ counts, _ int) item {
	it := item{object: object.Object{Title: "Scope"}, data: []byte("title: Scope\nin: ['**']\n")}
	it.finish(object.Scope, ".ai/repo/scope.yaml", ".ai/repo/scope.yaml", "scope", "")
	return it
}
