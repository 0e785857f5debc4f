package devcontext

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/budget"
	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/stream"
	"majordomus/pkg/walk"
)

// Saved is a kept walk or a kept answer; one of the two is nil.
type Saved struct {
	Walk   *walk.Result
	Answer *budget.Answer
}

// ReadSaved reads a walk stream or an answer, plain or zstd, whichever it is.
// name is how errors call it. What is neither is of class Broken.
func ReadSaved(r io.Reader, name string) (*Saved, error) {
	in, done, err := unpacked(r, name)
	if err != nil {
		return nil, err
	}
	defer done()
	if head, _ := in.Peek(3); string(head) == "\ufeff" {
		_, _ = in.Discard(3) // what was peeked is there
	}
	if isStream(in) {
		w, err := walk.Read(stream.NewReader(in, name, stream.ReaderOptions{Streams: []string{stream.Walk}}))
		if err != nil {
			return nil, err
		}
		return &Saved{Walk: w}, nil
	}
	a, err := readAnswer(in, name)
	if err != nil {
		return nil, err
	}
	return &Saved{Answer: a}, nil
}

// unpacked undoes zstd.
func unpacked(r io.Reader, name string) (*bufio.Reader, func(), error) {
	in := bufio.NewReaderSize(r, 256<<10)
	if head, _ := in.Peek(4); !bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return in, func() {}, nil
	}
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		return nil, nil, fault.Wrap(err, "unpack").At(name, 0, 0)
	}
	return bufio.NewReaderSize(z, 256<<10), z.Close, nil
}

// isStream tells a stream from an answer by the first key.
func isStream(in *bufio.Reader) bool {
	head, _ := in.Peek(512)
	head = bytes.TrimLeft(head, " \t\r\n{")
	return bytes.HasPrefix(head, []byte(`"record"`))
}

// readAnswer reads one answer and nothing after it. Keys it does not know are
// passed over, as the schema only grows.
func readAnswer(in io.Reader, name string) (*budget.Answer, error) {
	bad := func(err error) error {
		return fault.New(fault.Broken, "broken_stream", "neither a walk nor an answer: %v", err).At(name, 0, 0).
			WithHint("give what devcontext compile wrote, or what its --save-walk kept")
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fault.Wrap(err, "read").At(name, 0, 0)
	}
	if _, err := canon.Parse(text); err != nil {
		return nil, bad(err) // also a key that stands twice
	}
	a := new(budget.Answer)
	if err := json.Unmarshal(text, a); err != nil {
		return nil, bad(err)
	}
	if a.Schema != budget.Schema || a.Fingerprint == "" || a.RequestDigest == "" {
		return nil, bad(errors.New("it lacks schema 1, a fingerprint or a request digest"))
	}
	return a, nil
}

// Rebudget spends a saved walk or answer under other limits; the answer is the
// one a fresh compile gives.
func Rebudget(s *Saved, o budget.Options) (*budget.Answer, error) {
	if s.Walk != nil {
		return budget.Spend(s.Walk, o)
	}
	return budget.Again(s.Answer, o)
}

// AnswerOf gives the saved answer, or spends the saved walk as it was asked.
func (s *Saved) AnswerOf() (*budget.Answer, error) {
	if s.Answer != nil {
		return s.Answer, nil
	}
	return budget.Spend(s.Walk, budget.Options{})
}
