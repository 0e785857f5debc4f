package route

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"majordomus/pkg/canon"
)

// anyIndex makes a valid route index and the same one in another order and
// spelling.
func anyIndex(r *rand.Rand) (a, b canon.Value) {
	fields := make(map[string][2]canon.Value)
	for _, name := range []string{byPath, bySymbol} {
		var plain, other []canon.Member
		for i := range r.IntN(5) {
			var list []canon.Value
			for j := range r.IntN(5) {
				list = append(list, Record{NodeID: fmt.Sprint("n", j), Reason: fmt.Sprint("r", r.IntN(2)), Provenance: anyProvenance(r)}.value())
			}
			key := fmt.Sprintf("dir/é%d.go", i)
			plain = append(plain, field(key, canon.Items(list)))
			respelled := " " + key + "\t"
			if name == byPath {
				respelled = " ./" + strings.ReplaceAll(key, "/", []string{`\`, "//", "/./"}[r.IntN(3)])
			}
			shuffled := shuffle(r, list)
			for k, rec := range shuffled {
				shuffled[k] = reorder(r, rec)
			}
			other = append(other, field(respelled, canon.Items(shuffled)))
		}
		fields[name] = [2]canon.Value{canon.Mapping(plain), canon.Mapping(shuffle(r, other))}
	}
	members := func(i int) []canon.Member {
		return []canon.Member{
			field("schema_version", canon.Text("v1")), field("source_hash", canon.Text("h")),
			field(byPath, fields[byPath][i]), field(bySymbol, fields[bySymbol][i]),
		}
	}
	return object(members(0)...), object(shuffle(r, members(1))...)
}

func anyProvenance(r *rand.Rand) canon.Value {
	if r.IntN(2) == 0 {
		return canon.Text("p")
	}
	return object(field("b", canon.Number(r.Float64())), field("a", canon.Items([]canon.Value{canon.Integer("7"), object(field("y", canon.Text("é")), field("x", canon.Value{}))})))
}

func shuffle[T any](r *rand.Rand, in []T) []T {
	out := slices.Clone(in)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// reorder shuffles the keys of mappings at every level.
func reorder(r *rand.Rand, v canon.Value) canon.Value {
	switch v.Kind() {
	case canon.Map:
		var ms []canon.Member
		for i := range v.Len() {
			ms = append(ms, canon.Member{Key: v.Key(i), Value: reorder(r, v.Item(i))})
		}
		return canon.Mapping(shuffle(r, ms))
	case canon.List:
		var list []canon.Value
		for i := range v.Len() {
			list = append(list, reorder(r, v.Item(i)))
		}
		return canon.Items(list)
	}
	return v
}

func TestOrderAndSpellingChangeNoHash(t *testing.T) {
	for seed := range uint64(500) {
		a, b := anyIndex(rand.New(rand.NewPCG(seed, 1)))
		x, xi := ParseValue(a)
		y, yi := ParseValue(b)
		if xi != nil || yi != nil {
			t.Fatalf("seed %d: %v %v", seed, xi, yi)
		}
		if x.Hash() != y.Hash() {
			t.Fatalf("seed %d:\n%s\n%s", seed, x.Canonical(), y.Canonical())
		}
		// JSON is YAML: both readers agree.
		z, zi := Parse("a.yaml", a.Append(nil, canon.CodePoint))
		if zi != nil || z.Hash() != x.Hash() {
			t.Fatalf("seed %d: as YAML %v", seed, zi)
		}
	}
}

func TestEveryFieldChangesTheHash(t *testing.T) {
	base := func() *Index {
		return &Index{SourceHash: "h",
			ByPath:   []Route{{"a", []Record{{"n", "r", canon.Text("p")}}}},
			BySymbol: []Route{{"S", []Record{{"n", "r", canon.Text("p")}}}}}
	}
	seen := map[string]string{base().Hash(): "nothing"}
	for name, change := range map[string]func(*Index){
		"source_hash": func(ix *Index) { ix.SourceHash = "i" },
		"path":        func(ix *Index) { ix.ByPath[0].Key = "b" },
		"symbol":      func(ix *Index) { ix.BySymbol[0].Key = "T" },
		"node":        func(ix *Index) { ix.ByPath[0].Records[0].NodeID = "m" },
		"reason":      func(ix *Index) { ix.ByPath[0].Records[0].Reason = "s" },
		"provenance":  func(ix *Index) { ix.ByPath[0].Records[0].Provenance = canon.Text("q") },
		"mapping":     func(ix *Index) { ix.BySymbol[0].Records[0].Provenance = object(field("a", canon.Integer("1"))) },
		"float":       func(ix *Index) { ix.BySymbol[0].Records[0].Provenance = object(field("a", canon.Number(1))) },
		"emptied":     func(ix *Index) { ix.ByPath[0].Records = nil },
		"dropped":     func(ix *Index) { ix.ByPath = nil },
	} {
		ix := base()
		change(ix)
		if same, ok := seen[ix.Hash()]; ok {
			t.Errorf("%s gives the hash of %s", name, same)
		}
		seen[ix.Hash()] = name
	}
}

func FuzzNormalize(f *testing.F) {
	for _, c := range cases[struct{ In string }](f, "normalize.json") {
		f.Add(c.In)
	}
	f.Fuzz(func(t *testing.T, in string) {
		p, err := Normalize(in)
		if err != nil {
			if p != "" {
				t.Fatalf("%q is refused and gives %q", in, p)
			}
			return
		}
		if p == "" || p[0] == '/' || strings.HasSuffix(p, "/") || strings.ContainsAny(p, "\\\x00") || path.Clean(p) != p || strings.HasPrefix(p, "..") && (p == ".." || p[2] == '/') {
			t.Fatalf("%q gives %q", in, p)
		}
		// What was trimmed or a drive's guard can go with a leading "./" or
		// segment, so a second pass may refuse or trim, but never resolve.
		if again, err := Normalize("./" + p + "/."); err != nil || again != p {
			t.Fatalf("%q gives %q, then %q %v", in, p, again, err)
		}
	})
}

func FuzzIndex(f *testing.F) {
	for _, c := range cases[indexCase](f, "index-files.json") {
		f.Add(c.Text, strings.HasSuffix(c.File, ".yaml"))
	}
	for _, c := range cases[indexCase](f, "index-values.json") {
		f.Add(string(c.Input), true)
		f.Add(string(c.Input), false)
	}
	for _, c := range refused {
		f.Add(c.text, true)
	}
	f.Fuzz(func(t *testing.T, text string, isYAML bool) {
		name := "a.json"
		if isYAML {
			name = "a.yaml"
		}
		ix, issues := Parse(name, []byte(text))
		if (ix == nil) != (len(issues) > 0) {
			t.Fatal("neither an index nor issues, or both")
		}
		for _, i := range issues {
			if !utf8.ValidString(i.Message) || len(i.Location) == 0 {
				t.Fatalf("%+v", i)
			}
		}
		if ix == nil {
			return
		}
		for _, as := range []string{"b.json", "b.yaml"} {
			if as == "b.yaml" && strings.ContainsFunc(string(ix.Canonical()), func(r rune) bool { return r == 0x7f || r >= 0x80 }) {
				continue // YAML folds and refuses some characters that JSON keeps raw
			}
			again, issues := Parse(as, ix.Canonical())
			if issues != nil || again.Hash() != ix.Hash() {
				t.Fatalf("the canonical form as %s: %v\n%s", as, issues, ix.Canonical())
			}
		}
	})
}
