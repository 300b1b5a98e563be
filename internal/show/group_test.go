package show

import (
	"context"
	"errors"
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
	"limelight/internal/testkit"
)

// joins takes a seat in Nina's group show; the token is empty while it waits.
func (r fakeFixture) joins(t *testing.T, who account.Caller) string {
	t.Helper()
	joined, err := r.JoinGroup(t.Context(), who, "nina")
	if err != nil {
		t.Fatalf("%s joins: %v", who.ID, err)
	}
	session, err := r.seatSession(t.Context(), joined, who, "")
	if err != nil {
		t.Fatal(err)
	}
	if session.Play == nil {
		return ""
	}
	return session.Play.WebRTC.Token
}

// group starts a group show of Nina's and puts her on air.
func (r fakeFixture) group(t *testing.T, want Grouping) (lifecycle.Show, string) {
	t.Helper()
	opened, err := r.StartGroup(t.Context(), r.nina, want)
	if err != nil {
		t.Fatal(err)
	}
	session, err := r.publishSession(t.Context(), opened, r.nina, "")
	if err != nil {
		t.Fatal(err)
	}
	r.enter(t, session.Publish.WebRTC.Token)
	return opened, session.Publish.WebRTC.Token
}

func TestGroupShow(t *testing.T) {
	r := setupFake(t)
	for _, who := range []account.Caller{r.tom, r.ann, r.ben} {
		r.give(t, who, 100)
	}
	opened, _ := r.group(t, Grouping{MinParticipants: 2})
	if r.joins(t, r.tom) != "" {
		t.Fatal("Tom sees a show that has not begun")
	}
	r.wallet(t, r.tom, money.Whole(100)) // reserving holds nothing
	r.is(t, opened.ID, lifecycle.Starting, "")
	r.joins(t, r.ann)
	r.pass(t, 2*time.Second)
	r.is(t, opened.ID, lifecycle.Live, "")
	for _, who := range []account.Caller{r.tom, r.ann} {
		r.enter(t, r.joins(t, who))
	}
	r.pass(t, 30*time.Second)
	r.enter(t, r.joins(t, r.ben)) // late
	r.pass(t, 30*time.Second)
	if err := r.LeaveGroup(t.Context(), "ann", "nina"); err != nil {
		t.Fatal(err)
	}
	r.is(t, opened.ID, lifecycle.Live, "") // fewer than two do not end it
	r.wallet(t, r.ann, money.Whole(90))
	session, err := r.Current(t.Context(), r.nina, "nina", lifecycle.Group)
	if err != nil || len(session.Participants) != 2 || session.Participants[0].Username != "tom" || session.Participants[0].Minutes != 1 {
		t.Errorf("Nina sees %+v (%v)", session.Participants, err)
	}
	if seen, err := r.Current(t.Context(), r.cleo, "nina", lifecycle.Group); err != nil || seen.Participants != nil || seen.Viewers != 2 {
		t.Errorf("Cleo, outside, sees %+v (%v)", seen, err)
	}
	if err := r.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Fatal(err)
	}
	r.is(t, opened.ID, lifecycle.Ended, lifecycle.PerformerLeft)
	r.wallet(t, r.tom, 9250) // 45 of the 60 paid seconds were used: 2.50 of 10 are back
	r.audit(t)
	hers, err := r.Receipt(t.Context(), r.nina, opened.ID)
	if err != nil || len(hers.Lines) != 3 || *hers.Net != r.has(t, ledger.Earnings("nina")) {
		t.Errorf("Nina's receipt is %+v (%v)", hers, err)
	}
}

func TestLastSeat(t *testing.T) {
	r := setupFake(t)
	everybody := []account.Caller{r.tom, r.ann, r.ben, r.cleo}
	for _, who := range everybody {
		r.give(t, who, 100)
	}
	opened, _ := r.group(t, Grouping{MaxParticipants: 1})
	refused := make([]error, len(everybody))
	var wg sync.WaitGroup
	for i, who := range everybody {
		wg.Go(func() { _, refused[i] = r.JoinGroup(context.Background(), who, "nina") })
	}
	wg.Wait()
	seatsTaken := 0
	for _, err := range refused {
		switch {
		case err == nil:
			seatsTaken++
		case !errors.Is(err, ErrFull):
			t.Errorf("no seat: %v", err)
		}
	}
	if seatsTaken != 1 {
		t.Errorf("%d took the last seat", seatsTaken)
	}
	r.is(t, opened.ID, lifecycle.Live, "")
}

func TestCancelWhileWaiting(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	opened, token := r.group(t, Grouping{MinParticipants: 2})
	r.joins(t, r.tom)
	r.drop(token)
	r.enter(t, token)
	if err := r.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Fatal(err)
	}
	r.is(t, opened.ID, lifecycle.Ended, lifecycle.PerformerLeft)
	r.wallet(t, r.tom, money.Whole(100))
	r.audit(t)
}

// Ann spends her tokens elsewhere while the show waits: she is dropped at the
// start, and told; Tom is not charged for a show that does not begin.
func TestGroupStartWithoutFunds(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 10)
	seated := testkit.Hear[core.Seated](r.bus)
	opened, _ := r.group(t, Grouping{MinParticipants: 2})
	r.joins(t, r.ann)
	r.spend(t, r.ann, 1)
	r.joins(t, r.tom)
	r.pass(t, 2*time.Second)
	if n := count(t, seated, func(e core.Seated) bool { return e.MemberID == "ann" && e.Reason == lifecycle.BalanceExhausted }); n != 1 {
		t.Errorf("Ann was told %d times", n)
	}
	r.is(t, opened.ID, lifecycle.Starting, "")
	if err := r.LeaveGroup(t.Context(), "tom", "nina"); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.tom, money.Whole(100))
	r.audit(t)
}

