package devcontext

import (
	"fmt"
	"strings"

	"majordomus/pkg/budget"
	"majordomus/pkg/walk"
)

// Report writes an answer as a Markdown document: the parts of Text, whole, as
// tables. Nothing of the repository in it can become markup.
func Report(a *budget.Answer) string {
	var r report
	r.printf("# Compiled context\n\n")
	r.printf("- fingerprint: %s\n- request digest: %s\n", code(a.Fingerprint), code(a.RequestDigest))
	if head, branch, ok := stand(a); ok {
		r.printf("- head: %s, branch %s, tree %s\n", code(head), code(branch), code(a.Git.WorkingTree))
	} else {
		r.printf("- tree: %s\n", code(a.Git.WorkingTree))
	}
	b := &a.Budget
	r.printf("- budget: %d of %d tokens used, %d required, %d remaining (%s)%s\n", b.Used, b.Limit, b.Required, b.Remaining, b.Estimator,
		ifTrue(b.OverBudget, ", **over budget**"))
	r.table(len(a.Seeds), "Seeds", "from|kind|uri|resolved", func(i int) []string {
		s := a.Seeds[i]
		return []string{s.From, s.Kind, code(s.URI), code(s.Resolved)}
	})
	r.table(len(b.Tiers), "Tiers", "tier|selected|required|excluded|tokens|meaning", func(i int) []string {
		t := b.Tiers[i]
		return []string{string(t.Tier), fmt.Sprint(t.Selected), fmt.Sprint(t.Required), fmt.Sprint(t.Excluded), fmt.Sprint(t.Tokens), t.Meaning}
	})
	r.table(len(a.Selected), "Selected", "tier|uri|relevance|confidence|depth|tokens|required|reached", func(i int) []string {
		e := &a.Selected[i]
		return []string{string(e.Tier), code(e.URI), decimal(e.Relevance), decimal(e.Confidence), fmt.Sprint(e.Depth), fmt.Sprint(e.CostTokens),
			ifTrue(e.Required, "yes"), ways(e.DiscoveredBy)}
	})
	r.table(len(a.Excluded), "Excluded", "tier|reason|uri|relevance|tokens|detail", func(i int) []string {
		x := &a.Excluded[i]
		return []string{string(x.Tier), string(x.Reason), code(x.URI), decimal(x.Relevance), fmt.Sprint(x.CostTokens), prose(x.Detail)}
	})
	r.table(len(a.Deduplicated), "Deduplicated", "key|kept|dropped|ways|detail", func(i int) []string {
		d := &a.Deduplicated[i]
		return []string{d.Key, code(d.Kept), codes(d.Dropped), fmt.Sprint(d.Paths), prose(d.Detail)}
	})
	r.table(len(a.Conflicts), "Conflicts", "kind|current|against|detail", func(i int) []string {
		c := a.Conflicts[i]
		return []string{c.Kind, code(c.Current), code(c.Against), prose(c.Detail)}
	})
	r.table(len(a.Git.Commits), "Commits", "commit|named by|covers", func(i int) []string {
		c := a.Git.Commits[i]
		return []string{code(c.Commit), code(c.NamedBy), prose(c.Covers)}
	})
	r.table(len(a.Diagnostics), "Diagnostics", "severity|code|path|message", func(i int) []string {
		d := a.Diagnostics[i]
		return []string{string(d.Severity), d.Code, code(d.Path), prose(d.Message)}
	})
	return r.b.String()
}

// report is a Markdown document in the making.
type report struct{ b strings.Builder }

func (r *report) printf(format string, args ...any) { fmt.Fprintf(&r.b, format, args...) }

// table writes a part of n rows under a heading; an empty one is left out.
func (r *report) table(n int, heading, columns string, row func(int) []string) {
	if n == 0 {
		return
	}
	r.printf("\n## %s\n\n| %s |\n|%s\n", heading, strings.ReplaceAll(columns, "|", " | "), strings.Repeat(" --- |", 1+strings.Count(columns, "|")))
	for i := range n {
		r.printf("| %s |\n", strings.Join(row(i), " | "))
	}
}

func ways(ds []walk.Discovery) string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = string(d.Selector) + ": " + prose(d.Reason)
		if d.Via != "" {
			out[i] += ", via " + code(d.Via)
		}
	}
	return strings.Join(out, "; ")
}

// code writes foreign text as a code span of a table cell.
func code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.ReplaceAll(visible(s), "|", `\|`)
	fence := strings.Repeat("`", longestRun([]byte(s), '`')+1)
	pad := ifTrue(s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' || s[len(s)-1] == ' ', " ")
	return fence + pad + s + pad + fence
}

func codes(ss []string) string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = code(s)
	}
	return strings.Join(out, ", ")
}

// prose writes foreign text as text: what Markdown or HTML would read as markup
// is escaped.
func prose(s string) string {
	var b strings.Builder
	for _, r := range visible(s) {
		if strings.ContainsRune("\\`*_[]<>|&~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
