package testkit

import (
	"testing"

	"limelight/internal/kit/secretbox"
)

// Keys are fresh keys.
func Keys(t testing.TB) *secretbox.Keys {
	t.Helper()
	keys, err := secretbox.New()
	if err != nil {
		t.Fatal(err)
	}
	return keys
}
