package api

import (
	"io"
	"testing"
	"time"
)

// endless is a body of as many bytes as are read.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
func (endless) Close() error               { return nil }

// A form that goes on coming has more time, up to the end of all; one that stands
// still, or drips, has none.
func TestUploadsMustGoOn(t *testing.T) {
	now := time.Unix(1000, 0)
	var until time.Time
	b := &steadyBody{
		ReadCloser: endless{}, now: func() time.Time { return now }, end: now.Add(uploadTime),
		deadline: func(at time.Time) error { until = at; return nil },
	}
	read := func(bytes int) {
		t.Helper()
		if _, err := io.CopyN(io.Discard, b, int64(bytes)); err != nil {
			t.Fatal(err)
		}
	}
	read(1)
	if want := now.Add(uploadPause); until != want {
		t.Fatalf("the first byte has until %v, want %v", until, want)
	}
	first := until
	for range 10 { // it drips
		now = now.Add(time.Second)
		read(100)
	}
	if until != first {
		t.Errorf("drops bought time until %v", until)
	}
	read(uploadStep)
	read(1)
	if want := now.Add(uploadPause); until != want {
		t.Errorf("a step bought time until %v, want %v", until, want)
	}
	for range 100 {
		now = now.Add(uploadPause / 2)
		read(uploadStep)
	}
	if until != b.end {
		t.Errorf("it may come until %v, want %v", until, b.end)
	}
}
