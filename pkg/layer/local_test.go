package layer

import (
	"testing"

	"majordomus/pkg/object"
)

func TestParseLocal(t *testing.T) {
	for _, c := range []struct {
		path, text string
		kind       object.Kind
		head       string
	}{
		{".ai/local/state/handover/2025-01-01.md", "---\nbranch: b\nhead: abc\ncreated_at: 2025-01-01T00:00:00Z\ntask: I1\n---\n# Where I am\n", object.Handover, "abc"},
		{".ai/local/state/x.md", "---\nkind: checkpoint\nbranch: b\nhead: abc\n---\n", object.Checkpoint, "abc"},
		{".ai/local/state/checkpoint.yaml", "branch: b\nhead: 0012\n", object.Checkpoint, "0012"},
		{".ai/local/state/handover.json", `{"branch": "b", "head": "abc"}`, object.Handover, "abc"},
		{".ai/local/state/handover.md", "no front matter\n", object.Handover, ""},
		{".ai/local/state/notes.md", "# N\n", "", ""},
		{".ai/local/state/handover.md", "---\nkind: session\n---\n", "", ""},
	} {
		o, _, ds, ok := ParseLocal(c.path, []byte(c.text), "h")
		if ok != (c.kind != "") || o.Kind != c.kind {
			t.Errorf("%s: %v %s", c.path, ok, o.Kind)
			continue
		}
		if !ok {
			continue
		}
		head := ""
		if o.Meta != nil {
			head = o.Meta.Head
		}
		if o.Identity != c.path || o.Provenance.SourceClass != LocalClass || o.Hash != "h" || head != c.head || len(ds) != 0 {
			t.Errorf("%s: %+v %+v %v", c.path, o, o.Meta, ds)
		}
	}
	if _, _, ds, ok := ParseLocal("handover.md", []byte("---\na: [\n---\n"), ""); !ok || len(ds) != 1 || ds[0].Severity != object.Warning {
		t.Errorf("%v %v", ok, ds)
	}
}
