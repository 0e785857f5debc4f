package compiled

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"majordomus/pkg/fault"
	"majordomus/pkg/publish"
)

// Suffixes of the local files.
const (
	ArtifactSuffix = ".gno-context.md"
	CapsuleSuffix  = ".gno-context.capsule.json"
	sidecarSuffix  = ".json" // behind the artifact's name
)

// Modes of new files; what is replaced keeps its own.
const (
	openMode    = 0o644
	privateMode = 0o600
)

// FileResult is what an operation on local files did. It names nothing but what
// the caller typed.
type FileResult struct {
	SchemaVersion string  `json:"schemaVersion"`    // of this value
	Status        Status  `json:"status"`           // current
	Changed       bool    `json:"changed"`          // false: nothing was written, all of it stands already
	Output        string  `json:"output"`           // the artifact, as it was named
	Digest        string  `json:"digest"`           // of the artifact
	CapsuleID     string  `json:"capsuleId"`        // of the Capsule it is made from
	Budget        *Budget `json:"budget,omitempty"` // what was asked and used; absent when nothing was written
}

// Folder is the working folder that relative names start from.
type Folder struct {
	Dir string // "" is the process's own

	before func(op, name string) error // for tests: see publish.Set.Before
}

// open opens a set of names to publish.
func (f Folder) open(names ...string) (*publish.Set, error) {
	set, err := publish.Open(f.Dir, names...)
	if err == nil && f.before != nil {
		set.Before(f.before)
	}
	return set, err
}

// suffix refuses a name with another ending.
func suffix(what, name, want string) error {
	if base := filepath.Base(name); !strings.HasSuffix(name, want) || base == want {
		return fault.New(fault.Invalid, "invalid_input", "the %s must be named NAME%s", what, want).At(name, 0, 0).
			WithHint("give it that ending")
	}
	return nil
}

// file is one file as it was read.
type file struct {
	publish.Current
	name string
}

// read gives several files of one publication. What is too large is not read.
func (f Folder) read(names ...string) ([]file, *publish.Set, error) {
	for _, n := range names {
		if fi, err := os.Lstat(f.path(n)); err == nil && fi.Mode().IsRegular() && fi.Size() > MaxBytes {
			return nil, nil, errOversized
		}
	}
	set, err := f.open(names...)
	if err != nil {
		return nil, nil, err
	}
	got, err := set.Read()
	if err != nil {
		set.Close()
		return nil, nil, err
	}
	out := make([]file, len(got))
	for i := range got {
		out[i] = file{got[i], names[i]}
	}
	return out, set, nil
}

var errOversized = fault.New(fault.Invalid, ArtifactOversized, "a file has more than %d bytes", MaxBytes).WithHint("it is none of ours")

// one reads a single file that must be there.
func (f Folder) one(name string) ([]byte, error) {
	got, set, err := f.read(name)
	if err != nil {
		return nil, err
	}
	set.Close()
	if !got[0].Exists {
		return nil, fault.New(fault.Invalid, CapsuleMissing, "there is no such file").At(name, 0, 0).WithHint("make it with majordomus context build")
	}
	return got[0].Data, nil
}

// path is a name as the process sees it.
func (f Folder) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.Dir, name)
}

// mode is the permissions of what stands under a name, or of a new file.
func (f Folder) mode(name string, fresh os.FileMode) os.FileMode {
	if fi, err := os.Lstat(f.path(name)); err == nil && fi.Mode().IsRegular() {
		return fi.Mode().Perm()
	}
	return fresh
}

// relative is how a sidecar records a file: relative to the artifact's folder
// where both names start alike, else absolute.
func (f Folder) relative(artifact, name string) string {
	if filepath.IsAbs(artifact) == filepath.IsAbs(name) {
		if rel, err := filepath.Rel(filepath.Dir(artifact), name); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	a, errA := filepath.Abs(f.path(artifact))
	b, errB := filepath.Abs(f.path(name))
	if errA == nil && errB == nil {
		if rel, err := filepath.Rel(filepath.Dir(a), b); err == nil {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(b)
	}
	return filepath.ToSlash(name)
}

// recorded is the name of what a sidecar records, to be opened from the folder.
func recorded(artifact, rel string) string {
	if path.IsAbs(rel) || filepath.IsAbs(filepath.FromSlash(rel)) {
		return filepath.FromSlash(rel)
	}
	return filepath.Join(filepath.Dir(artifact), filepath.FromSlash(rel))
}

// same reports whether two names are one file's.
func (f Folder) same(a, b string) bool {
	x, errX := filepath.Abs(f.path(a))
	y, errY := filepath.Abs(f.path(b))
	return errX == nil && errY == nil && x == y
}
