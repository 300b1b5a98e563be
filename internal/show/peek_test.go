package show

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/testkit"
)

// looksIn pays for a window into Nina's private show and enters it.
func (r fakeFixture) looksIn(t *testing.T, who account.Caller, renew bool) (peekID, token string) {
	t.Helper()
	asked, err := r.AskPeek(t.Context(), who, "nina")
	if err != nil {
		t.Fatal(err)
	}
	return asked.ID, r.paysPeek(t, who, asked.ID, renew, "")
}

func (r fakeFixture) paysPeek(t *testing.T, who account.Caller, peekID string, renew bool, key string) string {
	t.Helper()
	_, one, err := r.PayPeek(t.Context(), who, peekID, renew, key)
	if err != nil {
		t.Fatal(err)
	}
	session, err := r.peekSession(t.Context(), one, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, session.Play.WebRTC.Token)
	return session.Play.WebRTC.Token
}

func (r fakeFixture) sees(token string) bool {
	parts := strings.Split(token, "|")
	return r.fakeEngine.in(parts[0], parts[1])
}

// opened is a private show of Tom's that others may look into at 10 a minute.
func opened(t *testing.T, want Asking) (fakeFixture, pair) {
	t.Helper()
	r := setupFake(t)
	r.stage.offer.PeekIn = true
	r.give(t, r.tom, 300)
	r.give(t, r.ann, 100)
	return r, r.private(t, r.tom, want)
}

func TestPeekIn(t *testing.T) {
	r, p := opened(t, Asking{})
	seated := testkit.Hear[core.Seated](r.bus)
	peekID, token := r.looksIn(t, r.ann, false)
	r.wallet(t, r.ann, money.Whole(90))
	if n := count(t, seated, func(e core.Seated) bool { return e.Peekers == 1 && e.Participant == nil && e.MemberID == "" }); n != 1 {
		t.Errorf("the pair was told %d times that somebody looks in", n)
	}
	r.pass(t, 59*time.Second)
	if !r.sees(token) {
		t.Error("the window closed early")
	}
	r.pass(t, 2*time.Second)
	if r.sees(token) {
		t.Error("the window is over, the picture is not")
	}
	if err := r.connect(t, token); !errors.Is(err, gate.ErrDark) {
		t.Errorf("the token of the window lives on: %v", err)
	}
	r.wallet(t, r.ann, money.Whole(90))
	again := r.paysPeek(t, r.ann, peekID, false, "") // one more window
	r.wallet(t, r.ann, money.Whole(80))
	r.pass(t, 20*time.Second)
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	if r.sees(again) {
		t.Error("the private show is over, the look into it is not")
	}
	r.wallet(t, r.ann, 8667) // 40 of 60 seconds are back
	r.audit(t)
}

func TestPeekIsPaidOnce(t *testing.T) {
	r, _ := opened(t, Asking{})
	asked, err := r.AskPeek(t.Context(), r.ann, "nina")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"click", "click", "another", ""} {
		r.paysPeek(t, r.ann, asked.ID, false, key)
	}
	r.wallet(t, r.ann, money.Whole(90))
	r.give(t, r.ben, 100)
	if _, _, err := r.PayPeek(t.Context(), r.ben, asked.ID, false, ""); !errors.Is(err, errNoOffer) {
		t.Errorf("Ben pays Ann's offer: %v", err)
	}
}

func TestPeekRenewsUntilLeft(t *testing.T) {
	r, _ := opened(t, Asking{})
	peekID, token := r.looksIn(t, r.ann, true)
	r.pass(t, 61*time.Second)
	if !r.sees(token) {
		t.Fatal("the second window was not bought")
	}
	if got := r.has(t, ledger.Wallet("ann")); got != money.Whole(70) { // two windows, and one held ahead
		t.Errorf("Ann has %v", got)
	}
	r.stage.change(func() { r.stage.offer.PeekIn = false })
	r.pass(t, 61*time.Second)
	if r.sees(token) {
		t.Error("Nina closed the door, and a window was renewed")
	}
	r.wallet(t, r.ann, money.Whole(80))
	if err := r.LeavePeek(t.Context(), "ann", peekID); err != nil {
		t.Errorf("leaving what is over: %v", err)
	}
	r.audit(t)
}

