package journal_test

import (
	"testing"
	"time"

	"limelight/internal/ledger"
)

// A clock that runs five days fast closes days that have not ended. Put right, nothing stops: what is posted until
// then is entered in the first open day, in the order of posting, with the time that the right clock says.
func TestAFastClockStopsNothing(t *testing.T) {
	h := open(t)
	h.grant(t, "tom", 10_000)
	h.until(8, 2)
	if heads := h.close(t); len(heads) != 6 {
		t.Fatalf("closed %d days, want 6", len(heads))
	}
	h.until(2, 13) // put right
	elsewhere := ledger.New(h.clock.Now)
	here, last := h.ledger, ""
	for i := range 20 {
		h.ledger = here
		if i%2 == 1 {
			h.ledger = elsewhere // another node of the same clock
		}
		p := h.tip(t, "tom")
		if p.ID <= last || !p.At.Equal(h.clock.Now()) {
			t.Fatalf("tip %d is %s at %s, after %s", i, p.ID, p.At, last)
		}
		last = p.ID
		h.clock.Advance(time.Second)
	}
	if found := h.verify(t); len(found) != 6 || found[0].Subject != "2026-11-02" {
		t.Errorf("found %v, want the six days that were closed too early", found)
	}
	h.until(9, 2)
	heads := h.close(t)
	if len(heads) != 1 || heads[0].Day != "2026-11-08" || heads[0].Size != 20 {
		t.Errorf("closed %+v, want the 8th with the 20 tips", heads)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Errorf("when all the days have ended: %v", found)
	}
	h.ledger = here
	if p := h.tip(t, "tom"); p.ID[:8] < last[:8] {
		t.Errorf("the clock has caught up, and a tip is %s after %s", p.ID, last)
	}
}
