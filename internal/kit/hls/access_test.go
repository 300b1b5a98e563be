package hls

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// Permissions are remembered up to a bound, and after a flood of viewers those who
// come later are remembered again.
func TestPermissionsAreBounded(t *testing.T) {
	now, asked := time.Unix(1_800_000_000, 0), 0
	a := newAccess(Config{
		Key:   "key",
		Now:   func() time.Time { return now },
		Admit: func(context.Context, string, string) error { asked++; return nil },
	})
	comes := func(viewer string) {
		t.Helper()
		if _, err := a.check(t.Context(), pass{"room", viewer, "here"}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range maxChecked + 10 {
		comes(fmt.Sprint("crowd ", i))
	}
	if len(a.known) != maxChecked {
		t.Errorf("%d permissions are remembered, want %d", len(a.known), maxChecked)
	}
	now, asked = now.Add(3*checked), 0
	comes("tom")
	comes("tom")
	if asked != 1 {
		t.Errorf("Tom was asked about %d times after the flood had gone, want once", asked)
	}
}

// An address is made in one country and used in another: each is asked about.
func TestPermissionsAreOfOneAddress(t *testing.T) {
	now, asked := time.Unix(1_800_000_000, 0), 0
	a := newAccess(Config{
		Key:   "key",
		Now:   func() time.Time { return now },
		Admit: func(context.Context, string, string) error { asked++; return nil },
	})
	for _, from := range []string{"here", "abroad", "here", "abroad"} {
		if _, err := a.check(t.Context(), pass{"room", "tom", from}); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times, want once for each address", asked)
	}
}