func TestPeekRefusals(t *testing.T) {
	r, p := opened(t, Asking{})
	for name, c := range map[string]struct {
		who  account.Caller
		want error
	}{"Tom, who is in it": {r.tom, ErrOwnShow}, "Bob, who is blocked": {r.bob, gate.ErrNoPerformer}} {
		if _, err := r.AskPeek(t.Context(), c.who, "nina"); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.stage.offer.PeekIn = false
	if _, err := r.AskPeek(t.Context(), r.ann, "nina"); !errors.Is(err, ErrNoPeek) {
		t.Errorf("where nobody may: %v", err)
	}
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	if _, err := r.AskPeek(t.Context(), r.ann, "nina"); !errors.Is(err, ErrNotOn) {
		t.Errorf("into nothing: %v", err)
	}
	r, _ = opened(t, Asking{Exclusive: true})
	testkit.Scenarios{
		{Name: "exclusive", As: r.ann, Do: "POST /streaming/peek-in/nina", Status: http.StatusConflict, Has: `"error":"exclusive"`},
	}.Run(t, r.Routes)
}

// What the pair, the room and the peeker are told holds nobody's name.
func TestPeekersAreAnonymous(t *testing.T) {
	r, p := opened(t, Asking{Camera: lifecycle.CameraVideo})
	seated := testkit.Hear[core.Seated](r.bus)
	peekID, token := r.looksIn(t, r.ann, false)
	for who, call := range map[*account.Caller]string{
		&r.tom:  "POST /streaming/private-chat/" + p.show.ConversationID + "/join",
		&r.nina: "GET /streaming/session/nina/private",
	} {
		answer := testkit.Call(testkit.Router(r.Routes), *who, call, "", nil).Body.String()
		if strings.Contains(answer, `ann"`) || !strings.Contains(answer, `"peekers":1`) {
			t.Errorf("%s reads %s", who.ID, answer)
		}
	}
	answer := testkit.Call(testkit.Router(r.Routes), r.ann, "POST /member/peek-in/"+peekID, "", nil).Body.String()
	if strings.Contains(answer, `tom"`) || strings.Contains(answer, `"talk`) {
		t.Errorf("Ann reads %s", answer)
	}
	for _, told := range seated.All(t) {
		told.PeekerID = "" // the bus's own, for telling Ann alone
		if text, err := json.Marshal(told); err != nil || strings.Contains(string(text), `"ann"`) {
			t.Errorf("the room is told %s (%v)", text, err)
		}
	}
	// She gets the performer's room, never the one where Tom is seen.
	parts := strings.Split(token, "|")
	if err := r.connect(t, parts[0]+lifecycle.MemberLeg+"|"+parts[1]+"|false"); !errors.Is(err, gate.ErrDark) {
		t.Errorf("Ann sees Tom: %v", err)
	}
	if err := r.connect(t, p.show.MemberRoom()+"|"+gate.ViewerOf(r.ann, "127.0.0.1")+"|false"); !errors.Is(err, gate.ErrDark) {
		t.Errorf("Ann sees Tom as a viewer: %v", err)
	}
}

// Nina decides whether those who look in hear her; the access says so, and one
// that is too loud by now opens nothing.
func TestPeekInAudio(t *testing.T) {
	r, _ := opened(t, Asking{})
	peekID, quiet := r.looksIn(t, r.ann, false)
	if !strings.HasSuffix(quiet, "|silent") {
		t.Errorf("nobody was to hear her, and the access is %s", quiet)
	}
	r.stage.change(func() { r.stage.offer.PeekSound = true })
	loud := r.paysPeek(t, r.ann, peekID, false, "")
	if strings.HasSuffix(loud, "|silent") {
		t.Errorf("she may be heard, and the access is %s", loud)
	}
	made, err := r.StreamToken(t.Context(), r.ann, Ask{ShowID: r.showOf(t, peekID)}, "")
	if err != nil || made.Token != loud {
		t.Errorf("a stream token is %s, %v", made.Token, err)
	}
	r.stage.change(func() { r.stage.offer.PeekSound = false })
	if err := r.connect(t, loud); !errors.Is(err, gate.ErrDark) {
		t.Errorf("she has switched the sound off, and the gate says %v", err)
	}
	if err := r.connect(t, quiet); err != nil {
		t.Errorf("the picture alone: %v", err)
	}
	made, err = r.StreamToken(t.Context(), r.ann, Ask{ShowID: r.showOf(t, peekID)}, "")
	if err != nil || made.Token != quiet {
		t.Errorf("a stream token is %s, %v", made.Token, err)
	}
	r.wallet(t, r.ann, money.Whole(90))
}

func (r fakeFixture) showOf(t *testing.T, peekID string) string {
	t.Helper()
	asked, _, err := r.FindPeek(t.Context(), "ann", peekID)
	if err != nil {
		t.Fatal(err)
	}
	return asked.ShowID
}
