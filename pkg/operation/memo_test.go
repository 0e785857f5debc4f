package operation

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

func TestMemoComputesOnceForAllWhoWait(t *testing.T) {
	m := newMemo[int](4)
	var runs atomic.Int32
	begun, free := make(chan struct{}), make(chan struct{})
	compute := func(context.Context) (int, error) {
		runs.Add(1)
		close(begun)
		<-free
		return 7, nil
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if v, err := m.get(t.Context(), "k", compute); v != 7 || err != nil {
				t.Errorf("get = %d, %v", v, err)
			}
		})
	}
	<-begun
	close(free)
	all.Wait()
	if n := runs.Load(); n != 1 {
		t.Errorf("computed %d times", n)
	}
}

func TestMemoKeepsTheNewest(t *testing.T) {
	m := newMemo[string](2)
	runs := map[string]int{}
	ask := func(k string) {
		_, _ = m.get(t.Context(), k, func(context.Context) (string, error) { runs[k]++; return k, nil })
	}
	for _, k := range []string{"a", "b", "a", "c", "a", "b"} {
		ask(k)
	}
	if fmt.Sprint(runs) != "map[a:1 b:2 c:1]" {
		t.Errorf("runs %v: b must have been forgotten, a not", runs)
	}
	if _, ok := m.peek("c"); ok {
		t.Error("c is still kept")
	}
}

func TestMemoKeepsNoErrors(t *testing.T) {
	m := newMemo[int](2)
	fail := errors.New("no")
	if _, err := m.get(t.Context(), "k", func(context.Context) (int, error) { return 0, fail }); !errors.Is(err, fail) {
		t.Fatal(err)
	}
	if v, err := m.get(t.Context(), "k", func(context.Context) (int, error) { return 1, nil }); v != 1 || err != nil {
		t.Errorf("get = %d, %v after an error", v, err)
	}
}

func TestMemoACallerWhoLeavesTakesNobodyAlong(t *testing.T) {
	m := newMemo[int](2)
	begun, free := make(chan struct{}), make(chan struct{})
	compute := func(ctx context.Context) (int, error) {
		close(begun)
		select {
		case <-free:
			return 1, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	first, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() { _, err := m.get(first, "k", compute); left <- err }()
	<-begun
	joined, stayed := make(chan struct{}), make(chan error)
	go func() {
		close(joined)
		_, err := m.get(t.Context(), "k", func(context.Context) (int, error) { return 1, nil })
		stayed <- err
	}()
	<-joined
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the one who left got %v", err)
	}
	close(free)
	if err := <-stayed; err != nil {
		t.Errorf("the one who stayed got %v", err)
	}
}

func TestMemoTheLastToLeaveCancels(t *testing.T) {
	m := newMemo[int](2)
	begun, ended := make(chan struct{}), make(chan struct{})
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		_, _ = m.get(ctx, "k", func(ctx context.Context) (int, error) {
			close(begun)
			<-ctx.Done()
			close(ended)
			return 0, ctx.Err()
		})
	}()
	<-begun
	leave()
	<-ended
}

func TestMemoAPanicIsAnError(t *testing.T) {
	m := newMemo[int](2)
	_, err := m.get(t.Context(), "k", func(context.Context) (int, error) { panic("boom") })
	if p, ok := errors.AsType[*Panic](err); !ok || p.Value != "boom" || len(p.Stack) == 0 {
		t.Errorf("err = %v", err)
	}
}
