package synth

import (
	"context"
	"os"
	"path"

	"majordomus/pkg/fault"
)

// WriteTree writes the files of a spec below root, which must be empty: an
// existing file is an error and nothing is overwritten.
func WriteTree(ctx context.Context, root *os.Root, s Spec) error {
	if err := s.Check(); err != nil {
		return err
	}
	made := map[string]bool{}
	for f := range Files(s) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if dir := path.Dir(f.Path); !made[dir] {
			if err := root.MkdirAll(dir, 0o755); err != nil {
				return fault.Wrap(err, "make the folder %s", dir)
			}
			made[dir] = true
		}
		if err := writeNew(root, f); err != nil {
			return err
		}
	}
	return nil
}

func writeNew(root *os.Root, f File) error {
	out, err := root.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fault.Wrap(err, "write %s", f.Path).WithHint("give a folder that is empty or does not exist")
	}
	if _, err := out.Write(f.Data); err != nil {
		_ = out.Close() // the write's error says more
		return fault.Wrap(err, "write %s", f.Path)
	}
	return out.Close()
}
