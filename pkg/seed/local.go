package seed

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"majordomus/pkg/git"
	"majordomus/pkg/index"
	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// localState is where this checkout keeps its own records.
const localState = ".ai/local/state"

// maxLocal bounds one local record, and maxLocals their number: of more, those
// with the greatest paths are looked at, as names mostly begin with a date.
const (
	maxLocal  = 1 << 20
	maxLocals = 4096
)

// locals adds the newest handover and checkpoint of the branch.
func (r *Result) locals(ctx context.Context, g object.Git, o Options) error {
	if o.NoLocal {
		return nil
	}
	root := o.Root
	if root == "" {
		var err error
		if root, _, err = index.Root(ctx, o.Dir); err != nil {
			return err
		}
	}
	found := localRecords(root, g.Branch)
	for _, kind := range []object.Kind{object.Handover, object.Checkpoint} {
		rec, ok := newest(found, kind)
		if !ok {
			continue
		}
		d, err := divergence(ctx, root, g, rec.Object, o.Known)
		if err != nil {
			return err
		}
		r.Locals = append(r.Locals, Local{Object: rec.Object, Divergence: d})
	}
	return nil
}

// note is a local record; ours when it says it was written in this work tree.
type note struct {
	object.Object
	ours bool
}

// localRecords reads the records of a branch; one that cannot be read, or that
// names another branch, is not among them. Links are not followed.
func localRecords(dir, branch string) []note {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	var paths []string
	_ = fs.WalkDir(root.FS(), localState, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() { // an unreadable folder holds no records for us
			paths = append(paths, p)
		}
		return nil
	})
	slices.Sort(paths)
	var out []note
	for _, p := range paths[max(0, len(paths)-maxLocals):] {
		if n, ok := localRecord(root, dir, p); ok && (n.Meta == nil || n.Meta.Branch == "" || n.Meta.Branch == branch) {
			out = append(out, n)
		}
	}
	return out
}

func localRecord(root *os.Root, dir, p string) (note, bool) {
	switch strings.ToLower(path.Ext(p)) {
	case ".md", ".yaml", ".yml", ".json":
	default:
		return note{}, false
	}
	info, err := root.Lstat(p)
	if err != nil || info.Size() > maxLocal {
		return note{}, false
	}
	data, err := root.ReadFile(p)
	if err != nil {
		return note{}, false
	}
	o, worktree, _, ok := layer.ParseLocal(p, data, git.Blob(data))
	conceal(&o, dir)
	return note{o, worktree != "" && sameFolder(worktree, dir)}, ok
}

// conceal keeps the folder of the checkout out of what a record says in short;
// its body is served as it was written.
func conceal(o *object.Object, dir string) {
	fields := []*string{&o.Title, &o.Description, &o.Status, &o.Version}
	if o.Meta != nil {
		fields = append(fields, &o.Meta.Task, &o.Meta.Head)
		for _, list := range [][]string{o.Tags, o.Meta.Scope, o.Meta.ChangedFiles} {
			for i := range list {
				fields = append(fields, &list[i])
			}
		}
	}
	for _, f := range fields {
		*f = strings.ReplaceAll(*f, dir, ".")
	}
}

func sameFolder(a, b string) bool {
	if filepath.Clean(a) == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil || !filepath.IsAbs(a) {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// newest is the record of a kind that says it is the latest, of this work tree
// if one is; of two that say the same the one with the greater path. Nothing
// here reads a clock.
func newest(records []note, kind object.Kind) (note, bool) {
	var of []note
	for _, n := range records {
		if n.Kind == kind {
			of = append(of, n)
		}
	}
	if len(of) == 0 {
		return note{}, false
	}
	return slices.MaxFunc(of, func(a, b note) int {
		if a.ours != b.ours {
			if a.ours {
				return 1
			}
			return -1
		}
		return cmp.Or(compareAges(age(a.Object), age(b.Object)), strings.Compare(a.Provenance.Path, b.Provenance.Path))
	}), true
}

// compareAges compares two times as records write them: as instants where both
// are, else as text, which orders dates too.
func compareAges(a, b string) int {
	x, errX := time.Parse(time.RFC3339Nano, a)
	y, errY := time.Parse(time.RFC3339Nano, b)
	if errX == nil && errY == nil {
		return x.Compare(y)
	}
	return strings.Compare(a, b)
}

func age(o object.Object) string {
	if o.Meta == nil {
		return o.Version
	}
	for _, t := range []string{o.Meta.UpdatedAt, o.Meta.CreatedAt, o.Meta.Date} {
		if t != "" {
			return t
		}
	}
	return o.Version
}

// divergence asks git how a record's head stands to ours.
func divergence(ctx context.Context, root string, g object.Git, rec object.Object, known *Divergences) (Divergence, error) {
	if rec.Meta == nil || rec.Meta.Head == "" || g.Head == "" {
		return Unknown, nil
	}
	if rec.Meta.Head == g.Head {
		return Exact, nil
	}
	if d, ok := known.get(g.Head, rec.Meta.Head); ok {
		return d, nil
	}
	repo, err := git.Open(ctx, root)
	if errors.Is(err, git.ErrUnavailable) {
		return Unknown, nil
	}
	if err != nil {
		return "", err
	}
	d, err := repo.Divergence(ctx, g.Head, rec.Meta.Head)
	if err == nil {
		known.put(g.Head, rec.Meta.Head, Divergence(d))
	}
	return Divergence(d), err
}
