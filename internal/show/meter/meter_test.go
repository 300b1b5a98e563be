package meter_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

// Tom has ten tokens and talks to Nina for 100 seconds: two minutes at 3.33.
func TestAShow(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", money.Whole(10))
	h.open(t, private())
	h.Holds(t, ledger.Hold("m1"), 333)
	h.until(10 * time.Second) // connecting costs nothing
	h.start(t, "m1")
	if got := h.tick(t, "m1"); got.Captured != 0 || got.Meter.FreeLeft(h.clock.Now()) != 15*time.Second || got.SecondsLeft != 195 {
		t.Errorf("at the start: %+v", got)
	}
	h.until(25 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 || got.Balance != 334 || got.SecondsLeft != 180 || got.Low != 0 {
		t.Errorf("the first minute: %+v", got)
	}
	h.Holds(t, ledger.Hold("m1"), 333)
	h.until(85 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 || got.Balance != 1 || got.Low != 120 || got.Meter.Spent() != 666 {
		t.Errorf("the second minute: %+v", got)
	}
	h.until(110 * time.Second)
	r := h.end(t, "m1", "member_left", false)
	want := meter.Receipt{
		MeterID: "m1", ShowID: "s1", MemberID: "tom", PerformerID: "nina", Kind: meter.Private, Price: 333,
		Periods: 2, MeteredSeconds: 100, FreeSeconds: 15, Gross: 666,
		Shares:    ledger.Shares{SiteFee: 2 * 110, StudioNet: 2 * 195, Net: 2 * 28},
		StartedAt: at(10 * time.Second), EndedAt: at(110 * time.Second), Reason: "member_left",
	}
	if r != want {
		t.Errorf("the receipt is\n%+v, want\n%+v", r, want)
	}
	h.Holds(t, ledger.Wallet("tom"), 334)
	h.Holds(t, ledger.Hold("m1"), 0)
	h.Holds(t, ledger.Earnings("nina"), 56)
	h.Audit(t)
}

// Opening reserves the minimum, once, and says what is missing.
func TestOpen(t *testing.T) {
	h := setup(t)
	three := private(func(p *meter.Plan) { p.Minimum = 3 })
	h.GrantUnits(t, "tom", 900)
	err := h.tryOpen(three)
	if f, _ := errors.AsType[*fault.Fault](err); !errors.Is(err, ledger.ErrFunds) || f.Extra["missing"] != money.Tokens(99) {
		t.Fatalf("three minutes with 9.00: %v", err)
	}
	h.clock.Advance(time.Second)
	h.GrantUnits(t, "tom", 100)
	first := h.open(t, three)
	if again := h.open(t, three); again != first || first.Held != 999 {
		t.Errorf("opened %+v and then %+v", first, again)
	}
	h.Holds(t, ledger.Wallet("tom"), 1)
	h.GrantUnits(t, "tom", 5000)
	other := private(func(p *meter.Plan) { p.ID = "m2" })
	if err := h.tryOpen(other); !errors.Is(err, meter.ErrTwice) {
		t.Errorf("a second meter in the show: %v", err)
	}
	h.end(t, "m1", "cancelled", false)
	h.open(t, other) // he may come back
	h.Audit(t)
}

// A refusal leaves nothing behind, so that a group can start without who cannot
// pay.
func TestRefusedInATransactionThatGoesOn(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "ann", 1000)
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		if _, err := h.Open(ctx, tx, private()); !errors.Is(err, ledger.ErrFunds) {
			t.Errorf("Tom has nothing: %v", err)
		}
		_, err := h.Open(ctx, tx, private(func(p *meter.Plan) { p.ID, p.MemberID, p.Kind = "m2", "ann", meter.Group }))
		return err
	})
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM show_meters`); n != 1 {
		t.Errorf("%d meters were opened, want 1", n)
	}
	h.Audit(t)
}

func TestImpossiblePlans(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	for name, change := range map[string]func(*meter.Plan){
		"for nothing":     func(p *meter.Plan) { p.Price = 0 },
		"without end":     func(p *meter.Plan) { p.Period = 0 },
		"a negative gift": func(p *meter.Plan) { p.Free = -1 * time.Second },
		"with oneself":    func(p *meter.Plan) { p.PerformerID = "tom" },
		"of no kind":      func(p *meter.Plan) { p.Kind = "tip" },
		"bad terms":       func(p *meter.Plan) { p.Terms.Site = 10001 },
		"without a name":  func(p *meter.Plan) { p.ID = "" },
	} {
		if err := h.tryOpen(private(change)); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), 1000)
}

// Without free seconds the first minute is captured by the start itself; starting
// again changes nothing.
func TestStartAtOnce(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	h.begin(t, private(atOnce))
	if c := h.get(t, "m1"); c.Periods != 1 || c.State != meter.Running {
		t.Errorf("started: %+v", c)
	}
	h.until(50 * time.Second)
	h.start(t, "m1")
	if early := h.get(t, "m1").Metered(at(-time.Second)); early != 0 {
		t.Errorf("a node whose clock is behind meters %v", early)
	}
	if c := h.get(t, "m1"); c.StartedAt != at(0) || c.Metered(h.clock.Now()) != 50*time.Second {
		t.Errorf("started twice: since %v, metered %v", c.StartedAt, c.Metered(h.clock.Now()))
	}
	h.Audit(t)
}

// Who leaves inside the free seconds, or before the clock ran, pays nothing; who
// leaves later pays the minimum, unless it was not his doing.
func TestMinimum(t *testing.T) {
	for name, c := range map[string]struct {
		after   time.Duration // negative: never started
		fault   bool
		periods int
		charged money.Tokens
	}{
		"before the start":             {after: -1},
		"inside the free seconds":      {after: 14 * time.Second},
		"as they end":                  {after: 15 * time.Second},
		"just after":                   {after: 15001 * time.Millisecond, periods: 3, charged: 999},
		"in the second minute":         {after: 80 * time.Second, periods: 3, charged: 999},
		"in the fourth":                {after: 200 * time.Second, periods: 4, charged: 1332},
		"her fault, free seconds":      {after: 10 * time.Second, fault: true},
		"her fault, half a minute":     {after: 45 * time.Second, fault: true, periods: 1, charged: 166},
		"her fault, as the fifth ends": {after: 315 * time.Second, fault: true, periods: 5, charged: 5 * 333},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.GrantUnits(t, "tom", 5000)
			h.open(t, private(func(p *meter.Plan) { p.Minimum = 3 }))
			if c.after >= 0 {
				h.start(t, "m1")
				h.until(c.after)
			}
			r := h.end(t, "m1", "the end", c.fault)
			if r.Periods != c.periods || r.Gross-r.Refund != c.charged || r.Shares.Gross() != c.charged {
				t.Errorf("the receipt is %+v, want %d periods and %v", r, c.periods, c.charged)
			}
			h.Holds(t, ledger.Wallet("tom"), 5000-c.charged)
			h.Audit(t)
		})
	}
}

// A pause stops the clock, and the same minute goes on afterwards.
func TestPause(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 1000)
	h.begin(t, private(atOnce))
	h.until(40 * time.Second)
	h.pause(t, "m1", h.clock.Now())
	h.pause(t, "m1", h.clock.Now().Add(time.Second)) // a second notice of the same loss
	h.until(65 * time.Second)
	if due := h.due(t); len(due) != 0 {
		t.Errorf("%v is due in the pause", due)
	}
	if got := h.tick(t, "m1"); got.Captured != 0 || got.Meter.State != meter.Paused {
		t.Errorf("a tick in the pause: %+v", got)
	}
	h.resume(t, "m1")
	h.resume(t, "m1")
	h.until(84999 * time.Millisecond)
	if got := h.tick(t, "m1"); got.Captured != 0 {
		t.Errorf("59.999 s were metered: %+v", got)
	}
	h.until(85 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 {
		t.Errorf("a minute was metered: %+v", got)
	}
	h.Audit(t)
}

// Nobody pays for a node that was down: its meters stop at the last instant that
// is certain, even when a minute had been captured since.
func TestDowntime(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private(atOnce))
	h.until(61 * time.Second)
	h.tick(t, "m1")
	h.until(10 * time.Minute) // the node died at 61 s; its last certain instant was 58 s
	h.pause(t, "m1", at(58*time.Second))
	c := h.get(t, "m1")
	if c.Metered(h.clock.Now()) != 58*time.Second || c.Periods != 2 {
		t.Errorf("metered %v in %d periods", c.Metered(h.clock.Now()), c.Periods)
	}
	h.resume(t, "m1")
	h.clock.Advance(62*time.Second - time.Millisecond)
	if got := h.tick(t, "m1"); got.Captured != 0 {
		t.Errorf("the second minute is not over: %+v", got)
	}
	h.pause(t, "m1", at(0)) // nothing before the clock ran again can be taken back
	if c := h.get(t, "m1"); c.Metered(h.clock.Now()) != 58*time.Second {
		t.Errorf("metered %v", c.Metered(h.clock.Now()))
	}
	r := h.end(t, "m1", "maintenance", true)
	if r.Refund != 345 || r.Gross-r.Refund != 321 { // floor(3.33 × 58 ÷ 60) is due
		t.Errorf("the receipt is %+v", r)
	}
	h.Audit(t)
}

// The picture had stopped before a minute was captured, and the member leaves: a
// minute that by the clock never began is not his to pay, a begun one and the
// minimum are.
func TestAPeriodThatNeverBegan(t *testing.T) {
	for name, c := range map[string]struct {
		minimum         int
		looked, certain time.Duration
		charged         int
	}{
		"the second minute":       {1, 61 * time.Second, 58 * time.Second, 1},
		"the first minute":        {1, 0, 0, 0},
		"within the minimum":      {2, 61 * time.Second, 58 * time.Second, 2},
		"beyond the minimum":      {2, 121 * time.Second, 119 * time.Second, 2},
		"nothing to be set back":  {1, 61 * time.Second, 61 * time.Second, 2},
		"the minimum never began": {3, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.GrantUnits(t, "tom", 2000)
			plan := private(atOnce)
			plan.Minimum = c.minimum
			h.begin(t, plan)
			for n := time.Minute; n <= c.looked; n += time.Minute {
				h.until(n)
				h.tick(t, "m1")
			}
			h.until(c.looked)
			h.pause(t, "m1", at(c.certain))
			r := h.end(t, "m1", "member_left", false)
			if r.Gross-r.Refund != money.Tokens(333*c.charged) || r.Shares.Gross() != r.Gross-r.Refund {
				t.Errorf("the receipt is %+v, want %d minutes charged", r, c.charged)
			}
			h.Holds(t, ledger.Wallet("tom"), money.Tokens(2000-333*c.charged))
			h.Audit(t)
		})
	}
}

// The free seconds are given once an hour, per member and performer.
func TestFreeTwiceInAnHour(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	used := func(since time.Time) (used bool) {
		h.Read(t, func(ctx context.Context, tx *db.Tx) (err error) {
			used, err = h.FreeUsed(ctx, tx, "nina", "tom", since)
			return err
		})
		return used
	}
	h.open(t, private())
	if used(at(-time.Hour)) {
		t.Error("used before the clock ran")
	}
	h.start(t, "m1")
	h.until(5 * time.Second)
	h.end(t, "m1", "member_left", false)
	h.until(59 * time.Minute)
	if !used(h.clock.Now().Add(-time.Hour)) {
		t.Error("not used 59 minutes later")
	}
	h.begin(t, private(atOnce, func(p *meter.Plan) { p.ID, p.ShowID = "m2", "s2" }))
	h.clock.Advance(time.Millisecond)
	if r := h.end(t, "m2", "member_left", false); r.Gross != 333 {
		t.Errorf("the second start within the hour: %+v", r)
	}
	h.until(time.Hour + time.Millisecond)
	if used(h.clock.Now().Add(-time.Hour)) {
		t.Error("still used after an hour: a start without free seconds does not count")
	}
	h.Audit(t)
}

func TestReads(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.GrantUnits(t, "ann", 2000)
	h.begin(t, private())
	h.end(t, "m1", "member_left", false)
	h.clock.Advance(time.Second)
	h.begin(t, private(func(p *meter.Plan) { p.ID = "m2" }))
	h.clock.Advance(time.Second)
	h.open(t, private(func(p *meter.Plan) { p.ID, p.MemberID = "m3", "ann" }))
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		list, err := h.OfShow(ctx, tx, "s1")
		if err != nil || len(list) != 3 || list[0].ID != "m1" || list[2].ID != "m3" {
			t.Errorf("the show has %v (%v)", list, err)
		}
		if _, err := h.Get(ctx, tx, "m9"); !errors.Is(err, meter.ErrUnknown) {
			t.Errorf("an unknown one: %v", err)
		}
		return nil
	})
	if due := h.due(t); len(due) != 1 || due[0] != "m2" {
		t.Errorf("due: %v, want the one that runs", due)
	}
}

// Eight nodes open the same meter at once, and eight another of the same member:
// he is in the show once and one hold is his.
func TestOpenedTogether(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 5000)
	var opened [2]atomic.Int64
	testkit.Together(16, func(i int) {
		err := h.tryOpen(private(func(p *meter.Plan) { p.ID = fmt.Sprint("m", i%2) }))
		switch {
		case err == nil:
			opened[i%2].Add(1)
		case !errors.Is(err, meter.ErrTwice):
			t.Error(err)
		}
	})
	if a, b := opened[0].Load(), opened[1].Load(); a+b != 8 || a != 0 && b != 0 {
		t.Errorf("opened %d and %d times, want one of them 8 times", a, b)
	}
	h.Holds(t, ledger.Wallet("tom"), 5000-333)
	h.Audit(t)
}
