package operation

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"majordomus/pkg/devcontext"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
	"majordomus/pkg/object"
	"majordomus/pkg/token"
	"majordomus/pkg/walk"
)

// Workspace is the repository the operations answer for. A one-shot process
// looks once; a resident one follows the repository: a change makes a new
// generation, and every answer is of one generation, whole.
type Workspace struct {
	o       index.Options
	est     token.Estimator
	follow  bool
	changed func() // called after a new generation replaced another

	looks  *memo[*Generation] // requests that wait share one look
	mu     sync.Mutex
	now    *Generation
	looked time.Time
	watch  *watch
}

// Generation is one state of the repository, with what was worked out of it.
type Generation struct {
	Root    string
	Store   *index.Store
	Tables  *walk.Tables
	Counter *devcontext.Counter // nil under the estimator bytes
	Bodies  *devcontext.Bodies
	secrets map[string]bool // paths whose body is withheld
}

// trustSilence is how long a watcher that noticed nothing is believed.
const trustSilence = 2 * time.Second

// NewWorkspace is for the repository around o.Dir. With follow it watches the
// tree; Close it then. changed may be nil.
func NewWorkspace(o index.Options, est token.Estimator, follow bool, changed func()) *Workspace {
	w := &Workspace{o: o, est: est, follow: follow, changed: changed, looks: newMemo[*Generation](1)}
	if follow {
		w.watch = newWatch()
		if changed != nil {
			go w.announce()
		}
	}
	return w
}

// calm is how long changes are let come before somebody is told of them.
const calm = 200 * time.Millisecond

// announce looks at the repository after events, so that clients hear of a
// change nobody asked about. It ends with the watch.
func (w *Workspace) announce() {
	for range w.watch.events {
		time.Sleep(calm)
		w.mu.Lock()
		asked := w.now != nil
		w.mu.Unlock()
		if asked {
			_, _ = w.Generation(context.Background()) // who asks next sees why it failed
		}
	}
}

// Close ends the watching.
func (w *Workspace) Close() {
	if w.watch != nil {
		w.watch.close()
	}
}

// Generation gives the state of the repository now. It is looked at again after
// any event, when the last look is older than the silence is trusted, and
// always where the tree cannot be watched.
func (w *Workspace) Generation(ctx context.Context) (*Generation, error) {
	w.mu.Lock()
	g, fresh := w.now, w.now != nil && w.fresh()
	w.mu.Unlock()
	if fresh {
		return g, nil
	}
	g, err := w.looks.get(ctx, "look", w.look)
	w.looks.forget("look")
	return g, err
}

// lookedAt is when the last look began.
func (w *Workspace) lookedAt() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.looked
}

func (w *Workspace) fresh() bool {
	switch {
	case w.looked.IsZero():
		return false
	case !w.follow:
		return true
	}
	return w.watch.silent() && time.Since(w.looked) < trustSilence
}

// mostLooks bounds how often work begins anew because files change under it.
const mostLooks = 64

// whileChanging does work in the generation of now, and again in a newer one
// when a file changed between the look and the work.
func whileChanging[T any](w *Workspace, work func() (T, error)) (T, error) {
	for n := 1; ; n++ {
		out, err := work()
		if err == nil || n == mostLooks || fault.As(err).Code != index.CodeChangedBody {
			return out, err
		}
		w.mu.Lock()
		w.looked = time.Time{} // whatever the watcher noticed
		w.mu.Unlock()
	}
}

// look indexes and makes a new generation, or keeps the old one when nothing
// changed.
func (w *Workspace) look(ctx context.Context) (*Generation, error) {
	if w.watch != nil {
		w.watch.looking()
	}
	began := time.Now()
	o := w.o
	o.Progress = func(done, total int) { Report(ctx, done, total, "reading the repository") }
	store, err := index.Build(ctx, o)
	if err != nil {
		if w.watch != nil {
			w.watch.dirty.Store(true)
		}
		return nil, err
	}
	w.mu.Lock()
	old, overtaken := w.now, w.looked.After(began) // everyone left this look, and a later one is done
	if !overtaken {
		w.looked = began
	}
	w.mu.Unlock()
	if overtaken {
		return old, nil
	}
	if old != nil && sameStore(old.Store, store) {
		return old, nil
	}
	g, err := w.generation(store, old)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	if !w.looked.After(began) {
		w.now = g
	}
	w.mu.Unlock()
	if old != nil && w.changed != nil {
		w.changed()
	}
	return g, nil
}

func sameStore(a, b *index.Store) bool {
	return a.Fingerprint() == b.Fingerprint() && a.Git() == b.Git() && slices.Equal(a.Diagnostics(), b.Diagnostics())
}

func (w *Workspace) generation(store *index.Store, old *Generation) (*Generation, error) {
	g := &Generation{Store: store, Tables: walk.NewTables(store), secrets: map[string]bool{}}
	for _, d := range store.Diagnostics() {
		if d.Code == "tracked_secret" {
			g.secrets[d.Path] = true
		}
	}
	if old != nil { // the root does not move under a running process
		g.Root, g.Bodies = old.Root, old.Bodies
	} else {
		g.Root = store.Root()
		var err error
		if g.Bodies, err = devcontext.OpenBodies(g.Root); err != nil {
			return nil, err
		}
	}
	if w.est.Name() != token.NameBytes {
		g.Counter = devcontext.NewCounter(g.Bodies, w.est)
	}
	if w.watch != nil {
		w.watch.cover(g.Root, folders(store), ".git", ".git/refs", ".git/refs/heads", ".ai/local/state")
	}
	return g, nil
}

// folders lists each folder that holds a file of the index, once.
func folders(s *index.Store) []string {
	var out []string
	last := ""
	for i := range int32(s.Len()) {
		if dir := filepath.Dir(object.Unescape(s.Path(i))); dir != last {
			last = dir
			out = append(out, dir+"/")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
