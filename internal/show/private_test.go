package show

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

func TestPrivateShow(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{})
	r.is(t, p.show.ID, lifecycle.Live, "")
	if r.stage.shown["nina"] != lifecycle.Private {
		t.Errorf("the card shows %s", r.stage.shown["nina"])
	}
	r.pass(t, 15*time.Second) // free
	r.wallet(t, r.tom, money.Whole(40))
	r.pass(t, 61*time.Second) // the first minute, and a second of the next
	session, err := r.JoinPrivate(t.Context(), r.tom, p.show.ConversationID, false, "http://here")
	if err != nil || session.Meter.Minutes != 2 || session.Meter.Spent != money.Whole(60) || session.Meter.Status != "running" {
		t.Fatalf("the meter says %+v (%v)", session.Meter, err)
	}
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.MemberLeft)
	r.wallet(t, r.tom, money.Whole(40)) // what was held ahead is back, the running minute is not
	if got := r.has(t, ledger.Earnings("nina")); got != money.Whole(48) {
		t.Errorf("Nina earned %v, want 48", got)
	}
	r.audit(t)
	if err := r.End(t.Context(), r.nina, p.show.ConversationID); err != nil {
		t.Errorf("ending twice: %v", err)
	}
	if err := r.connect(t, p.member); !errors.Is(err, gate.ErrDark) {
		t.Errorf("the token lives on after the end: %v", err)
	}

	toms, err := r.Receipt(t.Context(), r.tom, p.show.ID)
	if err != nil || toms.Minutes != 2 || toms.Seconds != 76 || *toms.Gross != money.Whole(60) || toms.Net != nil || toms.Lines != nil {
		t.Errorf("Tom's receipt is %+v (%v)", toms, err)
	}
	ninas, err := r.Receipt(t.Context(), r.nina, p.show.ID)
	if err != nil || *ninas.Net != money.Whole(48) || ninas.Gross != nil || len(ninas.Lines) != 1 || ninas.Lines[0].Member.ID != "tom" {
		t.Errorf("Nina's receipt is %+v (%v)", ninas, err)
	}
	if _, err := r.Receipt(t.Context(), r.ann, p.show.ID); !errors.Is(err, gate.ErrNoShow) {
		t.Errorf("Ann reads the receipt of others: %v", err)
	}
}

func TestConnectTimeout(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 30)
	p := r.accepted(t, r.tom, Asking{})
	r.wallet(t, r.tom, 0)
	r.enter(t, p.nina) // she alone
	r.pass(t, 29*time.Second)
	r.is(t, p.show.ID, lifecycle.Starting, "")
	r.pass(t, 3*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.ConnectTimeout)
	r.wallet(t, r.tom, money.Whole(30))
	r.audit(t)
}

func TestBalanceExhausted(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 30) // exactly one minute
	ticked := testkit.Hear[core.Ticked](r.bus)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 74*time.Second)
	r.is(t, p.show.ID, lifecycle.Live, "")
	if n := count(t, ticked, func(k core.Ticked) bool { return k.Low == 15 && k.Missing == money.Whole(30) }); n != 1 {
		t.Errorf("Tom was warned %d times of the last 15 seconds", n)
	}
	r.pass(t, 2*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.BalanceExhausted)
	r.wallet(t, r.tom, 0)
	r.audit(t)
}

func TestTopUpInTheLastSeconds(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 30)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 70*time.Second)
	r.give(t, r.tom, 30)
	r.pass(t, 30*time.Second)
	r.is(t, p.show.ID, lifecycle.Live, "")
	r.pass(t, 40*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.BalanceExhausted)
	if got := r.has(t, ledger.Earnings("nina")); got != money.Whole(48) {
		t.Errorf("Nina earned %v of two minutes", got)
	}
	r.audit(t)
}

