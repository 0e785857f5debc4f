package index

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"majordomus/pkg/fault"
)

// cache is the part of the user's cache folder that one index uses. It only
// ever saves work: what is damaged or missing is recomputed.
type cache struct {
	dir    string // "" when there is none
	key    string // of the snapshot
	recipe string
	verify bool
	place  string       // names what belongs to this root
	warn   func(string) // drops all but the first
}

// openCache opens the cache for a root.
func openCache(o Options, root string) *cache {
	c := &cache{recipe: recipe(o), verify: o.VerifyCache, warn: o.warn}
	if o.NoCache {
		return c
	}
	if c.dir = cacheFolder(o.CacheDir); c.dir == "" {
		return c
	}
	if within(c.dir, root) {
		c.dir = "" // never inside the tree
		return c
	}
	c.place = nameOf(root)
	return c
}

// cacheFolder is where the cache stands; "" when the machine has no place.
func cacheFolder(dir string) string {
	if dir == "" {
		dir = os.Getenv("MAJORDOMUS_CACHE")
	}
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(base, "majordomus")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return filepath.Join(abs, "index")
}

func within(path, root string) bool {
	for at := path; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			rel, err := filepath.Rel(root, filepath.Join(real, path[len(at):]))
			return err == nil && rel != ".." && (len(rel) < 3 || rel[:3] != ".."+string(filepath.Separator))
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// damaged says that something in the cache was not as it was written.
func (c *cache) damaged(what string) {
	c.warn("the cache is damaged (" + what + ") and was not used; it is written anew")
}

// load reads a file of the cache; nil when there is none.
func (c *cache) load(name string) []byte {
	if c.dir == "" {
		return nil
	}
	data, err := readWhole(filepath.Join(c.dir, name))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.damaged(name)
		}
		return nil
	}
	return data
}

// readWhole reads a file that is only ever replaced as a whole.
func readWhole(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is only read
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, fi.Size())
	largePages(data)
	_, err = io.ReadFull(f, data)
	return data, err
}

// save writes a file of the cache as create does.
func (c *cache) save(name string, parts ...[]byte) {
	c.create(name, func(w io.Writer) error {
		for _, p := range parts {
			if _, err := w.Write(p); err != nil {
				return err
			}
		}
		return nil
	})
}

// create writes a file of the cache as a whole. Where that fails there is no
// cache, and nothing else is wrong.
func (c *cache) create(name string, fill func(io.Writer) error) {
	if c.dir == "" || os.MkdirAll(c.dir, 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(c.dir, "tmp-*")
	if err != nil {
		return
	}
	err = fill(f)
	if cerr := f.Close(); err != nil || cerr != nil || os.Rename(f.Name(), filepath.Join(c.dir, name)) != nil {
		os.Remove(f.Name()) //nolint:errcheck // a leftover is swept by age
		return
	}
	c.sweep()
}

// The bounds of the folder; what was used longest ago goes first.
const (
	mostBytes = 1 << 30
	mostFiles = 128
	leftover  = time.Hour // age of a temporary file that no process writes any more
)

// sweep keeps the folder within its bounds.
func (c *cache) sweep() {
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	var total int64
	for _, e := range list {
		if fi, err := e.Info(); err == nil && fi.Mode().IsRegular() {
			files = append(files, fi)
			total += fi.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	n := len(files)
	for _, fi := range files {
		stale := len(fi.Name()) > 4 && fi.Name()[:4] == "tmp-" && time.Since(fi.ModTime()) > leftover
		if stale || total > mostBytes || n > mostFiles {
			os.Remove(filepath.Join(c.dir, fi.Name())) //nolint:errcheck // another process was faster
			total -= fi.Size()
			n--
		}
	}
}

// touch marks a file of the cache as used, at most once a day.
func (c *cache) touch(name string) {
	path := filepath.Join(c.dir, name)
	if fi, err := os.Stat(path); err == nil && time.Since(fi.ModTime()) > 24*time.Hour {
		now := time.Now()
		os.Chtimes(path, now, now) //nolint:errcheck // only its age suffers
	}
}

// snapshot is the kept index of exactly this listing; nil when there is none.
func (c *cache) snapshot(d *discovery) *Store {
	if c.dir == "" {
		return nil
	}
	c.key = d.key(c.recipe)
	return c.named(c.key)
}

// named is the kept index of a key.
func (c *cache) named(key string) *Store {
	name := key + ".index"
	data := c.load(name)
	if data == nil {
		return nil
	}
	s, err := decodeStore(data, key)
	if err != nil {
		c.damaged(name)
		return nil
	}
	c.touch(name)
	return s
}

// keep stores an index for the next time.
func (c *cache) keep(s *Store) {
	if c.dir == "" || c.verify {
		return
	}
	if data := encodeStore(s, c.key); data != nil {
		c.save(c.key+".index", data)
	}
}

func mismatch(what string) error {
	return fault.New(fault.Internal, "cache_mismatch", "the cache disagrees with the files: %s", what).
		WithHint("remove the cache folder, or use --no-cache")
}
