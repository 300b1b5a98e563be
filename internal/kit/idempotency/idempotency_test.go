package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
	"limelight/internal/testkit"
)

type order struct{ Amount int }

type answer struct {
	Number int
	Text   string
}

// till counts what it was really asked to do, and knows the time.
type till struct {
	db    *db.DB
	clock *testkit.Clock
	runs  atomic.Int64
}

func open(t *testing.T) *till { return &till{db: testkit.DB(t), clock: testkit.NewClock()} }

func (h *till) buy(scope, key string, amount int, fail error) (out answer, err error) {
	err = h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		out, err = idempotency.Once(ctx, tx, scope, key, order{amount}, h.clock.Now(), func() (answer, error) {
			n := int(h.runs.Add(1))
			return answer{n, "bought"}, fail
		})
		return err
	})
	return out, err
}

func TestOnce(t *testing.T) {
	h := open(t)
	first, err := h.buy("tom", "k", 5, nil)
	if err != nil || first != (answer{1, "bought"}) {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := h.buy("tom", "k", 5, nil); err != nil || again != first {
		t.Errorf("the same again is %+v (%v), want %+v", again, err, first)
	}
	if _, err := h.buy("tom", "k", 6, nil); !errors.Is(err, idempotency.ErrOtherBody) {
		t.Errorf("another body: %v", err)
	}
	if other, err := h.buy("ann", "k", 6, nil); err != nil || other.Number != 2 {
		t.Errorf("another scope is %+v (%v)", other, err)
	}
	for want := 3; want < 5; want++ {
		if out, err := h.buy("tom", "", 5, nil); err != nil || out.Number != want {
			t.Errorf("without a key: %+v (%v)", out, err)
		}
	}
}

// What failed was not done, so its key may be used again, with any body.
func TestFailureForgets(t *testing.T) {
	h := open(t)
	errNo := errors.New("no")
	if _, err := h.buy("tom", "k", 5, errNo); !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	if out, err := h.buy("tom", "k", 6, nil); err != nil || out.Number != 2 {
		t.Errorf("after a failure: %+v (%v)", out, err)
	}
}

// On PostgreSQL the second waits for the first and then has its answer.
func TestTogether(t *testing.T) {
	h := open(t)
	outs := make([]answer, 16)
	var all sync.WaitGroup
	for i := range outs {
		all.Go(func() {
			var err error
			if outs[i], err = h.buy("tom", "k", 5, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, out := range outs {
		if out != outs[0] {
			t.Errorf("answers differ: %+v and %+v", out, outs[0])
		}
	}
	if h.runs.Load() != 1 {
		t.Errorf("done %d times, want once", h.runs.Load())
	}
}

func TestBadKeys(t *testing.T) {
	h := open(t)
	for _, key := range []string{strings.Repeat("x", 201), "\xff", "a\x00b", "line\nbreak", "schlüssel"} {
		if _, err := h.buy("tom", key, 5, nil); !errors.Is(err, idempotency.ErrBadKey) {
			t.Errorf("%.10q: %v", key, err)
		}
	}
	if _, err := h.buy("tom", strings.Repeat("x", 200), 5, nil); err != nil {
		t.Error(err)
	}
}

func TestForget(t *testing.T) {
	h := open(t)
	for i, age := range []time.Duration{0, time.Hour} {
		h.clock.Advance(age)
		if _, err := h.buy("tom", fmt.Sprint(i), 5, nil); err != nil {
			t.Fatal(err)
		}
	}
	h.clock.Advance(idempotency.Keep - time.Minute)
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		n, err := idempotency.Forget(ctx, tx, h.clock.Now())
		if n != 1 {
			t.Errorf("forgot %d keys, want 1", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
