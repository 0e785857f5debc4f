package stream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/fault"
)

// File is an output that is complete or absent: what is written goes to a
// temporary file beside the target and takes its place in Commit.
type File struct {
	io.Writer
	target string   // with links followed
	temp   *os.File // the target itself when that is a pipe or a device
	direct bool
	pack   *zstd.Encoder
}

// Create opens an output file. A name that ends in .zst is compressed. A path
// that is one of the inputs, under whatever name, is refused with class Usage:
// a stage would read what it writes.
func Create(path string, inputs ...fs.FileInfo) (*File, error) {
	f := &File{target: path}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.target = real
	}
	mode := fs.FileMode(0o666)
	old, err := os.Stat(f.target)
	if err == nil {
		if err := refuse(path, old, inputs); err != nil {
			return nil, err
		}
		mode = old.Mode().Perm()
		f.direct = !old.Mode().IsRegular()
	}
	if err := f.open(mode, old != nil); err != nil {
		return nil, fault.Wrap(cause(err), "cannot be written").At(path, 0, 0)
	}
	f.Writer = f.temp
	if strings.HasSuffix(path, ".zst") {
		// Only bad options fail.
		f.pack, err = zstd.NewWriter(f.temp, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
		if err != nil {
			f.Abort()
			return nil, fault.Wrap(err, "compress").At(path, 0, 0)
		}
		f.Writer = f.pack
	}
	return f, nil
}

func refuse(path string, old fs.FileInfo, inputs []fs.FileInfo) error {
	if old.IsDir() {
		return fault.New(fault.Usage, "usage", "is a folder, not a file to write").At(path, 0, 0)
	}
	for _, in := range inputs {
		if in != nil && in.Mode().IsRegular() && os.SameFile(in, old) {
			return fault.New(fault.Usage, "usage", "is the file that is read").At(path, 0, 0).
				WithHint("write to another file and rename it")
		}
	}
	return nil
}

func (f *File) open(mode fs.FileMode, exists bool) (err error) {
	if f.direct {
		f.temp, err = os.OpenFile(f.target, os.O_WRONLY, 0)
		return err
	}
	const tries = 1000
	for n := range tries {
		name := filepath.Join(filepath.Dir(f.target), fmt.Sprintf(".%s.%d.tmp", filepath.Base(f.target), n))
		f.temp, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil && exists {
			err = f.temp.Chmod(mode) // whatever the umask takes away
		}
		return err
	}
	return err
}

// Commit completes the file: compressed data flushed, synced, renamed.
func (f *File) Commit() error {
	if err := f.commit(); err != nil {
		f.Abort()
		return fault.Wrap(cause(err), "cannot be written").At(f.target, 0, 0)
	}
	return nil
}

func (f *File) commit() error {
	if f.pack != nil {
		if err := f.pack.Close(); err != nil {
			return err
		}
	}
	if f.direct {
		return f.temp.Close()
	}
	if err := f.temp.Sync(); err != nil {
		return err
	}
	if err := f.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.temp.Name(), f.target); err != nil {
		return err
	}
	syncDir(filepath.Dir(f.target))
	return nil
}

// Abort gives the file up; what was at the target before is still there. After
// Commit it does nothing.
func (f *File) Abort() {
	f.temp.Close() //nolint:errcheck // it is thrown away
	if !f.direct {
		os.Remove(f.temp.Name()) //nolint:errcheck // renamed already, or nothing more can be done
	}
}

// syncDir makes a rename last; a system that cannot do it loses nothing else.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()  //nolint:errcheck // see above
		d.Close() //nolint:errcheck // nothing was written
	}
}

// cause is an error without the path it repeats.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
