package show

import (
	"testing"
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
)

// forgets empties the engine's list of who is in its rooms, as when its Redis comes
// back empty.
func (r fakeFixture) forgets() {
	r.fakeEngine.mu.Lock()
	defer r.fakeEngine.mu.Unlock()
	for room := range r.fakeEngine.rooms {
		r.fakeEngine.rooms[room] = map[string]bool{}
	}
}

// A list that lost everybody ends no show whose pictures arrive: the meter runs on as
// it would, and nobody's seat is taken for left. Once the pictures stop too, it is over.
func TestEmptyParticipantListEndsNoShow(t *testing.T) {
	charged := map[bool]money.Tokens{}
	for _, emptied := range []bool{false, true} {
		r, p := opened(t, Asking{})
		r.sends(t, p.nina, 20*time.Second)
		if emptied {
			r.forgets()
		}
		r.sends(t, p.nina, 100*time.Second)
		r.is(t, p.show.ID, lifecycle.Live, "")
		charged[emptied] = 30000 - r.has(t, ledger.Wallet("tom"))
		if emptied {
			r.fakeEngine.shows(publisherIn(p.nina), sfu.Video{})
			r.pass(t, 40*time.Second)
			r.is(t, p.show.ID, lifecycle.Ended, lifecycle.PerformerLeft)
		}
		r.audit(t)
	}
	if charged[true] != charged[false] || charged[true] == 0 {
		t.Errorf("charged %v with an emptied list, and %v without", charged[true], charged[false])
	}
}
