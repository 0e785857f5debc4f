package seed

import "sync"

// Divergences remembers what git said of two commits, for a process that
// answers many requests: it never changes, save that an unknown commit can
// become known, so that is asked again. It is safe for concurrent use; the nil
// one remembers nothing.
type Divergences struct {
	mu    sync.Mutex
	known map[[2]string]Divergence
}

// mostDivergences bounds the memory; beyond it everything is asked anew.
const mostDivergences = 1024

func (k *Divergences) get(ours, theirs string) (Divergence, bool) {
	if k == nil {
		return "", false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	d, ok := k.known[[2]string{ours, theirs}]
	return d, ok
}

func (k *Divergences) put(ours, theirs string, d Divergence) {
	if k == nil || d == Unknown {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil || len(k.known) >= mostDivergences {
		k.known = map[[2]string]Divergence{}
	}
	k.known[[2]string{ours, theirs}] = d
}
