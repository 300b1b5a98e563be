package meter_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

// Sixteen nodes look at the same minute at once: one captures it.
func TestCapturedTogether(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	h.begin(t, private())
	h.until(15 * time.Second)
	ticks := make([]meter.Tick, 16)
	testkit.Together(16, func(i int) { ticks[i] = h.tick(t, "m1") })
	captured := 0
	for _, tick := range ticks {
		captured += tick.Captured
		if tick.Meter.Periods != 1 || tick.Balance != 334 {
			t.Errorf("a tick saw %+v", tick)
		}
	}
	if captured != 1 {
		t.Errorf("the minute was captured %d times", captured)
	}
	h.Audit(t)
}

// Tom can pay exactly one minute. He is warned at 120, 60 and 15 seconds, and the
// show ends where his money does, however late the node looks.
func TestExactlyOneMinute(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 333)
	h.begin(t, private())
	for _, look := range []struct {
		at       time.Duration
		low      int
		captured int
		left     int
	}{
		{0, 120, 0, 75},
		{5 * time.Second, 0, 0, 70},
		{15 * time.Second, 60, 1, 60},
		{40 * time.Second, 0, 0, 35},
		{60 * time.Second, 15, 0, 15},
		{61 * time.Second, 0, 0, 14},
	} {
		h.until(look.at)
		got := h.tick(t, "m1")
		if got.Low != look.low || got.Captured != look.captured || got.SecondsLeft != look.left || got.Exhausted {
			t.Errorf("at %v: %+v, want %+v", look.at, got, look)
		}
	}
	h.until(76400 * time.Millisecond)
	for range 2 { // until somebody closes it, it stays due
		if got := h.tick(t, "m1"); !got.Exhausted || got.Captured != 0 || got.Missing != 333 || got.SecondsLeft != 0 || got.Low != 0 {
			t.Errorf("past the boundary: %+v", got)
		}
		if due := h.due(t); len(due) != 1 {
			t.Errorf("an exhausted meter is not due: %v", due)
		}
	}
	h.GrantUnits(t, "tom", 5000) // too late: what he was not shown is not charged
	r := h.end(t, "m1", meter.ReasonExhausted, false)
	if r.Gross != 333 || r.Refund != 0 || r.MeteredSeconds != 75 || r.EndedAt != at(75*time.Second) {
		t.Errorf("the receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), 5000)
	h.Audit(t)
}

// The meter says when it wants to be looked at, and not more often: at its start,
// at each minute, and at the last warning.
func TestNextTick(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 3*333)
	h.begin(t, private())
	var woken []int
	for second := range 200 {
		h.until(time.Duration(second) * time.Second)
		if len(h.due(t)) > 0 {
			woken = append(woken, second)
			if h.tick(t, "m1").Exhausted {
				h.end(t, "m1", meter.ReasonExhausted, false)
			}
		}
	}
	if want := []int{0, 15, 75, 135, 180, 195}; !slices.Equal(woken, want) {
		t.Errorf("looked at second %v, want %v", woken, want)
	}
	h.Audit(t)
}

// Tokens that come in the last 15 seconds keep the show going, and the warnings
// begin anew.
func TestTopUpInTheLastSeconds(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 333)
	h.begin(t, private(atOnce))
	h.until(50 * time.Second)
	if got := h.tick(t, "m1"); got.Low != 15 || got.Missing != 333 {
		t.Errorf("ten seconds left: %+v", got)
	}
	h.GrantUnits(t, "tom", 700)
	if got := h.tick(t, "m1"); got.Low != 0 || got.SecondsLeft != 130 || got.Missing != 0 || got.Meter.Held != 333 {
		t.Errorf("after topping up: %+v", got)
	}
	h.until(60 * time.Second)
	if got := h.tick(t, "m1"); got.Exhausted || got.Captured != 1 || got.Low != 120 {
		t.Errorf("the second minute: %+v", got)
	}
	h.Audit(t)
}

// Tokens that came unseen pay the minute that begins.
func TestTopUpUnseen(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 333)
	h.begin(t, private(atOnce))
	h.until(59999 * time.Millisecond)
	h.GrantUnits(t, "tom", 333)
	h.until(60 * time.Second)
	if got := h.tick(t, "m1"); got.Exhausted || got.Captured != 1 || got.Balance != 0 {
		t.Errorf("the second minute: %+v", got)
	}
	h.Audit(t)
}

// What is held ahead cannot be tipped away.
func TestHeldAhead(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	h.begin(t, private(atOnce))
	h.tick(t, "m1")
	h.spend(t, ledger.Wallet("tom"), 0)
	h.until(time.Minute)
	if got := h.tick(t, "m1"); got.Exhausted || got.Captured != 1 || got.Low != 60 || got.SecondsLeft != 60 {
		t.Errorf("the second minute: %+v", got)
	}
	h.until(2 * time.Minute)
	if got := h.tick(t, "m1"); !got.Exhausted {
		t.Errorf("the third: %+v", got)
	}
	h.end(t, "m1", meter.ReasonExhausted, false)
	h.Audit(t)
}

