package testkit

import "testing"

// Rounds is how often a long test repeats itself: with -short, as in the run under
// the race detector, less often.
func Rounds(all, short int) int {
	if testing.Short() {
		return short
	}
	return all
}
