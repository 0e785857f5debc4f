package task

import (
	"fmt"
	"testing"

	"majordomus/pkg/canon"
	"majordomus/pkg/route"
)

// many makes n path routes to a hundred nodes, and n changed paths of which every
// tenth has a route.
func many(b *testing.B, n int) Input {
	var nodes []Node
	for i := range 100 {
		nodes = append(nodes, node(fmt.Sprint("n", i), mirrors(fmt.Sprintf("src/d%d/f%d.go", i%50, i*10))))
	}
	in := Input{Graph: NewGraph("gv", nodes)}
	text := canon.Text
	var members []canon.Member
	key := func(s string) canon.Key { return canon.Key{Kind: canon.String, Text: s} }
	for i := range n {
		rec := canon.Mapping([]canon.Member{{Key: key("node_id"), Value: text(fmt.Sprint("n", i%100))}, {Key: key("reason"), Value: text("why")}, {Key: key("provenance"), Value: text("p")}})
		members = append(members, canon.Member{Key: key(fmt.Sprintf("src/d%d/f%d.go", i%50, i*10)), Value: canon.Items([]canon.Value{rec})})
		in.Changed = append(in.Changed, fmt.Sprintf("src/d%d/f%d.go", i%50, i))
	}
	ix, issues := route.ParseValue(canon.Mapping([]canon.Member{
		{Key: key("schema_version"), Value: text("v1")}, {Key: key("source_hash"), Value: text("h")}, {Key: key("by_path"), Value: canon.Mapping(members)},
	}))
	if issues != nil {
		b.Fatal(issues)
	}
	in.Routes = ix
	return in
}

// Routes and changed paths grow together: the time grows with them, not with
// their product.
func BenchmarkResolve(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		in := many(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Resolve(in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/route")
		})
	}
}
