package devcontext

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/index"
)

//go:embed template
var template embed.FS

// layerFolder is where a layer stands.
const layerFolder = ".ai"

// Initialized says what Init wrote.
type Initialized struct {
	Files []string `json:"files"` // relative to the root, in order
}

// Init writes a layer to start from at the root around dir: manifest, sources,
// policy, scope and an example of each record. It overwrites nothing: any file
// of its own that exists is an error of class Invalid and nothing is written.
// It is atomic: on an error nothing of it stays.
func Init(ctx context.Context, dir string) (*Initialized, error) {
	at, _, err := index.Root(ctx, dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil, fault.Wrap(err, "open the root")
	}
	defer root.Close()
	files, err := templateFiles()
	if err != nil {
		return nil, err
	}
	if err := refuseExisting(root, files); err != nil {
		return nil, err
	}
	out := &Initialized{}
	for _, f := range files {
		out.Files = append(out.Files, f.target)
	}
	return out, place(root, files)
}

// file is one file of the template.
type file struct {
	target string // relative to the root
	data   []byte
}

// templateFiles lists what Init writes, by path; the manifest comes last, so
// that a layer exists only when all of it does.
func templateFiles() ([]file, error) {
	var out []file
	err := fs.WalkDir(template, "template", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := template.ReadFile(p)
		target := layerFolder + strings.TrimPrefix(p, "template")
		if path.Base(p) == "gitignore" {
			target = path.Dir(target) + "/.gitignore"
		}
		out = append(out, file{target, data})
		return err
	})
	slices.SortStableFunc(out, func(a, b file) int {
		return boolInt(a.target == layerFolder+"/manifest.yaml") - boolInt(b.target == layerFolder+"/manifest.yaml")
	})
	return out, err
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func refuseExisting(root *os.Root, files []file) error {
	for _, f := range files {
		if _, err := root.Lstat(f.target); err == nil {
			return fault.New(fault.Invalid, "already_exists", "there is one already, and nothing is overwritten").
				At(f.target, 0, 0).WithHint("edit it, or move it away first")
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fault.Wrap(err, "look").At(f.target, 0, 0)
		}
	}
	return nil
}

// place writes everything into a folder beside and moves it in, file by file.
func place(root *os.Root, files []file) (err error) {
	staged := fmt.Sprintf("%s.init-%d", layerFolder, os.Getpid())
	defer func() {
		err = errors.Join(err, root.RemoveAll(staged))
	}()
	for i, f := range files {
		if err := root.MkdirAll(staged, 0o755); err != nil {
			return fault.Wrap(bare(err), "cannot be written").At(layerFolder, 0, 0)
		}
		if err := root.WriteFile(fmt.Sprintf("%s/%d", staged, i), f.data, 0o644); err != nil {
			return fault.Wrap(bare(err), "cannot be written").At(f.target, 0, 0)
		}
	}
	for i, f := range files {
		if err := moveIn(root, fmt.Sprintf("%s/%d", staged, i), f.target); err != nil {
			for _, done := range files[:i] {
				err = errors.Join(err, root.Remove(done.target))
			}
			return err
		}
	}
	return nil
}

// moveIn links a finished file to its place: unlike a rename that fails where
// something has come to stand meanwhile.
func moveIn(root *os.Root, from, to string) error {
	if err := root.MkdirAll(path.Dir(to), 0o755); err != nil {
		return fault.Wrap(bare(err), "cannot be written").At(path.Dir(to), 0, 0)
	}
	if err := root.Link(from, to); err != nil {
		return fault.Wrap(bare(err), "cannot be written").At(to, 0, 0)
	}
	return nil
}

// bare is what went wrong without the name of a file that is ours alone.
func bare(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
