package stream

import (
	"crypto/sha256"
	"hash"
)

// summer digests the text of a stream, large pieces at a time.
type summer struct {
	h    hash.Hash
	due  chan []byte // pieces that a goroutine takes; nil: there is none
	done chan struct{}
}

func newSummer() summer { return summer{h: sha256.New()} }

// aside lets a goroutine do the work from here on. What is written must then
// stay as it is.
func (s *summer) aside() {
	if s.due != nil {
		return
	}
	s.due, s.done = make(chan []byte, 16), make(chan struct{})
	go func() {
		defer close(s.done)
		for b := range s.due {
			s.h.Write(b)
		}
	}()
}

func (s *summer) write(b []byte) {
	if s.due != nil {
		s.due <- b
		return
	}
	s.h.Write(b)
}

// wait ends the goroutine; all that was written is in the sum then.
func (s *summer) wait() {
	if s.due != nil {
		close(s.due)
		<-s.done
		s.due = nil
	}
}
