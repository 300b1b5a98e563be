package app

import (
	"context"
	"slices"
	"testing"
)

// AVIF is made unless the operator has said otherwise.
func TestAVIFCanBeDisabled(t *testing.T) {
	for _, disabled := range []bool{false, true} {
		cfg := newConfig(t)
		cfg.DisableAVIF = disabled
		err := with(t.Context(), cfg, making, func(_ context.Context, s *Services) error {
			runs := slices.ContainsFunc(s.followUps, func(t task) bool { return t.name == "pictures" })
			if runs == disabled {
				t.Errorf("with --disable-avif=%v it is made: %v", disabled, runs)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
