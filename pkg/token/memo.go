package token

import "sync"

// Memo remembers the counts of one estimator by content identity, for callers
// that meet the same bodies again: a file keeps its identity over many
// requests. It holds two generations of at most the given number of entries;
// what is asked for survives, the rest goes. Safe for concurrent use.
type Memo struct {
	e    Estimator
	most int

	mu       sync.Mutex
	now, old map[string]int
}

// NewMemo gives an empty memo over e with generations of most entries.
func NewMemo(e Estimator, most int) *Memo {
	return &Memo{e: e, most: max(1, most), now: map[string]int{}}
}

// Estimator is the one whose counts are remembered.
func (m *Memo) Estimator() Estimator { return m.e }

// Count gives the tokens of the content called identity; read is called when
// they are not known. Its error is returned as it is and nothing is kept.
func (m *Memo) Count(identity string, read func() ([]byte, error)) (int, error) {
	if n, ok := m.known(identity); ok {
		return n, nil
	}
	b, err := read()
	if err != nil {
		return 0, err
	}
	n := m.e.Count(b)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(identity, n)
	return n, nil
}

func (m *Memo) known(identity string) (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n, ok := m.now[identity]; ok {
		return n, true
	}
	n, ok := m.old[identity]
	if ok {
		m.keep(identity, n)
	}
	return n, ok
}

func (m *Memo) keep(identity string, n int) {
	if len(m.now) >= m.most {
		m.old, m.now = m.now, make(map[string]int, m.most)
	}
	m.now[identity] = n
}
