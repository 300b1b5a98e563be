package show

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
)

// publisherIn is the identity behind a token of the fake engine.
func publisherIn(token string) string { return strings.Split(token, "|")[1] }

// sends lets pictures of a publisher arrive while time goes by.
func (r fakeFixture) sends(t *testing.T, token string, d time.Duration) {
	t.Helper()
	since := r.clock.Now().Add(-time.Minute)
	for range int(d / time.Second) {
		r.fakeEngine.shows(publisherIn(token), sfu.Video{Since: since, Published: true, FrameAt: r.clock.Now().Add(time.Second)})
		r.pass(t, time.Second)
	}
}

// stops lets no more come: the camera is off, or what it sees stands still.
func (r fakeFixture) stops(token string, muted bool) {
	now := r.clock.Now()
	r.fakeEngine.shows(publisherIn(token), sfu.Video{Since: now.Add(-time.Minute), Published: true, Muted: muted, FrameAt: now})
}

// A camera that is off or frozen in a paid show is lost media: the meter stands
// still since the last frame, both sides have the time of behaviours.md, and then
// the show ends with what was not used given back.
func TestFrozenPictureIsNotBilled(t *testing.T) {
	for name, c := range map[string]struct {
		muted bool
		cause lifecycle.Cause
	}{"camera off": {true, lifecycle.CameraOff}, "frozen": {false, lifecycle.NoFrames}} {
		muted := c.muted
		t.Run(name, func(t *testing.T) {
			r, p := opened(t, Asking{})
			r.looksIn(t, r.ann, true)
			r.sends(t, p.nina, 30*time.Second) // 15 of them are free
			r.stops(p.nina, muted)
			r.pass(t, 4*time.Second)
			r.is(t, p.show.ID, lifecycle.Paused, "")
			if s := r.now(t, p.show.ID); !s.LostAt.Equal(r.clock.Now().Add(-4 * time.Second)) {
				t.Errorf("lost since %v, want the last frame", s.LostAt)
			}
			r.saysWhy(t, p.show.ID, c.cause)
			r.pass(t, 20*time.Second)
			r.is(t, p.show.ID, lifecycle.Ended, lifecycle.MediaLost)
			r.wallet(t, r.tom, 30000-750) // 15 seconds of a minute that costs 30
			r.wallet(t, r.ann, 10000-500) // 30 of the 60 seconds of her window
			r.audit(t)
		})
	}
}

// Pictures that come again within the time let the show and its meters go on.
func TestPictureComesBack(t *testing.T) {
	r, p := opened(t, Asking{})
	r.sends(t, p.nina, 30*time.Second)
	r.stops(p.nina, true)
	r.pass(t, 10*time.Second)
	r.is(t, p.show.ID, lifecycle.Paused, "")
	r.sends(t, p.nina, 45*time.Second)
	r.is(t, p.show.ID, lifecycle.Live, "")
	if got := r.has(t, ledger.Earnings("nina")); got != money.Whole(24) { // one minute, and not ten seconds more
		t.Errorf("Nina earned %v, want one minute's 24", got)
	}
	r.audit(t)
}

// saysWhy wants the cause of a paused show where both sides read it.
func (r fakeFixture) saysWhy(t *testing.T, showID string, want lifecycle.Cause) {
	t.Helper()
	if got := sessionOf(r.now(t, showID)).LostCause; got != want {
		t.Errorf("the show is paused because of %q, want %q", got, want)
	}
	if count(t, r.changed, func(e core.Changed) bool {
		return e.ShowID == showID && e.Status == lifecycle.Paused && e.Cause == want
	}) == 0 {
		t.Errorf("nobody is told that the show is paused because of %q", want)
	}
}

// Whose line is lost is told, and told anew when the other side's is.
func TestLostConnectionHasCause(t *testing.T) {
	r, p := opened(t, Asking{})
	r.sends(t, p.nina, 20*time.Second)
	r.drop(p.member)
	r.is(t, p.show.ID, lifecycle.Paused, "")
	r.saysWhy(t, p.show.ID, lifecycle.MemberLost)
	r.drop(p.nina)
	r.saysWhy(t, p.show.ID, lifecycle.LineLost)
}

// A published camera that never gives a frame starts no paid time.
func TestPublishedTrackWithoutFrames(t *testing.T) {
	r, p := opened(t, Asking{})
	r.fakeEngine.shows(publisherIn(p.nina), sfu.Video{Since: r.clock.Now(), Published: true})
	r.pass(t, 30*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.MediaLost)
	r.wallet(t, r.tom, money.Whole(300))
	r.audit(t)
}

// In public a frozen picture is no live show, and a camera that is off is the
// performer's own wish: she is heard.
func TestPublicShowWithoutFrames(t *testing.T) {
	for name, c := range map[string]struct {
		muted bool
		after lifecycle.Status
	}{"frozen": {false, lifecycle.Paused}, "camera off": {true, lifecycle.Live}} {
		t.Run(name, func(t *testing.T) {
			r := setupFake(t)
			live, token := r.public(t)
			r.sends(t, token, 10*time.Second)
			r.is(t, live.ID, lifecycle.Live, "")
			r.stops(token, c.muted)
			r.pass(t, 5*time.Second)
			r.is(t, live.ID, c.after, "")
			if c.after == lifecycle.Live {
				return
			}
			r.sends(t, token, 3*time.Second)
			r.is(t, live.ID, lifecycle.Live, "")
			r.stops(token, c.muted)
			r.pass(t, 40*time.Second)
			r.is(t, live.ID, lifecycle.Ended, lifecycle.MediaLost)
		})
	}
}
