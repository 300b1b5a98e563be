package testkit

import (
	"testing"

	"limelight/internal/kit/seal"
)

// Keys are fresh keys.
func Keys(t testing.TB) *seal.Keys {
	t.Helper()
	keys, err := seal.New()
	if err != nil {
		t.Fatal(err)
	}
	return keys
}
