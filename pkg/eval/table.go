package eval

import (
	"fmt"
	"strings"
)

// Table shows reports as text: a block a repository, a line a method and
// budget.
func Table(reports []*Report) string {
	var b strings.Builder
	for _, r := range reports {
		fmt.Fprintf(&b, "%s: %d commits of %d looked at", r.Repository, r.Commits, r.Considered)
		if r.WithPath {
			b.WriteString(", one touched path given")
		}
		if r.History {
			b.WriteString(", with history")
		}
		fmt.Fprintf(&b, "\n%8s  %-17s %5s %5s %5s %5s %5s %5s %5s\n", "budget", "method", "file", "whole", "line", "hunk", "hit", "lhit", "mrr")
		for _, x := range r.Rows {
			fmt.Fprintf(&b, "%8d  %-17s %5.2f %5.2f %5.2f %5.2f %5.2f %5.2f %5.2f\n", x.Budget, x.Method, x.FileRecall, x.Whole, x.Line, x.Hunk, x.Hit, x.LineHit, x.MRR)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
