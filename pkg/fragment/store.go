package fragment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"majordomus/pkg/fault"
)

// handlePrefix begins every handle; the SHA-256 of the bytes follows.
const handlePrefix = "ctx://source/"

// Handle gives the handle of content.
func Handle(content []byte) string { return handleOf(sha256.Sum256(content)) }

func handleOf(sum [sha256.Size]byte) string { return handlePrefix + hex.EncodeToString(sum[:]) }

// Store keeps bytes under their hash in a directory. The name is the content's
// own, so writers need no agreement and a reader checks what it gets. Safe for
// concurrent use, also by several processes.
type Store struct {
	dir string
}

// NewStore gives the store in dir, which is made at the first Put.
func NewStore(dir string) *Store { return &Store{dir: dir} }

// Put keeps content and gives its handle. It is written beside its place and
// renamed into it, so a reader never sees a part.
func (s *Store) Put(content []byte) (string, error) {
	handle := Handle(content)
	path := s.path(handle)
	if have, err := os.ReadFile(path); err == nil && Handle(have) == handle {
		return handle, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fault.Wrap(err, "fragment store")
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return "", fault.Wrap(err, "fragment store")
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fault.Wrap(err, "fragment store")
	}
	return handle, nil
}

// Get gives the bytes behind a handle. What is no handle, is not kept, or is
// no longer what its name says, is unknown_handle.
func (s *Store) Get(handle string) ([]byte, error) {
	sum, ok := strings.CutPrefix(handle, handlePrefix)
	if raw, err := hex.DecodeString(sum); !ok || err != nil || len(raw) != sha256.Size || strings.ToLower(sum) != sum {
		return nil, fault.New(fault.Invalid, CodeUnknownHandle, "%s is no handle", fault.Quote(handle)).
			WithHint("a handle is %s and 64 hexadecimal digits", handlePrefix)
	}
	content, err := os.ReadFile(s.path(handle))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.NotFound, CodeUnknownHandle, "nothing is kept under %s", handle).
			WithHint("compile with a store to keep what does not go in whole")
	case err != nil:
		return nil, fault.Wrap(err, "fragment store")
	case Handle(content) != handle:
		return nil, fault.New(fault.NotFound, CodeUnknownHandle, "what is kept under %s is damaged", handle).
			WithHint("compile the fragment again to mend it")
	}
	return content, nil
}

// path is where a handle's bytes lie.
func (s *Store) path(handle string) string {
	sum := strings.TrimPrefix(handle, handlePrefix)
	return filepath.Join(s.dir, sum[:2], sum)
}

// keep puts the bytes of every fragment into the store.
func (c *compilation) keep(ctx context.Context, s *Store) error {
	kept := map[string]bool{}
	put := func(b []byte) error {
		if h := Handle(b); !kept[h] {
			kept[h] = true
			_, err := s.Put(b)
			return err
		}
		return ctx.Err()
	}
	for _, it := range c.items {
		if it.image != nil {
			if err := put(it.image.data); err != nil {
				return err
			}
		}
		if it.image == nil || len(it.text) > 0 {
			if err := put(it.text); err != nil {
				return err
			}
		}
	}
	return nil
}
