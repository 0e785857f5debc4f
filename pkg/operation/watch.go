package operation

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fsnotify/fsnotify"
)

// maxWatched bounds the folders under watch; a larger tree is asked about
// before every answer instead.
const maxWatched = 8192

// watch is a hint that a tree changed. Its silence proves nothing for long; an
// event, an overflow or an error all mean: look.
type watch struct {
	dirty  atomic.Bool
	broken atomic.Bool // the tree cannot be watched whole

	events chan struct{} // one while something was noticed; closed at the end

	mu      sync.Mutex
	watcher *fsnotify.Watcher
	known   map[string]bool
}

// newWatch starts watching nothing; the tree is dirty until someone looked.
func newWatch() *watch {
	w := &watch{known: map[string]bool{}, events: make(chan struct{}, 1)}
	w.dirty.Store(true)
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		w.broken.Store(true)
		close(w.events)
		return w
	}
	w.watcher = watcher
	go w.drain(watcher)
	return w
}

func (w *watch) drain(watcher *fsnotify.Watcher) {
	defer close(w.events)
	for {
		select {
		case e, ok := <-watcher.Events:
			if !ok {
				return
			}
			if e.Has(fsnotify.Create) {
				w.created(e.Name)
			}
			w.noticed()
		case _, ok := <-watcher.Errors:
			if !ok {
				return
			}
			w.noticed()
		}
	}
}

// noticed marks the tree and wakes whoever waits for a change.
func (w *watch) noticed() {
	w.dirty.Store(true)
	select {
	case w.events <- struct{}{}:
	default:
	}
}

// created puts a new folder under watch at once, so that what is made in it
// next is noticed too.
func (w *watch) created(path string) {
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return
	}
	_ = filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			if d.Name() == ".git" {
				return filepath.SkipDir
			}
			w.add(p)
		}
		return nil
	})
}

// cover puts the folders under watch that hold the listed files, and those
// given, below root.
func (w *watch) cover(root string, files []string, more ...string) {
	if w.broken.Load() {
		return
	}
	w.add(root)
	for _, f := range files {
		for i := range len(f) {
			if f[i] == '/' {
				w.add(filepath.Join(root, f[:i]))
			}
		}
	}
	for _, dir := range more {
		if !strings.HasPrefix(dir, "/") {
			dir = filepath.Join(root, dir)
		}
		w.add(dir)
	}
}

func (w *watch) add(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.watcher == nil || w.known[dir] {
		return
	}
	if len(w.known) >= maxWatched {
		w.broken.Store(true)
		return
	}
	if err := w.watcher.Add(dir); err != nil {
		if !os.IsNotExist(err) { // a folder that is gone has had its event
			w.broken.Store(true)
		}
		return
	}
	w.known[dir] = true
}

// silent reports whether nothing was noticed since the last look.
func (w *watch) silent() bool { return !w.broken.Load() && !w.dirty.Load() }

// looking is called before a look: what happens from now on counts again.
func (w *watch) looking() { w.dirty.Store(false) }

func (w *watch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.watcher != nil {
		_ = w.watcher.Close() // nothing is lost with it
		w.watcher = nil
	}
}
