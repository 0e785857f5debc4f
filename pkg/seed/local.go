package seed

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
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

// maxLocal bounds one local record, and maxLocals their number.
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
	records := localRecords(root, g.Branch)
	for _, kind := range []object.Kind{object.Handover, object.Checkpoint} {
		rec, ok := newest(records, kind)
		if !ok {
			continue
		}
		d, err := divergence(ctx, root, g, rec, o.Known)
		if err != nil {
			return err
		}
		r.Locals = append(r.Locals, Local{Object: rec, Divergence: d})
	}
	return nil
}

// localRecords reads the records of a branch; one that cannot be read, or that
// names another branch, is not among them. Links are not followed.
func localRecords(dir, branch string) []object.Object {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	var out []object.Object
	seen := 0
	_ = fs.WalkDir(root.FS(), localState, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // an unreadable folder holds no records for us
		}
		if seen++; seen > maxLocals {
			return fs.SkipAll
		}
		if o, ok := localRecord(root, p); ok && (o.Meta == nil || o.Meta.Branch == "" || o.Meta.Branch == branch) {
			out = append(out, o)
		}
		return nil
	})
	return out
}

func localRecord(root *os.Root, p string) (object.Object, bool) {
	switch strings.ToLower(path.Ext(p)) {
	case ".md", ".yaml", ".yml", ".json":
	default:
		return object.Object{}, false
	}
	info, err := root.Lstat(p)
	if err != nil || info.Size() > maxLocal {
		return object.Object{}, false
	}
	data, err := root.ReadFile(p)
	if err != nil {
		return object.Object{}, false
	}
	o, _, ok := layer.ParseLocal(p, data, git.Blob(data))
	return o, ok
}

// newest is the record of a kind that says it is the latest; of two that say
// the same the one with the greater path. Nothing here reads a clock.
func newest(records []object.Object, kind object.Kind) (object.Object, bool) {
	var of []object.Object
	for _, o := range records {
		if o.Kind == kind {
			of = append(of, o)
		}
	}
	if len(of) == 0 {
		return object.Object{}, false
	}
	return slices.MaxFunc(of, func(a, b object.Object) int {
		return cmp.Or(compareAges(age(a), age(b)), strings.Compare(a.Provenance.Path, b.Provenance.Path))
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
