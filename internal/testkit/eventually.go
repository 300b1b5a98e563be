package testkit

import (
	"testing"
	"time"
)

// Patience is longer than anything takes on a busy machine: who waits so long
// waits for what never comes.
const Patience = 3 * time.Minute

// Eventually waits until something is so that happens in another goroutine's or
// program's own time, and fails the test when it never is. Call it in the test's
// own goroutine.
func Eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	late := time.NewTimer(Patience)
	defer late.Stop()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-late.C:
			t.Fatalf("not after %v: %s", Patience, what)
		case <-look.C:
		}
	}
}
