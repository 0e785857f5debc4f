package operation

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
)

// shelf is a tree with bodies of every sort.
func shelf(t *testing.T) (*Env, string) {
	t.Helper()
	t.Setenv("MAJORDOMUS_CACHE", t.TempDir())
	dir := t.TempDir()
	for name, data := range map[string]string{
		"a/text.md": "# Größe\n\nä 日本 👩‍👩‍👧 end", "a/code.go": "package a\n\n// F works.\nfunc F() {\n}\n\nvar x = 1\n", "b/latin.txt": "gr\xf6\xdfe " + string(bytes.Repeat([]byte{0xe4}, 50)),
		"empty.txt": "", "key.txt": "token ghp_a8Bc2dE4fG6hJ8kL0mN2pQ4rS6tU8vW0xY2z\n",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env, err := NewEnv(Settings{Index: index.Options{Dir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(env.Close)
	return env, dir
}

func get(t *testing.T, env *Env, in ObjectInput) (Object, error) {
	t.Helper()
	out, err := byID(t, "objects.get").Call(context.Background(), env, in)
	if err != nil {
		return Object{}, err
	}
	return out.(Object), nil
}

// TestPagesOfABodyAreTheBody: with every limit, the texts of the pages join to
// the body.
func TestPagesOfABodyAreTheBody(t *testing.T) {
	env, dir := shelf(t)
	list, err := byID(t, "objects.list").Call(context.Background(), env, ObjectsInput{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list.(Objects).Objects {
		want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(o.Provenance.Path)))
		if err != nil {
			t.Fatal(err)
		}
		for limit := range len(want) + 3 {
			text, encoding := "", ""
			in := ObjectInput{URI: o.URI, Limit: limit}
			for {
				page, err := get(t, env, in)
				if err != nil {
					t.Fatal(err)
				}
				if page.Withheld != "" {
					if page.Body != "" || o.Provenance.Path != "key.txt" {
						t.Fatalf("%s is withheld: %+v", o.URI, page)
					}
					want = nil
					break
				}
				text, encoding = text+page.Body, page.Encoding
				if in.Cursor = page.NextCursor; in.Cursor == "" {
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
				t.Fatalf("%s in pages of %d: %q, not %q", o.URI, limit, got, want)
			}
		}
	}
}

func TestPagesOfAListAreTheList(t *testing.T) {
	env, _ := shelf(t)
	ask := func(in ObjectsInput) Objects {
		t.Helper()
		out, err := byID(t, "objects.list").Call(context.Background(), env, in)
		if err != nil {
			t.Fatal(err)
		}
		return out.(Objects)
	}
	whole := ask(ObjectsInput{}).Objects
	for limit := 1; limit <= len(whole)+1; limit++ {
		var got []object.Object
		in := ObjectsInput{Limit: limit}
		for {
			page := ask(in)
			got = append(got, page.Objects...)
			if in.Cursor = page.NextCursor; in.Cursor == "" {
				break
			}
		}
		if len(got) != len(whole) {
			t.Fatalf("pages of %d: %d objects of %d", limit, len(got), len(whole))
		}
		for i := range got {
			if got[i].URI != whole[i].URI {
				t.Errorf("pages of %d: %s is not %s", limit, got[i].URI, whole[i].URI)
			}
		}
	}
	for _, c := range []struct {
		in   ObjectsInput
		want int
	}{{ObjectsInput{Path: "a/"}, 2}, {ObjectsInput{Kind: string(object.Implementation)}, 1}, {ObjectsInput{Prefix: "b/"}, 1}, {ObjectsInput{Kind: "none"}, 0}} {
		if got := ask(c.in).Objects; len(got) != c.want {
			t.Errorf("%+v: %d objects, want %d", c.in, len(got), c.want)
		}
	}
}

func TestOnlyTheIndexIsServed(t *testing.T) {
	env, dir := shelf(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "outside"), []byte("no"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{"majordomus://file/../outside", "majordomus://file//etc/passwd", "/etc/passwd", "", "majordomus://implementation/a/code.go#Nothing"} {
		if _, err := get(t, env, ObjectInput{URI: uri}); err == nil || fault.As(err).Class != fault.NotFound {
			t.Errorf("%s: %v", uri, err)
		}
	}
	if o, err := get(t, env, ObjectInput{URI: "majordomus://implementation/a/code.go#F"}); err != nil || o.Body != "func F() {\n}\n" && o.Body != "// F works.\nfunc F() {\n}\n" {
		t.Errorf("a symbol: %v %+v", err, o)
	}
	for _, in := range []ObjectInput{{Limit: -1}, {Cursor: "x"}, {Cursor: "-1"}, {Cursor: "9999"}} {
		in.URI = "majordomus://document/a/text.md"
		if _, err := get(t, env, in); err == nil || fault.As(err).Class != fault.Invalid {
			t.Errorf("%+v: %v", in, err)
		}
	}
}
