package fragment

import (
	"context"
	"encoding/base64"
	"os"
	"strings"
	"sync"
	"testing"

	"majordomus/pkg/fault"
)

// Every handle of a result resolves to the exact bytes of its fragment.
func TestHandlesResolve(t *testing.T) {
	s := NewStore(t.TempDir())
	for seed := range uint64(150) {
		req := newGen(seed).request(8)
		res, err := Compile(context.Background(), req, Options{Store: s})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range res.Decisions {
			if d.Handle == "" {
				continue
			}
			f := req.Fragments[i]
			want := ""
			if f.Media != nil {
				raw, _ := base64.StdEncoding.DecodeString(f.Media.Base64)
				want = string(raw)
			} else {
				want = *f.Content
			}
			got, err := s.Get(d.Handle)
			if err != nil || string(got) != want {
				t.Fatalf("seed %d fragment %d: %q %v", seed, i, got, err)
			}
		}
		for _, src := range res.Sources {
			if _, err := s.Get(src.Handle); err != nil {
				t.Fatal(err)
			}
		}
		for _, h := range res.RetrievalHandles {
			if _, err := s.Get(h.Handle); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestStoreRefuses(t *testing.T) {
	s := NewStore(t.TempDir())
	kept, err := s.Put([]byte("kept"))
	if err != nil {
		t.Fatal(err)
	}
	sum := strings.TrimPrefix(kept, handlePrefix)
	for handle, class := range map[string]fault.Class{
		Handle([]byte("never put")): fault.NotFound, "": fault.Invalid, "ctx://source/": fault.Invalid, sum: fault.Invalid,
		handlePrefix + strings.ToUpper(sum): fault.Invalid, handlePrefix + sum + "00": fault.Invalid,
		handlePrefix + "../../../../etc/passwd": fault.Invalid,
	} {
		_, err := s.Get(handle)
		if f := fault.As(err); f == nil || f.Code != CodeUnknownHandle || f.Class != class {
			t.Errorf("%q: %v", handle, err)
		}
	}
}

func TestStoreChecksWhatItReads(t *testing.T) {
	s := NewStore(t.TempDir())
	handle, err := s.Put([]byte("true"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path(handle), []byte("false"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(handle); fault.As(err) == nil || fault.As(err).Code != CodeUnknownHandle {
		t.Fatal(err)
	}
	if _, err := s.Put([]byte("true")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(handle); err != nil || string(got) != "true" {
		t.Fatal(got, err)
	}
}

func TestStoreWritersTogether(t *testing.T) {
	s := NewStore(t.TempDir())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				h, err := s.Put([]byte("shared"))
				if err != nil {
					t.Error(err)
				}
				if got, err := s.Get(h); err != nil || string(got) != "shared" {
					t.Error(got, err)
				}
			}
		})
	}
	wg.Wait()
}
