package meter_test

import (
	"context"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

// Both end the show in the same millisecond: whoever is first decides, and both
// get that receipt.
func TestClosedTogether(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private())
	h.until(45 * time.Second)
	receipts := make([]meter.Receipt, 8)
	testkit.Together(8, func(i int) {
		reason := "member_left"
		if i%2 == 0 {
			reason = "performer_left"
		}
		receipts[i] = h.end(t, "m1", reason, i%2 == 0)
	})
	for _, r := range receipts {
		if r != receipts[0] {
			t.Errorf("receipts differ: %+v and %+v", r, receipts[0])
		}
	}
	charged := map[string]money.Tokens{"member_left": 333, "performer_left": 166}[receipts[0].Reason]
	h.Holds(t, ledger.Wallet("tom"), 2000-charged)
	h.Audit(t)
}

// Nothing starts a closed meter again.
func TestClosedMetersStayClosed(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private(atOnce))
	h.end(t, "m1", "moderator", true)
	closed := h.get(t, "m1")
	h.clock.Advance(time.Hour)
	h.start(t, "m1")
	h.pause(t, "m1", h.clock.Now())
	h.resume(t, "m1")
	if got := h.tick(t, "m1"); got.Captured != 0 || got.Exhausted || got.SecondsLeft != 0 || got.Meter != closed {
		t.Errorf("a tick after the end: %+v", got)
	}
	h.Holds(t, ledger.Wallet("tom"), 2000)
	h.Audit(t)
}

// Her fault after half a minute: half comes back, each giving the difference of
// the two splits, and the earnings pages show the rest.
func TestRefundAlongTheTerms(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private(atOnce))
	h.until(time.Minute)
	h.tick(t, "m1")
	h.until(90 * time.Second)
	r := h.end(t, "m1", "performer_left", true)
	// 3.33 is 1.10 + 1.95 + 0.28; the 1.66 that remain of the second are 0.55 + 0.97 + 0.14.
	want := ledger.Shares{SiteFee: 110 + 55, StudioNet: 195 + 97, Net: 28 + 14}
	if r.Refund != 167 || r.Shares != want {
		t.Errorf("refunded %v, kept %+v, want %+v", r.Refund, r.Shares, want)
	}
	h.Holds(t, ledger.Earnings("nina"), want.Net)
	h.Holds(t, ledger.Earnings("loft"), want.StudioNet)
	h.Holds(t, ledger.SiteRevenue, want.SiteFee)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		totals, err := report.IncomeTotals(ctx, tx, ledger.Earnings("nina"), report.Query{Kinds: []string{"private"}})
		should := report.IncomeTotal{Kind: "private", Count: 2, Transfers: 3, Gross: 499, SiteFee: want.SiteFee, Net: want.Net}
		if err != nil || len(totals) != 1 || totals[0] != should {
			t.Errorf("her income is %+v, want %+v (%v)", totals, should, err)
		}
		list, err := report.Incomes(ctx, tx, ledger.Earnings("nina"), report.Query{})
		if err != nil || len(list) != 3 || list[0].Gross != -167 || list[0].Net != -14 || list[1].Gross != 333 {
			t.Errorf("%d incomes: %+v (%v)", len(list), list, err)
		}
		return nil
	})
	h.Audit(t)
}

// Nina and her studio have been paid out: the site gives what they cannot.
func TestSiteAbsorbs(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, private(atOnce))
	h.spend(t, ledger.Earnings("nina"), 5)
	h.spend(t, ledger.Earnings("loft"), 0)
	r := h.end(t, "m1", "fault", true)
	if r.Refund != 333 || r.Shares != (ledger.Shares{SiteFee: -(195 + 23), StudioNet: 195, Net: 23}) {
		t.Errorf("the receipt is %+v", r)
	}
	if c := h.get(t, "m1"); c.Absorbed != 195+23 || c.Returned.Gross() != 333 {
		t.Errorf("absorbed %v of %+v", c.Absorbed, c.Returned)
	}
	h.Holds(t, ledger.Wallet("tom"), 2000)
	h.Audit(t)
}

// One window of a peek-in is one payment; nothing is held for another, and nobody
// is warned of its end.
func TestOneWindow(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, peek(false))
	if got := h.tick(t, "m1"); got.Captured != 0 || got.SecondsLeft != 30 || got.Low != 0 || got.Balance != 1500 || got.Meter.Held != 0 {
		t.Errorf("in the window: %+v", got)
	}
	h.until(30 * time.Second)
	if due := h.due(t); len(due) != 1 {
		t.Errorf("its end is not due: %v", due)
	}
	if got := h.tick(t, "m1"); !got.Exhausted || got.Missing != 0 {
		t.Errorf("at its end: %+v", got)
	}
	h.clock.Advance(700 * time.Millisecond)
	if r := h.end(t, "m1", "window_over", false); r.Gross != 500 || r.EndedAt != at(30*time.Second) {
		t.Errorf("the receipt is %+v", r)
	}
	h.Audit(t)
}