func TestChargeByEndReason(t *testing.T) {
	for name, c := range map[string]struct {
		seconds int
		minimum int
		leave   func(r fakeFixture, p pair) error
		want    lifecycle.Reason
		left    money.Tokens // of 300
	}{
		"Tom within the free seconds": {10, 3, func(r fakeFixture, p pair) error {
			return r.End(context.Background(), r.tom, p.show.ConversationID)
		}, lifecycle.MemberLeft, money.Whole(300)},
		"Tom, the minimum is due": {20, 3, func(r fakeFixture, p pair) error {
			return r.End(context.Background(), r.tom, p.show.ConversationID)
		}, lifecycle.MemberLeft, money.Whole(210)},
		"Nina, the minimum is waived": {45, 3, func(r fakeFixture, p pair) error {
			return r.End(context.Background(), r.nina, p.show.ConversationID)
		}, lifecycle.PerformerLeft, money.Whole(285)},
		"Nina stops": {45, 1, func(r fakeFixture, _ pair) error {
			return r.Stop(context.Background(), "nina", lifecycle.PerformerLeft)
		}, lifecycle.PerformerLeft, money.Whole(285)},
		"a block": {45, 1, func(r fakeFixture, _ pair) error {
			r.stage.change(func() { r.stage.blocked["tom"] = true })
			return r.cutBlocked(context.Background(), "nina")
		}, lifecycle.Blocked, money.Whole(285)},
		"Tom is suspended": {45, 1, func(r fakeFixture, _ pair) error {
			return r.dismiss(context.Background(), "tom", lifecycle.Moderator)
		}, lifecycle.Moderator, money.Whole(285)},
		"maintenance": {45, 1, func(r fakeFixture, _ pair) error {
			return r.EndAll(context.Background(), lifecycle.Maintenance)
		}, lifecycle.Maintenance, money.Whole(285)},
	} {
		t.Run(name, func(t *testing.T) {
			r := setupFake(t)
			r.stage.offer.MinMinutes = c.minimum
			r.give(t, r.tom, 300)
			p := r.private(t, r.tom, Asking{})
			r.pass(t, time.Duration(c.seconds)*time.Second)
			r.stage.offer.Private = money.Whole(500) // acts on the next show
			if err := c.leave(r, p); err != nil {
				t.Fatal(err)
			}
			r.is(t, p.show.ID, lifecycle.Ended, c.want)
			r.wallet(t, r.tom, c.left)
			if r.fakeEngine.in(p.show.Room(), strings.Split(p.member, "|")[1]) {
				t.Error("Tom still has the picture")
			}
			if !r.talks.closed[p.show.ConversationID] {
				t.Error("the talk goes on")
			}
			r.audit(t)
		})
	}
}

func TestFreeSecondsOnceInAnHour(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 10*time.Second)
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.tom, money.Whole(100))
	again := r.private(t, r.tom, Asking{})
	r.pass(t, 10*time.Second)
	if err := r.End(t.Context(), r.tom, again.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.tom, money.Whole(70))
	r.audit(t)
}

func TestLostConnectionPausesMeter(t *testing.T) {
	for name, c := range map[string]struct {
		lost  func(p pair) string
		over  lifecycle.Reason
		price money.Tokens // of the show that is not resumed
	}{
		// Tom's minute is gone with him; Nina's 40 unused seconds are his.
		"Tom":  {func(p pair) string { return p.member }, lifecycle.MemberLeft, money.Whole(30)},
		"Nina": {func(p pair) string { return p.nina }, lifecycle.PerformerLeft, money.Whole(10)},
	} {
		t.Run(name+" comes back", func(t *testing.T) {
			r := setupFake(t)
			r.give(t, r.tom, 100)
			p := r.private(t, r.tom, Asking{})
			r.pass(t, 35*time.Second)
			r.drop(c.lost(p))
			r.is(t, p.show.ID, lifecycle.Paused, "")
			r.pass(t, 29*time.Second)
			r.enter(t, c.lost(p))
			r.is(t, p.show.ID, lifecycle.Live, "")
			r.pass(t, 39*time.Second) // 20 before, 39 after: still the first minute
			session, err := r.JoinPrivate(t.Context(), r.tom, p.show.ConversationID, false, "")
			if err != nil || session.Meter.Minutes != 1 {
				t.Errorf("the meter says %+v (%v)", session.Meter, err)
			}
			r.audit(t)
		})
		t.Run(name+" stays away", func(t *testing.T) {
			r := setupFake(t)
			r.give(t, r.tom, 100)
			p := r.private(t, r.tom, Asking{})
			r.pass(t, 35*time.Second)
			r.drop(c.lost(p))
			r.pass(t, 34*time.Second)
			r.is(t, p.show.ID, lifecycle.Ended, c.over)
			r.wallet(t, r.tom, money.Whole(100)-c.price)
			r.audit(t)
		})
	}
}