// A tick that comes minutes late captures each minute that began.
func TestSeveralMinutesLate(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1500)
	h.begin(t, private())
	h.until(15*time.Second + 3*time.Minute + time.Second)
	if got := h.tick(t, "m1"); got.Captured != 4 || got.Exhausted || got.Meter.Held != 0 || got.Balance != 168 {
		t.Errorf("three minutes late: %+v", got)
	}
	for n := range int64(4) {
		started := testkit.Int(t, h.DB, `SELECT started_at FROM show_minutes WHERE meter_id = 'm1' AND n = $1`, n+1)
		if want := at(15*time.Second + time.Duration(n)*time.Minute).UnixMilli(); started != want {
			t.Errorf("minute %d began %d ms from its start", n+1, started-want)
		}
	}
	h.Audit(t)
}

// The node dies in the middle of a capture, then between a capture and its
// notice: both times the next look finds the same and charges once.
func TestKilledAroundACapture(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	h.begin(t, private(atOnce))
	h.until(time.Minute)
	killed := errors.New("killed")
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		got, err := h.Tick(ctx, tx, "m1")
		if err != nil || got.Captured != 1 {
			t.Errorf("before the kill: %+v (%v)", got, err)
		}
		return killed
	})
	if !errors.Is(err, killed) {
		t.Fatal(err)
	}
	h.Audit(t)
	done := h.tick(t, "m1") // its notice is lost
	rerun := h.tick(t, "m1")
	if done.Captured != 1 || rerun.Captured != 0 || rerun.Balance != done.Balance || rerun.Meter != done.Meter {
		t.Errorf("the rerun found %+v, the first %+v", rerun, done)
	}
	h.Audit(t)
}

// A client that settles its minute once, a hundred times or never is charged the
// same.
func TestSettle(t *testing.T) {
	for calls := range map[int]bool{0: true, 1: true, 100: true} {
		h := setup(t)
		h.GrantUnits(t, "tom", 2000)
		h.begin(t, private())
		if _, err := h.settle("m1"); !errors.Is(err, meter.ErrNoMinute) {
			t.Errorf("in the free seconds: %v", err)
		}
		h.until(80 * time.Second)
		var first meter.Minute
		testkit.Together(calls, func(int) {
			if _, err := h.settle("m1"); err != nil {
				t.Error(err)
			}
		})
		if calls > 0 {
			first, _ = h.settle("m1")
			if first.Number != 2 || first.Price != 333 || first.StartedAt != at(75*time.Second) || first.TransferID == "" {
				t.Errorf("settled %+v", first)
			}
			if again, _ := h.settle("m1"); again != first {
				t.Errorf("settled again %+v, first %+v", again, first)
			}
		}
		if got := h.tick(t, "m1"); got.Meter.Periods != 2 || got.Balance != 2000-3*333 {
			t.Errorf("after %d calls: %+v", calls, got)
		}
		if r := h.end(t, "m1", "member_left", false); r.Gross != 666 {
			t.Errorf("after %d calls the receipt is %+v", calls, r)
		}
		if _, err := h.settle("m1"); !errors.Is(err, meter.ErrNoMinute) {
			t.Errorf("after the end: %v", err)
		}
		h.Audit(t)
	}
}

// A client that wants to settle a minute it cannot pay hears what is missing;
// what began before stays captured.
func TestSettleUnpaid(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 700)
	h.begin(t, private(atOnce))
	h.until(2 * time.Minute)
	_, err := h.settle("m1")
	if f, _ := errors.AsType[*fault.Fault](err); !errors.Is(err, ledger.ErrFunds) || f.Extra["missing"] != money.Tokens(333-34) {
		t.Errorf("settled: %v", err)
	}
	if c := h.get(t, "m1"); c.Periods != 2 {
		t.Errorf("%d minutes are captured, want 2", c.Periods)
	}
	h.Audit(t)
}

// A price changed in mid-show is not this show's.
func TestPlanIsFrozen(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private(atOnce))
	dearer := h.open(t, private(atOnce, func(p *meter.Plan) { p.Price, p.Terms = 999, ledger.Alone(0) }))
	if dearer.Price != 333 || dearer.Terms.StudioID != "loft" {
		t.Errorf("opened again with another price: %+v", dearer.Plan)
	}
	h.until(time.Minute)
	if got := h.tick(t, "m1"); got.Meter.Spent() != 666 {
		t.Errorf("spent %v", got.Meter.Spent())
	}
	h.Audit(t)
}

// What the node asks every second finds its rows by the index.
func TestDueUsesItsIndex(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() != db.SQLite {
		t.Skip("EXPLAIN QUERY PLAN is SQLite's; PostgreSQL's plan of an empty table says nothing")
	}
	plan := testkit.Plan(t, d, meter.DueMeters, testkit.Noon.UnixMilli(), 100)
	if !strings.Contains(plan, "show_meters_due (next_tick_at>? AND next_tick_at<?") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("the plan is %s", plan)
	}
}