// "Until I leave" buys each window at its start.
func TestRenewedWindows(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 2000)
	h.begin(t, peek(true))
	h.tick(t, "m1")
	h.until(30 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 || got.Balance != 500 {
		t.Errorf("the second window: %+v", got)
	}
	h.until(60 * time.Second)
	if got := h.tick(t, "m1"); got.Captured != 1 || got.Balance != 0 || got.Exhausted {
		t.Errorf("the third window: %+v", got)
	}
	h.end(t, "m1", "window_over", false)
	h.Audit(t)
}

// The private show ends in the middle of a window: the unused part comes back.
func TestWindowCutShort(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 500)
	h.begin(t, peek(false))
	h.until(7 * time.Second)
	if r := h.end(t, "m1", "show_ended", true); r.Refund != 384 { // ceil(5.00 × 23 ÷ 30)
		t.Errorf("the receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), 384)
	h.Audit(t)
}

func peek(renew bool) meter.Plan {
	return private(atOnce, func(p *meter.Plan) {
		p.Kind, p.Price, p.Period, p.Renew = meter.PeekIn, 500, 30*time.Second, renew
	})
}

// One participant of a group runs dry; the others go on. When she drops, each
// gets the unused seconds of an own minute back.
func TestGroup(t *testing.T) {
	h := setup(t)
	h.GrantUnits(t, "tom", 333)
	h.GrantUnits(t, "ann", 2000)
	h.begin(t, private(atOnce, func(p *meter.Plan) { p.Kind = meter.Group }))
	h.until(20 * time.Second)
	h.begin(t, private(atOnce, func(p *meter.Plan) { p.Kind, p.ID, p.MemberID = meter.Group, "m2", "ann" }))
	h.until(time.Minute)
	if !h.tick(t, "m1").Exhausted || h.tick(t, "m2").Exhausted {
		t.Error("Tom's minute is over, Ann's is not")
	}
	h.end(t, "m1", meter.ReasonExhausted, false)
	h.until(95 * time.Second)
	if r := h.end(t, "m2", "performer_left", true); r.Periods != 2 || r.Refund != 250 { // 45 s of the second are unused
		t.Errorf("Ann's receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), 0)
	h.Audit(t)
}

// The audit finds what must not be.
func TestRuleFindsDamage(t *testing.T) {
	for rule, damage := range map[string]string{
		"meter.minute":   `UPDATE show_minutes SET transfer_id = (SELECT MIN(transfer_id) FROM ledger_postings WHERE target = '` + string(ledger.Hold("m1")) + `') WHERE n = 2`,
		"meter.refund":   `UPDATE show_meters SET refund_id = (SELECT MIN(transfer_id) FROM ledger_postings WHERE target = '` + string(ledger.Hold("m2")) + `') WHERE id = 'm1'`,
		"meter.fact":     `DELETE FROM show_minutes WHERE n = 2`,
		"meter.shares":   `UPDATE show_meters SET net = net + 1, site_fee = site_fee - 1`,
		"meter.returned": `UPDATE show_meters SET refund_net = refund_net + 1, refund_fee = refund_fee - 1 WHERE id = 'm1'`,
		"meter.hold":     `UPDATE show_meters SET held = held + 1 WHERE id = 'm2'`,
		"meter.postings": `UPDATE show_meters SET postings = postings + 1 WHERE id = 'm2'`,
		"meter.periods":  `UPDATE show_meters SET periods = periods + 1 WHERE id = 'm2'`,
		"meter.charge":   `UPDATE show_meters SET elapsed = elapsed - 1000 WHERE id = 'm1'`,
	} {
		t.Run(rule, func(t *testing.T) {
			h := setup(t)
			h.GrantUnits(t, "tom", 2000)
			h.GrantUnits(t, "ann", 333)
			h.begin(t, private(atOnce, func(p *meter.Plan) { p.Terms = ledger.Alone(5000) }))
			h.until(90 * time.Second)
			h.end(t, "m1", "fault", true)
			h.open(t, private(func(p *meter.Plan) { p.ID, p.MemberID = "m2", "ann" }))
			h.FindsDamage(t, rule, damage)
		})
	}
}
