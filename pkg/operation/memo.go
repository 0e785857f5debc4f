package operation

import (
	"container/list"
	"context"
	"sync"
)

// memo keeps the newest values of a computation and runs it once for callers
// that ask for the same key at once. Errors are not kept. A computation goes on
// as long as anyone waits for it: one caller that leaves takes nobody along,
// the last one cancels it.
type memo[V any] struct {
	size int // values kept; at least 1

	mu      sync.Mutex
	entries map[string]*memoEntry[V]
	recent  *list.List // of keys with a value, newest first
}

type memoEntry[V any] struct {
	done    chan struct{} // closed when value and err stand
	value   V
	err     error
	waiters int
	cancel  context.CancelFunc
	place   *list.Element // in recent; nil until done
}

func newMemo[V any](size int) *memo[V] {
	return &memo[V]{size: size, entries: map[string]*memoEntry[V]{}, recent: list.New()}
}

// get gives the value of key, computing it when it is not kept.
func (m *memo[V]) get(ctx context.Context, key string, compute func(context.Context) (V, error)) (V, error) {
	m.mu.Lock()
	e, ok := m.entries[key]
	if !ok {
		e = m.start(ctx, key, compute)
	} else if e.place != nil {
		m.recent.MoveToFront(e.place)
	}
	e.waiters++
	m.mu.Unlock()
	defer m.leave(key, e)
	select {
	case <-e.done:
		return e.value, e.err
	default:
	}
	select {
	case <-e.done:
		return e.value, e.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// peek gives a kept value without computing.
func (m *memo[V]) peek(key string) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[key]
	if !ok || e.place == nil {
		return value, false
	}
	m.recent.MoveToFront(e.place)
	return e.value, true
}

// start runs compute on its own; m.mu is held.
func (m *memo[V]) start(ctx context.Context, key string, compute func(context.Context) (V, error)) *memoEntry[V] {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	e := &memoEntry[V]{done: make(chan struct{}), cancel: cancel}
	m.entries[key] = e
	go func() {
		defer cancel()
		v, err := protect(work, compute)
		m.mu.Lock()
		defer m.mu.Unlock()
		e.value, e.err = v, err
		close(e.done)
		if m.entries[key] != e {
			return // everyone left and someone began anew
		}
		if err != nil {
			delete(m.entries, key)
			return
		}
		e.place = m.recent.PushFront(key)
		if m.recent.Len() > m.size {
			oldest := m.recent.Back()
			m.recent.Remove(oldest)
			delete(m.entries, oldest.Value.(string)) //nolint:forcetypeassert // only keys are pushed
		}
	}()
	return e
}

// leave forgets a waiter; the last one of an unfinished computation ends it.
func (m *memo[V]) leave(key string, e *memoEntry[V]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.waiters--
	select {
	case <-e.done:
	default:
		if e.waiters == 0 {
			e.cancel()
			if m.entries[key] == e {
				delete(m.entries, key)
			}
		}
	}
}

// forget drops a kept value; a computation that runs goes on.
func (m *memo[V]) forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok && e.place != nil {
		m.recent.Remove(e.place)
		delete(m.entries, key)
	}
}
