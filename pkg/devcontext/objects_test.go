package devcontext

import (
	"bytes"
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

// shelf is an index of a tree with bodies of every sort.
func shelf(t *testing.T) (*index.Store, *Bodies, string) {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a/text.md": "# Größe\n\nä 日本 👩‍👩‍👧 end", "a/code.go": "package a\n\n// F works.\nfunc F() {\n}\n\nvar x = 1\n", "b/latin.txt": "gr\xf6\xdfe " + string(bytes.Repeat([]byte{0xe4}, 50)),
		"empty.txt": "", "key.txt": "token ghp_a8Bc2dE4fG6hJ8kL0mN2pQ4rS6tU8vW0xY2z\n",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := index.Build(context.Background(), index.Options{Dir: dir, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := OpenBodies(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return s, b, dir
}

func TestListPages(t *testing.T) {
	s, _, _ := shelf(t)
	whole, err := List(s, ListOptions{})
	if err != nil || whole.Total != s.Len() || len(whole.Objects) != s.Len() || whole.NextCursor != "" {
		t.Fatalf("%v %+v", err, whole)
	}
	for limit := 1; limit <= s.Len()+1; limit++ {
		var got []Listed
		o := ListOptions{Limit: limit}
		for {
			p, err := List(s, o)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p.Objects...)
			if o.Cursor = p.NextCursor; o.Cursor == "" {
				break
			}
		}
		if len(got) != s.Len() {
			t.Fatalf("limit %d: %d objects of %d", limit, len(got), s.Len())
		}
		for i := range got {
			if got[i] != whole.Objects[i] {
				t.Errorf("limit %d: %v is not %v", limit, got[i], whole.Objects[i])
			}
		}
	}
	if p, _ := List(s, ListOptions{Path: "./a/"}); p.Total != 2 {
		t.Errorf("under a: %+v", p)
	}
	if p, _ := List(s, ListOptions{Kind: object.Implementation}); p.Total != 1 {
		t.Errorf("implementations: %+v", p)
	}
	if p, _ := List(s, ListOptions{Prefix: "b/"}); p.Total != 1 {
		t.Errorf("identities of b/: %+v", p)
	}
}

func TestPagesOfABodyAreTheBody(t *testing.T) {
	s, b, dir := shelf(t)
	for i := range int32(s.Len()) {
		want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(s.Path(i))))
		if err != nil {
			t.Fatal(err)
		}
		for limit := range len(want) + 3 {
			text, encoding := "", ""
			o := GetOptions{Limit: limit}
			for {
				g, err := Get(context.Background(), s, b, nil, s.URI(i), o)
				if err != nil {
					t.Fatal(err)
				}
				if g.Withheld != "" {
					if g.Body != "" || s.Path(i) != "key.txt" {
						t.Fatalf("%s is withheld: %+v", s.URI(i), g)
					}
					want = nil
					break
				}
				text, encoding = text+g.Body, g.Encoding
				if o.Cursor = g.NextCursor; o.Cursor == "" {
					break
				}
			}
			got := []byte(text)
			if encoding == "base64" {
				if got, err = base64.StdEncoding.DecodeString(text); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s in pages of %d: %q, not %q", s.URI(i), limit, got, want)
			}
		}
	}
}

func TestGetServesTheIndexOnly(t *testing.T) {
	s, b, dir := shelf(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "outside"), []byte("no"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{"majordomus://file/../outside", "majordomus://file//etc/passwd", "/etc/passwd", "", "majordomus://file/a/code.go#Nothing"} {
		if _, err := Get(context.Background(), s, b, nil, uri, GetOptions{}); err == nil || fault.As(err).Class != fault.NotFound {
			t.Errorf("%s: %v", uri, err)
		}
	}
	g, err := Get(context.Background(), s, b, nil, "majordomus://implementation/a/code.go#F", GetOptions{})
	if err != nil || g.Body != "func F() {\n}\n" && g.Body != "// F works.\nfunc F() {\n}\n" {
		t.Errorf("a symbol: %v %+v", err, g)
	}
	local := []seed.Local{{Object: object.Object{URI: "majordomus://handover/x", Hash: "0", Provenance: object.Provenance{Path: "../outside"}}}}
	if _, err := Get(context.Background(), s, b, local, "majordomus://handover/x", GetOptions{}); err == nil {
		t.Error("a local record outside the root is served")
	}
	if err := os.WriteFile(filepath.Join(dir, "empty.txt"), []byte("no more"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Get(context.Background(), s, b, nil, "majordomus://file/empty.txt", GetOptions{}); err == nil || fault.As(err).Code != "changed_body" {
		t.Errorf("a changed file: %v", err)
	}
}
