package show

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/seams"
	"limelight/internal/testkit"
)

// endings are the ways in which a paid show of Nina's ends. Each must work
// whatever the account of any member says (behaviours.md, Limits inside a paid
// show).
var endings = map[string]func(t *testing.T, r fakeFixture, conversationID string) error{
	"the member ends it": func(t *testing.T, r fakeFixture, conversationID string) error {
		return r.End(t.Context(), r.tom, conversationID)
	},
	"the performer ends it": func(t *testing.T, r fakeFixture, _ string) error {
		return r.Stop(t.Context(), "nina", lifecycle.PerformerLeft)
	},
	"maintenance": func(t *testing.T, r fakeFixture, _ string) error { return r.EndAll(t.Context(), lifecycle.Maintenance) },
	"both are suspended": func(t *testing.T, r fakeFixture, _ string) error {
		return errors.Join(r.dismiss(t.Context(), "tom", lifecycle.Moderator), r.Stop(t.Context(), "nina", lifecycle.Moderator))
	},
	"everybody's line is lost": func(t *testing.T, r fakeFixture, _ string) error {
		r.fakeEngine.mu.Lock()
		for room := range r.fakeEngine.rooms {
			r.fakeEngine.rooms[room] = map[string]bool{}
		}
		r.fakeEngine.mu.Unlock()
		r.pass(t, 3*time.Minute)
		return nil
	},
}

// Whenever in a private show Tom, who pays it, or Ann, who looks in, may spend no
// more, the show can be ended in every way, and nobody is charged after the end.
func TestSpendingRefusedInAPrivateShow(t *testing.T) {
	for who, refused := range map[string]string{"the member": "tom", "who looks in": "ann"} {
		for at, after := range map[string]time.Duration{
			"in the free seconds": 5 * time.Second, "in the first minute": 40 * time.Second, "in the third": 150 * time.Second,
		} {
			for how, end := range endings {
				t.Run(who+", "+at+", "+how, func(t *testing.T) {
					r, p := opened(t, Asking{})
					r.looksIn(t, r.ann, true)
					r.pass(t, after)
					r.gate.Set(refused, true)
					r.pass(t, 10*time.Second)
					if err := end(t, r, p.show.ConversationID); err != nil {
						t.Fatalf("it cannot be ended: %v", err)
					}
					r.over(t, p.show.ID)
				})
			}
		}
	}
}

// The same in a group show of three, before it starts and while it runs: the seat
// of who may not spend ends, the others watch on.
func TestSpendingRefusedInAGroupShow(t *testing.T) {
	for at, after := range map[string]time.Duration{"while it waits": 0, "in the first minute": 30 * time.Second, "in the third": 150 * time.Second} {
		for how, end := range endings {
			if how == "the member ends it" {
				end = func(t *testing.T, r fakeFixture, _ string) error {
					return errors.Join(r.LeaveGroup(t.Context(), "tom", "nina"), r.Stop(t.Context(), "nina", lifecycle.PerformerLeft))
				}
			}
			t.Run(at+", "+how, func(t *testing.T) {
				r := setupFake(t)
				for _, who := range []account.Caller{r.tom, r.ann, r.ben} {
					r.give(t, who, 300)
				}
				show, _ := r.group(t, Grouping{MinParticipants: 2})
				r.joins(t, r.tom)
				if after == 0 {
					r.gate.Set("tom", true)
				}
				r.joins(t, r.ann)
				r.joins(t, r.ben)
				for _, who := range []account.Caller{r.ann, r.ben} {
					r.enter(t, r.joins(t, who))
				}
				r.is(t, show.ID, lifecycle.Live, "")
				r.pass(t, after)
				r.gate.Set("tom", true)
				r.pass(t, 100*time.Second)
				r.is(t, show.ID, lifecycle.Live, "")
				if err := end(t, r, ""); err != nil {
					t.Fatalf("it cannot be ended: %v", err)
				}
				r.over(t, show.ID)
			})
		}
	}
}

// over fails the test unless the show has ended, everybody is settled, and two
// hours later, with every gate open again, nobody has paid more.
func (r fakeFixture) over(t *testing.T, showID string) {
	t.Helper()
	if s := r.now(t, showID); s.Status != lifecycle.Ended {
		t.Fatalf("the show is %s", s.Status)
	}
	before := r.wallets(t)
	for _, who := range []string{"tom", "ann", "ben"} {
		r.gate.Set(who, false)
	}
	for range 4 {
		r.clock.Advance(30 * time.Minute)
		if err := errors.Join(tickAndEvict(t, r.Service), pollAndEvict(t, r.Service)); err != nil {
			t.Fatal(err)
		}
	}
	if after := r.wallets(t); after != before {
		t.Errorf("after the end the wallets went from %v to %v", before, after)
	}
	if n := testkit.Int(t, r.DB, `SELECT COUNT(*) FROM show_seats WHERE left_at = 0`); n != 0 {
		t.Errorf("%d seats are still taken", n)
	}
	if n := testkit.Int(t, r.DB, `SELECT COUNT(*) FROM show_meters WHERE state <> 'closed'`); n != 0 {
		t.Errorf("%d meters are not closed", n)
	}
	r.audit(t)
}

