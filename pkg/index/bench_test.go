package index

import (
	"os"
	"testing"
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
