package eval

import (
	"slices"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
)

// truth is what a commit touched of what its parent's index holds: source files
// with the hunks of the parent's version.
type truth struct{ files []touched }

type touched struct {
	path  string
	hunks []git.Hunk
}

func truthOf(s *index.Store, t task) *truth {
	tr := &truth{}
	for _, c := range t.changes {
		if c.Added || len(c.Hunks) == 0 {
			continue
		}
		for _, i := range s.AtPath(c.Path) {
			if s.Kind(i).IsFile() && s.Kind(i) != "file" {
				tr.files = append(tr.files, touched{c.Path, c.Hunks})
				break
			}
		}
	}
	slices.SortFunc(tr.files, func(a, b touched) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	return tr
}

// take removes the touched path that is given to the request: the first.
func (t *truth) take() string {
	p := t.files[0].path
	t.files = t.files[1:]
	return p
}
