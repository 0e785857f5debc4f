package token

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"majordomus/pkg/fault"
)

func TestBytesRoundsUp(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 8: 2, 9: 3} {
		if got := (Bytes{}).Count(make([]byte, n)); got != want {
			t.Errorf("%d bytes: %d, want %d", n, got, want)
		}
		if got := CostOfSize(int64(n)); got != int64(max(1, want)) {
			t.Errorf("cost of %d bytes: %d", n, got)
		}
		if got := Cost(Bytes{}, make([]byte, n)); got != max(1, want) {
			t.Errorf("cost of %d bytes: %d", n, got)
		}
	}
}

func TestEmptyTextCostsOne(t *testing.T) {
	for _, name := range Names() {
		e, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != name || !strings.HasPrefix(e.Fingerprint(), name) {
			t.Errorf("%s calls itself %s, %s", name, e.Name(), e.Fingerprint())
		}
		if e.Count(nil) != 0 || Cost(e, nil) != 1 {
			t.Errorf("%s: empty text counts %d, costs %d", name, e.Count(nil), Cost(e, nil))
		}
	}
}

func TestUnknownName(t *testing.T) {
	_, err := ByName("gpt2")
	f := fault.As(err)
	if f == nil || f.Class != fault.Invalid || !strings.Contains(f.Message, `"gpt2"`) || !strings.Contains(f.Hint, "o200k_base") {
		t.Fatalf("%#v", f)
	}
}

func TestExceedsStopsEarly(t *testing.T) {
	text := []byte(strings.Repeat("word ", 1000))
	for _, e := range []Estimator{o200k(), Bytes{}} {
		n := e.Count(text)
		for limit, want := range map[int]bool{0: true, n - 1: true, n: false, n + 1: false, 1 << 40: false} {
			if got := Exceeds(e, text, limit); got != want {
				t.Errorf("%s: %d tokens exceed %d: %v", e.Name(), n, limit, got)
			}
		}
	}
	if n := o200k().CountUpTo(text, 10); n > 20 {
		t.Errorf("counted on to %d", n)
	}
}

func TestMemoReadsOnce(t *testing.T) {
	m := NewMemo(Bytes{}, 10)
	reads := 0
	read := func() ([]byte, error) { reads++; return make([]byte, 40), nil }
	for i := range 100 {
		if n, err := m.Count("hot", read); n != 10 || err != nil {
			t.Fatal(n, err)
		}
		if _, err := m.Count(fmt.Sprint("cold", i), func() ([]byte, error) { return nil, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
	if len(m.now)+len(m.old) > 20 {
		t.Errorf("%d entries kept", len(m.now)+len(m.old))
	}
}

func TestMemoKeepsNoFailure(t *testing.T) {
	m, boom := NewMemo(Bytes{}, 1), errors.New("boom")
	if _, err := m.Count("x", func() ([]byte, error) { return nil, boom }); !errors.Is(err, boom) {
		t.Fatal(err)
	}
	if n, err := m.Count("x", func() ([]byte, error) { return []byte("abcd"), nil }); n != 1 || err != nil {
		t.Fatal(n, err)
	}
}
