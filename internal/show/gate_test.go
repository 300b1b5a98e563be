package show

import (
	"errors"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
)

// After a private show the public one is on stage again, in a new room: everybody
// may watch it, and yet no token of before opens anything. Only the epoch tells
// the two apart.
func TestGateRefusesOldEpoch(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	live, publishing := r.public(t)
	old := map[string]string{
		"Ann's": r.watch(t, r.ann), "Tom's": r.watch(t, r.tom), "a guest's": r.watch(t, account.Caller{}), "Nina's own": publishing,
	}
	p := r.private(t, r.tom, Asking{})
	if err := r.End(t.Context(), r.nina, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	old["Tom's seat"], old["Nina's of the private show"] = p.member, p.nina
	resumed, _ := r.public(t)
	r.is(t, live.ID, lifecycle.Live, "")
	if resumed.ID != live.ID || resumed.Epoch == live.Epoch {
		t.Fatalf("the public show goes on as %s.%d, before it was %s.%d", resumed.ID, resumed.Epoch, live.ID, live.Epoch)
	}
	for name, token := range old {
		if err := r.connect(t, token); !errors.Is(err, gate.ErrDark) {
			t.Errorf("%s token of before: %v", name, err)
		}
	}
	r.watch(t, r.ann) // with a new one
}

// A broadcasting program connects again for ever. Long after the paid show that
// is "Start streaming" again, and needs no click.
func TestStreamKeyAfterClickDelay(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	key, err := r.NewStreamKey(t.Context(), "nina")
	if err != nil {
		t.Fatal(err)
	}
	p := r.private(t, r.tom, Asking{})
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.clock.Advance(clickAfter - time.Second)
	if _, err := r.AdmitStreamKey(t.Context(), key); !errors.Is(err, errClick) {
		t.Errorf("a second before it may: %v", err)
	}
	r.clock.Advance(time.Second)
	if _, err := r.AdmitStreamKey(t.Context(), key); err != nil {
		t.Errorf("ten minutes after the paid show: %v", err)
	}
}
