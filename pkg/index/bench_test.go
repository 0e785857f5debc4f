package index

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"majordomus/pkg/object"
)

// benchTree is a large tree to measure on: MAJORDOMUS_BENCH_TREE, else this
// package's own repository.
func benchTree() string {
	if dir := os.Getenv("MAJORDOMUS_BENCH_TREE"); dir != "" {
		return dir
	}
	return "."
}

func BenchmarkCold(b *testing.B) {
	for b.Loop() {
		if _, err := Build(b.Context(), Options{Dir: benchTree(), NoCache: true, NoSymbols: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnchanged(b *testing.B) {
	o := Options{Dir: benchTree(), CacheDir: b.TempDir(), NoSymbols: true}
	if _, err := Build(b.Context(), o); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Build(b.Context(), o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBuilder fills a Store as a stream does: objects by uri, then three
// edges an object. Time and memory an object must not grow with their number.
func BenchmarkBuilder(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			if n > 100_000 && testing.Short() {
				return
			}
			var before, after runtime.MemStats
			for b.Loop() {
				runtime.GC()
				runtime.ReadMemStats(&before)
				s := fill(b, n)
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(n), "heap-B/object")
				runtime.KeepAlive(s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*b.N), "ns/object")
		})
	}
}

func fill(b *testing.B, n int) *Store {
	b.Helper()
	bl := NewBuilder(gitOf())
	uri := func(i int) string { return fmt.Sprintf("majordomus://file/pkg/d%05d/file%07d.go", i/100, i) }
	for i := range n {
		path := uri(i)[len("majordomus://file/"):]
		line := fmt.Appendf(nil, `{"uri":%q,"kind":"file","identity":%q,"provenance":{"path":%q,"directory":".","source_class":"code","bytes":100},"hash":"00"}`, uri(i), path, path)
		bl.add(uri(i), object.File, path, line)
	}
	for i := range n {
		for _, k := range []int{1, 7, 1001} {
			bl.AddEdge(object.Edge{From: uri(i), To: uri((i + k) % n), Kind: object.Imports, DeclaredIn: uri(i)[18:]})
		}
	}
	s, err := bl.Build("f")
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkColdSymbols reads and parses everything and keeps it.
func BenchmarkColdSymbols(b *testing.B) {
	for b.Loop() {
		if _, err := Build(b.Context(), Options{Dir: benchTree(), CacheDir: b.TempDir()}); err != nil {
			b.Fatal(err)
		}
	}
}