// Both are there, and no picture comes: the fault is nobody's.
func TestNoMediaWithBothConnected(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 35*time.Second)
	parts := strings.Split(p.nina, "|")
	r.fakeEngine.mu.Lock()
	r.fakeEngine.rooms[parts[0]][parts[1]] = false
	r.fakeEngine.mu.Unlock()
	r.HandleEngineEvent(t.Context(), videoEnded(p))
	r.pass(t, 19*time.Second)
	r.is(t, p.show.ID, lifecycle.Paused, "")
	r.pass(t, 4*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.MediaLost)
	r.wallet(t, r.tom, money.Whole(90))
	r.audit(t)
}

func TestManualPaymentIsChargedOnce(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{})
	if _, err := r.Pay(t.Context(), r.tom, p.show.ConversationID, ""); !errors.Is(err, meter.ErrNoMinute) {
		t.Errorf("paid in the free seconds: %v", err)
	}
	r.pass(t, 16*time.Second)
	first, err := r.Pay(t.Context(), r.tom, p.show.ConversationID, "")
	if err != nil || first.Minute != 1 || first.OriginalPrice != money.Whole(30) {
		t.Fatalf("the first minute is %+v (%v)", first, err)
	}
	for range 100 {
		same, err := r.Pay(t.Context(), r.tom, p.show.ConversationID, "")
		if err != nil || same.ID != first.ID {
			t.Fatalf("paid again: %+v (%v)", same, err)
		}
	}
	r.wallet(t, r.tom, money.Whole(40))
	r.audit(t)
}

func TestConcurrentEnds(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 40*time.Second)
	var wg sync.WaitGroup
	for _, who := range []account.Caller{r.tom, r.nina, r.tom, r.nina} {
		wg.Go(func() {
			if err := r.End(context.Background(), who, p.show.ConversationID); err != nil {
				t.Errorf("%s ends: %v", who.ID, err)
			}
		})
	}
	wg.Wait()
	ended := r.now(t, p.show.ID)
	want := map[lifecycle.Reason]money.Tokens{lifecycle.MemberLeft: money.Whole(70), lifecycle.PerformerLeft: 8750}[ended.EndReason]
	r.wallet(t, r.tom, want)
	r.audit(t)
}

// The member moves to the phone: the seat moves, the laptop is out.
func TestOneSeatOneDevice(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	p := r.private(t, r.tom, Asking{Camera: lifecycle.CameraAudio})
	phone := r.tom
	phone.SessionID = "phone"
	logIn(t, r.DB, phone)
	session, err := r.JoinPrivate(t.Context(), phone, p.show.ConversationID, false, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.connect(t, p.member); !errors.Is(err, gate.ErrDark) {
		t.Errorf("the laptop watches on: %v", err)
	}
	r.enter(t, session.Play.WebRTC.Token)
	r.is(t, p.show.ID, lifecycle.Live, "")
	if got := strings.Join(session.Publish.Sources, " "); got != "microphone" {
		t.Errorf("who sends sound alone may publish %q", got)
	}
	if !strings.HasPrefix(session.Publish.WebRTC.Token, p.show.MemberRoom()+"|") {
		t.Error("the member publishes where others could look in")
	}
}

// A node dies in mid-show; another one takes over later. The time in between is
// nobody's.
func TestDowntimeIsNotBilled(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 40*time.Second)
	r.clock.Advance(10 * time.Minute) // nobody looks
	second := *r.Deps
	second.Node = "n2"
	other := New(second)
	if err := pollAndEvict(t, other); err != nil {
		t.Fatal(err)
	}
	r.Service = other
	r.is(t, p.show.ID, lifecycle.Live, "") // both are still in the room
	r.pass(t, 10*time.Second)
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.tom, money.Whole(270))
	r.audit(t)
}