func (r fakeFixture) wallets(t *testing.T) (sums [3]money.Tokens) {
	t.Helper()
	for i, who := range []string{"tom", "ann", "ben"} {
		sums[i] = r.has(t, ledger.Wallet(who))
	}
	return sums
}

// What is paid is watched, and then the show ends as if the tokens were gone. The
// member is told why, the performer is not.
func TestSpendingRefusedEndsAtThePaidBoundary(t *testing.T) {
	r, p := opened(t, Asking{})
	r.pass(t, 40*time.Second) // 15 are free; the second minute is held
	r.gate.Set("tom", true)
	r.pass(t, 94*time.Second)
	r.is(t, p.show.ID, lifecycle.Live, "")
	r.pass(t, 3*time.Second)
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.BalanceExhausted)
	r.wallet(t, r.tom, money.Whole(240)) // two minutes at 30
	toms, err := r.Receipt(t.Context(), r.tom, p.show.ID)
	if err != nil || toms.Refused != "cool_off" {
		t.Errorf("Tom's receipt says %q (%v), want why he could not go on", toms.Refused, err)
	}
	ninas, err := r.Receipt(t.Context(), r.nina, p.show.ID)
	if err != nil || ninas.Refused != "" {
		t.Errorf("Nina's receipt says %q (%v): it is not hers to know", ninas.Refused, err)
	}
	r.over(t, p.show.ID)
}

// A stranger who looks in and then pauses her spending costs nobody anything.
func TestSpendingRefusedOfAStrangerDrainsNobody(t *testing.T) {
	r, p := opened(t, Asking{})
	r.looksIn(t, r.ann, true)
	r.pass(t, 20*time.Second)
	r.gate.Set("ann", true)
	r.pass(t, 50*time.Second)
	has := r.has(t, ledger.Wallet("tom"))
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	r.pass(t, 10*time.Minute)
	if now := r.has(t, ledger.Wallet("tom")); now != has+money.Whole(30) { // what was held ahead is back
		t.Errorf("Tom had %v when he pressed End, and has %v", has, now)
	}
	r.over(t, p.show.ID)
}

// A performer who accepts somebody who may not spend hears what she hears of an
// empty wallet, and is not kept from the next one.
func TestSpendingRefusedAtTheAcceptance(t *testing.T) {
	r := setupFake(t)
	r.give(t, r.tom, 100)
	r.give(t, r.ann, 100)
	toms, anns := r.asks(t, r.tom, Asking{}), r.asks(t, r.ann, Asking{})
	r.gate.Set("tom", true)
	if _, err := r.Accept(t.Context(), r.nina, toms.ConversationID); !errors.Is(err, ErrMemberFunds) {
		t.Errorf("Tom is accepted: %v", err)
	}
	if _, err := r.Accept(t.Context(), r.nina, anns.ConversationID); err != nil {
		t.Errorf("Ann is accepted: %v", err)
	}
}

// failing is meters that do not work for one seat.
type failing struct {
	seams.Meters
	seat string
}

var errBroken = errors.New("broken")

func (f failing) Close(ctx context.Context, tx *db.Tx, meterID string, end meter.End) (meter.Receipt, error) {
	if meterID == f.seat {
		return meter.Receipt{}, errBroken
	}
	return f.Meters.Close(ctx, tx, meterID, end)
}

func (f failing) MoveClocks(ctx context.Context, tx *db.Tx, at time.Time, run, stop []string) error {
	if slices.Contains(run, f.seat) || slices.Contains(stop, f.seat) {
		return errBroken
	}
	return f.Meters.MoveClocks(ctx, tx, at, run, stop)
}

// One seat that cannot be settled holds up nobody's end. It is settled later, as
// of the end.
func TestFailingSeatDoesNotBlockEnd(t *testing.T) {
	r, p := opened(t, Asking{})
	r.looksIn(t, r.ann, true)
	r.pass(t, 30*time.Second)
	sound := r.Meters
	var seatID string
	err := r.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		seatID, err = db.One(ctx, tx, db.String, `SELECT id FROM show_seats WHERE member_id = 'ann' AND left_at = 0`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Meters = failing{sound, seatID}
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatalf("Tom cannot end his show: %v", err)
	}
	r.is(t, p.show.ID, lifecycle.Ended, lifecycle.MemberLeft)
	r.wallet(t, r.tom, money.Whole(270))
	r.clock.Advance(5 * time.Minute)
	r.Meters = sound
	if err := tickAndEvict(t, r.Service); err != nil {
		t.Fatal(err)
	}
	r.wallet(t, r.ann, money.Whole(95)) // 30 of the 60 seconds of her window
	r.over(t, p.show.ID)
}