func TestSeatEndsWhenBalanceIsExhausted(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 10)
	opened, _ := r.group(t, Grouping{})
	r.enter(t, r.joins(t, r.tom))
	dry := r.joins(t, r.ann)
	r.enter(t, dry)
	r.pass(t, 77*time.Second)
	r.is(t, opened.ID, lifecycle.Live, "")
	r.wallet(t, r.ann, 0)
	r.wallet(t, r.tom, money.Whole(70))
	parts := strings.Split(dry, "|")
	if r.fakeEngine.in(parts[0], parts[1]) {
		t.Error("Ann watches on")
	}
	if r.talks.inside[opened.ConversationID+" ann"] {
		t.Error("Ann talks on")
	}
	r.audit(t)
}

func TestEmptySeatIsFreed(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 100)
	seated := testkit.Hear[core.Seated](r.bus)
	opened, _ := r.group(t, Grouping{})
	toms := r.joins(t, r.tom)
	r.enter(t, toms)
	r.joins(t, r.ann) // and never connects
	r.pass(t, 34*time.Second)
	r.wallet(t, r.ann, money.Whole(100))
	r.drop(toms)
	r.pass(t, 34*time.Second)
	r.is(t, opened.ID, lifecycle.Live, "")
	r.wallet(t, r.tom, money.Whole(90))
	if n := count(t, seated, func(e core.Seated) bool { return e.Kind == "left" }); n != 2 {
		t.Errorf("%d seats were freed", n)
	}
	r.audit(t)
}

func TestPerformerLeavesGroup(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 100)
	opened, token := r.group(t, Grouping{})
	r.enter(t, r.joins(t, r.tom))
	r.enter(t, r.joins(t, r.ann))
	r.pass(t, 45*time.Second)
	r.drop(token)
	r.is(t, opened.ID, lifecycle.Paused, "")
	r.pass(t, 34*time.Second)
	r.is(t, opened.ID, lifecycle.Ended, lifecycle.PerformerLeft)
	for _, who := range []account.Caller{r.tom, r.ann} {
		r.wallet(t, who, money.Whole(95)) // half of the minute was used
	}
	r.audit(t)
}

func TestOneShowAtATime(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.group(t, Grouping{})
	r.joins(t, r.tom)
	if _, err := r.Ask(t.Context(), r.tom, "lena", Asking{}); !errors.Is(err, ErrSeated) {
		t.Errorf("Tom asks Lena from his seat: %v", err)
	}
	if _, err := r.GoLive(t.Context(), r.nina, Start{}); !errors.Is(err, ErrInShow) {
		t.Errorf("Nina goes public in mid-show: %v", err)
	}
	if _, err := r.JoinGroup(t.Context(), r.tom, "lena"); !errors.Is(err, ErrNoGroup) {
		t.Errorf("a group show of nobody: %v", err)
	}
	r.give(t, r.ann, 9)
	if _, err := r.JoinGroup(t.Context(), r.ann, "nina"); !errors.Is(err, ledger.ErrFunds) {
		t.Errorf("a seat for nothing: %v", err)
	}
	if _, err := r.JoinGroup(t.Context(), r.bob, "nina"); !errors.Is(err, gate.ErrNoPerformer) {
		t.Errorf("Bob, who is blocked: %v", err)
	}
}

// Who has only waited for a group show, and left or saw it cancelled, was never
// in its conversation; who watched was.
func TestWaitingSeatOpensNoConversation(t *testing.T) {
	r := setupFake(t)
	for _, who := range []account.Caller{r.tom, r.ann, r.ben} {
		r.give(t, who, 100)
	}
	opened, _ := r.group(t, Grouping{MinParticipants: 3})
	r.joins(t, r.tom)
	r.joins(t, r.ann)
	if err := r.LeaveGroup(t.Context(), "tom", "nina"); err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(t.Context(), "nina", lifecycle.PerformerLeft); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"tom", "ann"} {
		if !r.talks.withdrawn[opened.ConversationID+" "+who] {
			t.Errorf("%s reads the conversation of a show that never ran", who)
		}
	}
	second, _ := r.group(t, Grouping{MinParticipants: 1})
	r.joins(t, r.ben)
	r.pass(t, 2*time.Second)
	r.enter(t, r.joins(t, r.ben))
	r.pass(t, time.Second)
	if err := r.LeaveGroup(t.Context(), "ben", "nina"); err != nil {
		t.Fatal(err)
	}
	if r.talks.withdrawn[second.ConversationID+" ben"] || r.talks.inside[second.ConversationID+" ben"] {
		t.Error("Ben, who watched, is not merely dismissed from the conversation")
	}
}

// A request is no conversation: the member is in it from the acceptance on.
func TestPendingRequestOpensNoConversation(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	asked, err := r.Ask(t.Context(), r.tom, "nina", Asking{})
	if err != nil {
		t.Fatal(err)
	}
	if r.talks.inside[asked.ConversationID+" tom"] {
		t.Error("Tom is in the conversation before he is accepted")
	}
	if _, err := r.Accept(t.Context(), r.nina, asked.ConversationID); err != nil {
		t.Fatal(err)
	}
	if !r.talks.inside[asked.ConversationID+" tom"] {
		t.Error("Tom is accepted and not in the conversation")
	}
}