// The node that ran the meters is gone when Tom ends the show.
func TestEndWithoutLease(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 300)
	p := r.private(t, r.tom, Asking{})
	r.pass(t, 40*time.Second)
	r.clock.Advance(10 * time.Minute)
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.tom, money.Whole(270))
	r.audit(t)
}

func TestPrivateOverHTTP(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 29)
	r.stage.offer.MinParticipants = 1
	testkit.Scenarios{
		{Name: "a guest has no quote", Do: "GET /streaming/private-chat/nina/quote", Status: http.StatusUnauthorized},
		{Name: "a performer asks nobody", As: r.lena, Do: "POST /streaming/private-chat/nina", Status: http.StatusForbidden},
		{Name: "the blocked finds nobody", As: r.bob, Do: "GET /streaming/private-chat/nina/quote", Status: http.StatusNotFound},
		{Name: "a quote", As: r.tom, Do: "GET /streaming/private-chat/nina/quote", Status: http.StatusOK, Has: `"minutesAffordable":3`},
		{Name: "too little", As: r.ann, Do: "POST /streaming/private-chat/nina", Body: `{}`, Status: http.StatusConflict, Has: `"missing":1`},
		{Name: "a camera nobody knows", As: r.tom, Do: "POST /streaming/private-chat/nina", Body: `{"camera":"hologram"}`, Status: http.StatusUnprocessableEntity, Has: `"property":"camera"`},
		{Name: "asking", As: r.tom, Do: "POST /streaming/private-chat/nina", Body: `{"camera":"video","balance":"enough"}`, Status: http.StatusOK, Has: `"status":"pending"`, Lacks: "token"},
		{Name: "asking again", As: r.tom, Do: "POST /streaming/private-chat/nina", Status: http.StatusConflict, Has: `"error":"already_pending"`},
		{Name: "what a request says", As: r.nina, Do: "GET /streaming/private-chat/requests", Status: http.StatusOK,
			Has: `"user":{"_id":"tom","username":"tom","avatar":"","enough":true},"createdAt":"`},
		{Name: "her list", As: r.nina, Do: "GET /streaming/private-chat/requests", Status: http.StatusOK, Has: `"enough":true`, Lacks: `"balance"`},
		{Name: "his own request", As: r.tom, Do: "GET /streaming/session/nina/private", Status: http.StatusOK, Has: `"expiresAt"`},
		{Name: "nobody else's", As: r.ann, Do: "GET /streaming/session/nina/private", Status: http.StatusNotFound},
		{Name: "a talk of nobody", As: r.nina, Do: "POST /streaming/private-chat/nothing/accept", Status: http.StatusNotFound},
		{Name: "no minute of nothing", As: r.tom, Do: "POST /member/send-pay-token/nothing", Status: http.StatusNotFound},
		{Name: "no receipt of nothing", As: r.tom, Do: "GET /streaming/shows/nothing/receipt", Status: http.StatusNotFound},
		{Name: "a group that nobody gives", As: r.tom, Do: "POST /streaming/group-chat/nina/join", Status: http.StatusConflict, Has: `"error":"no_group"`},
		{Name: "a group show", As: r.lena, Do: "POST /streaming/group-chat", Body: `{"maxParticipants":2}`, Status: http.StatusOK, Has: `"maxParticipants":2`},
		{Name: "a seat", As: r.ann, Do: "POST /streaming/group-chat/lena/join", Status: http.StatusOK, Has: `"status":"starting"`, Lacks: `"play"`},
		{Name: "peeking at nothing", As: r.ann, Do: "POST /streaming/peek-in/nina", Status: http.StatusConflict, Has: `"error":"no_private"`},
		{Name: "an offer of nobody", As: r.ann, Do: "POST /member/peek-in/nothing", Status: http.StatusNotFound},
	}.Run(t, r.Routes)
}
