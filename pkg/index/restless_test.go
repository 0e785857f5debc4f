package index

import (
	"fmt"
	"testing"
)

// TestAFileThatChangesAllTheTime costs an index that file, never the run: its
// words must be those of the bytes that were indexed.
func TestAFileThatChangesAllTheTime(t *testing.T) {
	w := newTree(t)
	w.sample()
	w.write("docs/busy.md", "# Busy\n")
	w.write("docs/restless.md", "# Restless\n")
	w.commit()
	changes := 0
	o := Options{Texts: true, Progress: func(done, total int) {
		if done == total {
			changes++
			w.write("docs/busy.md", fmt.Sprintf("# Busy %d\n", changes))
			w.write("docs/restless.md", fmt.Sprintf("# Restless %d\n", changes))
		}
	}}
	s := w.build(o)
	for _, d := range []string{"busy", "restless"} {
		if _, ok := s.Lookup("majordomus://document/docs/" + d + ".md"); ok {
			t.Errorf("%s is in", d)
		}
	}
	said := map[string]string{}
	for _, d := range s.Diagnostics() {
		if d.Code == codeUnreadable {
			said[d.Path] = d.Message
		}
	}
	if len(said) != 2 || said["docs/busy.md"] != "cannot be read: it changes while it is read" {
		t.Errorf("%v", said)
	}
	if i, ok := s.Lookup("majordomus://file/data/a.txt"); !ok || s.Text(i) == nil {
		t.Error("the others have no words")
	}
	calm := w.build(Options{Texts: true})
	if _, ok := calm.Lookup("majordomus://document/docs/busy.md"); !ok {
		t.Error("it is still out once it is at rest")
	}
	if a, b := dump(calm), dump(w.build(Options{Texts: true, NoCache: true})); a != b {
		t.Errorf("an index without it was kept:\n%s\nnot\n%s", a, b)
	}
}
