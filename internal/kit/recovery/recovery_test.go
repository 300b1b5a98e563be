package recovery_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/recovery"
)

// A panic in a goroutine ends the goroutine and what it worked on, and is found
// in the log and in the counts.
func TestGo(t *testing.T) {
	var out safeBuffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	ended := make(chan struct{})
	recovery.Go(log, "test.go", func() { explode() }, func() { close(ended) })
	<-ended

	for _, want := range []string{"level=ERROR", "where=test.go", "out of range", "recovery_test.explode"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log has no %q:\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "level="); n != 1 {
		t.Errorf("logged %d lines, want 1", n)
	}
	if n := count(t, "test.go"); n != 1 {
		t.Errorf("counted %v, want 1", n)
	}
}

func TestDoAndRun(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	if recovery.Do(log, "test.do", explode) {
		t.Error("Do says that a panic returned")
	}
	if !recovery.Do(log, "test.do", func() {}) {
		t.Error("Do says that a return was a panic")
	}
	if n := count(t, "test.do"); n != 1 {
		t.Errorf("counted %v, want 1", n)
	}

	var broken *recovery.PanicError
	if err := recovery.Run(log, "test.run", func() error { panic("boom") }); !errors.As(err, &broken) || broken.Value != "boom" {
		t.Errorf("Run returned %v, want the panic", err)
	}
	own := errors.New("own")
	if err := recovery.Run(log, "test.run", func() error { return own }); !errors.Is(err, own) {
		t.Errorf("Run returned %v, want the function's own error", err)
	}
	if n := count(t, "test.run"); n != 1 {
		t.Errorf("counted %v, want 1: an error is no panic", n)
	}
}

// What has to go on goes on a second after its panic, and ends as it says.
func TestKeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rounds, own, begun := 0, errors.New("own"), time.Now()
		err := recovery.Keep(t.Context(), slog.New(slog.DiscardHandler), "test.keep", func(context.Context) error {
			rounds++
			if rounds < 3 {
				explode()
			}
			return own
		})
		if rounds != 3 || !errors.Is(err, own) || time.Since(begun) != 2*time.Second {
			t.Errorf("%d rounds in %s, then %v", rounds, time.Since(begun), err)
		}

		ctx, stop := context.WithCancel(t.Context())
		err = recovery.Keep(ctx, slog.New(slog.DiscardHandler), "test.stopped", func(context.Context) error {
			stop()
			panic("boom")
		})
		if err != nil {
			t.Errorf("stopped: %v, want nothing", err)
		}
	})
}

// What ends the connection may itself meet the state that the panic left behind.
func TestPanicWhileEnding(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	func() {
		defer recovery.Catch(log, "test.ending", explode)
		explode()
	}()
	if n := count(t, "test.ending"); n != 2 {
		t.Errorf("counted %v, want 2", n)
	}
}

// Endless recursion would otherwise write megabytes.
func TestLogOfADeepStackIsBounded(t *testing.T) {
	var out safeBuffer
	recovery.Do(slog.New(slog.NewTextHandler(&out, nil)), "test.deep", func() { deep(5000) })
	if n := len(out.String()); n > 64<<10 {
		t.Errorf("one panic wrote %d bytes", n)
	}
}

func deep(n int) int {
	if n == 0 {
		explode()
		return 0
	}
	return deep(n-1) + 1
}

//go:noinline
func explode() {
	var empty []byte
	_ = empty[len(empty):][1:][0]
}

func count(t *testing.T, where string) (n float64) {
	t.Helper()
	r := prometheus.NewRegistry()
	r.MustRegister(recovery.Collector())
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "panics_total" && m.GetLabel()[0].GetValue() == where {
				n = m.GetCounter().GetValue()
			}
		}
	}
	return n
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
