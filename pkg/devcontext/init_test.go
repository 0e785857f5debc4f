package devcontext

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
	"majordomus/pkg/seed"
)

func TestInitGivesALayerThatWorks(t *testing.T) {
	dir := t.TempDir()
	done, err := Init(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(done.Files, ".ai/manifest.yaml") || !slices.Contains(done.Files, ".ai/.gitignore") {
		t.Errorf("wrote %v", done.Files)
	}
	commit(t, dir)
	c := compile(t, dir, seed.Request{Issue: new("I0001")})
	for _, d := range c.Store.Diagnostics() {
		if d.Severity != object.Info {
			t.Errorf("%+v", d)
		}
	}
	for _, uri := range []string{"majordomus://issue/I0001", "majordomus://milestone/m1", "majordomus://policy/.ai/repo/policy.yaml", "majordomus://scope/.ai/repo/scope.yaml"} {
		if !gives(c.Answer, uri) {
			t.Errorf("%s is not in the context", uri)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("something stayed beside the layer: %v", left)
	}
}

func TestInitOverwritesNothing(t *testing.T) {
	for _, there := range []string{".ai/manifest.yaml", ".ai/repo/policy.yaml"} {
		dir := t.TempDir()
		full := filepath.Join(dir, filepath.FromSlash(there))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("schema: ai-repository/v1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Init(context.Background(), dir)
		if err == nil || fault.As(err).Class != fault.Invalid || fault.As(err).Path != there {
			t.Errorf("%s: %v", there, err)
		}
		n := 0
		if err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
			if !d.IsDir() {
				n++
			}
			return err
		}); err != nil || n != 1 {
			t.Errorf("%s: %d files, %v", there, n, err)
		}
	}
}

func TestEveryErrorAndWarningSaysHowToMendIt(t *testing.T) {
	for _, code := range strings.Fields(`unknown_kind malformed_yaml malformed_front_matter missing_front_matter unsupported_version missing_field
schema_violation kind_mismatch duplicate_identity required_source_empty unreadable unknown_key claimed_twice tracked_secret unresolved_reference
ambiguous oversized invalid_utf8`) {
		if FindingOf(object.Diagnostic{Code: code}).Mend == "" {
			t.Errorf("nothing about %s", code)
		}
	}
	if f := FindingOf(object.Diagnostic{Code: "symlink"}); f.Mend != "" {
		t.Errorf("a link needs no mending: %q", f.Mend)
	}
}
