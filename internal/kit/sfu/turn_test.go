package sfu_test

import (
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// A viewer whose network lets nothing else through sees the show by a relay, with
// the credentials that the engine tells her.
func TestWatchThroughARelay(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	v, err := whiptest.PlayRelayed(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: "view:tom", Subscribe: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	testkit.Eventually(t, "tom sees pictures", func() bool { return v.Frames() > 5 && v.Keyframes() > 0 })
	if err := h.Probe(t.Context()); err != nil {
		t.Error(err)
	}
	h.Close()
	if err := h.Probe(t.Context()); err == nil {
		t.Error("a closed engine is well")
	}
}
