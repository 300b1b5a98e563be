package meter_test

import (
	"testing"
	"time"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// A gate that shuts in a running show is as if the tokens were gone: what is held
// is watched, warnings are true, then the meter is exhausted. Nothing fails.
func TestSpendingRefusedWhileRunning(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 5000)
	h.begin(t, private(atOnce))
	h.tick(t, "m1") // the second minute is held
	h.gate.Set("tom", true)
	h.until(61 * time.Second)
	got := h.tick(t, "m1")
	if got.Captured != 1 || got.Exhausted || got.SecondsLeft != 59 || got.Low != 60 || got.Missing != 0 || got.Meter.Refused != "cool_off" {
		t.Errorf("in the second minute the tick says %+v", got)
	}
	h.until(3 * time.Minute)
	if got = h.tick(t, "m1"); !got.Exhausted || got.Captured != 0 || got.SecondsLeft != 0 {
		t.Errorf("after the second minute the tick says %+v", got)
	}
	if r := h.end(t, "m1", "balance_exhausted", false); r.Gross != 666 || r.MeteredSeconds != 120 || r.Refused != "cool_off" {
		t.Errorf("the receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), 5000-666)
	h.Audit(t)
}

// A gate that opens again in time lets the show go on.
func TestSpendingAllowedAgain(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 5000)
	h.begin(t, private(atOnce))
	h.gate.Set("tom", true)
	if got := h.tick(t, "m1"); got.Meter.Refused != "cool_off" {
		t.Errorf("the tick says %+v", got)
	}
	h.gate.Set("tom", false)
	h.until(61 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 || got.Exhausted || got.Meter.Refused != "" {
		t.Errorf("the tick says %+v", got)
	}
	h.Audit(t)
}

// However late the end comes, no gate is asked and none can refuse it; and what
// the gate was known to refuse is not taken.
func TestEndIsNotRefused(t *testing.T) {
	for name, c := range map[string]struct {
		looked bool // since the gate is shut
		paid   money.Tokens
		ran    int64
	}{
		"known":     {looked: true, paid: 666, ran: 120},
		"not known": {paid: 10 * 333, ran: 600},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.GrantUnits(t, "tom", 5000)
			h.begin(t, private(atOnce))
			h.tick(t, "m1")
			h.gate.Set("tom", true)
			if c.looked {
				h.until(61 * time.Second)
				h.tick(t, "m1")
			}
			h.until(10 * time.Minute) // nobody looked at the meter meanwhile
			if r := h.end(t, "m1", "the end", false); r.Gross != c.paid || r.MeteredSeconds != c.ran {
				t.Errorf("the receipt is %+v", r)
			}
			h.Holds(t, ledger.Wallet("tom"), 5000-c.paid)
			h.Holds(t, ledger.Hold("m1"), 0)
			h.Audit(t)
		})
	}
}
