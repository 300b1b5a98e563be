package payouts_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/testkit"
)

// Nina has earned 2,000 tokens. She asks, an admin approves and pays.
func TestRequestIsApprovedAndPaid(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina)
	r := h.asked(t, nina)
	if r.Amount != 100_00 || r.Units != money.Whole(2000) || r.Status != payouts.Pending || r.StudioID != "" {
		t.Errorf("the request is %+v", r)
	}
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.Holds(t, ledger.Payout(r.ID), money.Whole(2000))
	h.Audit(t)

	h.turned(t, ada, r.ID, payouts.Processing)
	h.clock.Advance(time.Second)
	h.turned(t, ada, r.ID, payouts.Done)
	h.Holds(t, ledger.Payout(r.ID), 0)
	h.Holds(t, ledger.WorldPayout, money.Whole(2000))
	if r = h.seen(t, r.ID); r.Status != payouts.Done || r.Reference != "bank 4711" || r.ApprovedBy != "ada" || r.DecidedBy != "ada" {
		t.Errorf("the paid request is %+v", r)
	}
	want := []string{"ada payout.processing payout_request:" + r.ID, "ada payout.done payout_request:" + r.ID}
	if acts := h.acts(t)[1:]; !slices.Equal(acts, want) {
		t.Errorf("the audit log has %q, want %q", acts, want)
	}
	if news := h.news.All(t); len(news) != 2 || news[1].Status != payouts.Done || news[1].Amount != "100.00" {
		t.Errorf("the news are %+v", news)
	}
	h.Audit(t)
}

// What is rejected or cancelled comes back whole, and is at once free again.
func TestRejectedTokensComeBack(t *testing.T) {
	for _, end := range []struct {
		name string
		by   account.Caller
		to   payouts.Status
	}{{"rejected", ada, payouts.Rejected}, {"cancelled", nina, payouts.Cancelled}} {
		t.Run(end.name, func(t *testing.T) {
			h := setup(t)
			h.ready(t, 2000, nina)
			first := h.asked(t, nina)
			h.turned(t, end.by, first.ID, end.to)
			h.Holds(t, ledger.Earnings("nina"), money.Whole(2000))
			if p := h.preview(t, nina); p.Available != money.Whole(2000) || p.Held != 0 || p.Refusal != nil {
				t.Errorf("afterwards she may have %v, %v of it held: %v", p.Available, p.Held, p.Refusal)
			}
			second := h.asked(t, nina)
			if !slices.Equal(second.Lines, first.Lines) {
				t.Errorf("the next request covers %v, want %v again", second.Lines, first.Lines)
			}
			h.Audit(t)
		})
	}
}

// A studio pays its member outside and gets her tokens, for its own request.
func TestStudioPaysItsPerformer(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, sara, loft)
	r := h.asked(t, sara)
	if r.StudioID != "loft" {
		t.Fatalf("the request goes to %q, want the studio", r.StudioID)
	}
	if err := h.turn(ada, r.ID, payouts.Processing); !errors.Is(err, payouts.ErrStudios) {
		t.Errorf("an admin decides a studio's request: %v", err)
	}
	h.turned(t, loft, r.ID, payouts.Processing)
	h.turned(t, loft, r.ID, payouts.Done)
	h.Holds(t, ledger.Earnings("sara"), 0)
	h.Holds(t, ledger.Earnings("loft"), money.Whole(4000))

	own := h.asked(t, loft)
	if own.StudioID != "" || own.Units != money.Whole(4000) {
		t.Errorf("the studio's own request has %v tokens and goes to %q", own.Units, own.StudioID)
	}
	if err := h.turn(loft, own.ID, payouts.Processing); !errors.Is(err, payouts.ErrOwn) {
		t.Errorf("the studio decides its own request: %v", err)
	}
	h.turned(t, ada, own.ID, payouts.Processing)
	h.turned(t, ada, own.ID, payouts.Done)
	h.Holds(t, ledger.WorldPayout, money.Whole(4000))
	h.Audit(t)
}

// To a studio, a stranger's member has no requests.
func TestStudioSeesNoOtherStudiosRequest(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, sara, nina)
	hers, ninas := h.asked(t, sara), h.asked(t, nina)
	for _, to := range []payouts.Status{payouts.Processing, payouts.Rejected, payouts.Done, payouts.Cancelled} {
		for _, r := range []payouts.Request{hers, ninas} {
			if err := h.turn(dock, r.ID, to); !errors.Is(err, payouts.ErrAbsent) {
				t.Errorf("a strange studio makes the request of %s %s: %v", r.AccountID, to, err)
			}
		}
	}
	if err := h.turn(loft, ninas.ID, payouts.Processing); !errors.Is(err, payouts.ErrAbsent) {
		t.Errorf("a studio decides an independent's request: %v", err)
	}
	if _, _, err := h.View(t.Context(), hers.ID, dock); !errors.Is(err, payouts.ErrAbsent) {
		t.Errorf("a strange studio sees the request: %v", err)
	}
	if list, total, _, err := h.Search(t.Context(), payouts.Filter{StudioID: "dock", Limit: 10}); err != nil || total != 0 || len(list) != 0 {
		t.Errorf("a strange studio finds %d requests: %v", total, err)
	}
	if h.seen(t, hers.ID).Status != payouts.Pending {
		t.Error("a stranger has changed the request")
	}
}

// An income is held for seven days: until their last second, and no longer.
func TestIncomeIsHeldForSevenDays(t *testing.T) {
	h := setup(t)
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban})
	h.earn(t, "nina", "tip", "a", money.Whole(1000))
	h.clock.Advance(time.Second)
	h.earn(t, "nina", "private", "b", money.Whole(500))

	h.clock.Advance(hold - 2*time.Second) // one second before the first is free
	if p := h.preview(t, nina); p.Available != 0 || p.Held != money.Whole(1500) || len(p.HeldEntries) != 2 {
		t.Errorf("a second before, %v is available and %v held", p.Available, p.Held)
	}
	if _, err := h.ask(nina, money.Whole(1000)); !errors.Is(err, ledger.ErrFunds) {
		t.Errorf("a held income was asked for: %v", err)
	}
	h.clock.Advance(time.Second)
	p := h.preview(t, nina)
	if p.Available != money.Whole(1000) || p.Held != money.Whole(500) {
		t.Errorf("on the second, %v is available and %v held", p.Available, p.Held)
	}
	if e := p.HeldEntries; len(e) != 1 || e[0].Kind != "private" || !e[0].FreeAt.Equal(h.clock.Now().Add(time.Second)) {
		t.Errorf("held are %+v, want the private show for one more second", e)
	}
	r := h.asked(t, nina)
	if want := []payouts.Line{{Kind: "tip", Count: 1, Token: money.Whole(1000)}}; !slices.Equal(r.Lines, want) {
		t.Errorf("the request covers %v, want %v", r.Lines, want)
	}
	h.Audit(t)
}

// What takes a young income back makes it less held, and nothing more available.
func TestReversalReducesWhatIsHeld(t *testing.T) {
	h := setup(t)
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban})
	old := h.earn(t, "nina", "tip", "old", money.Whole(2000))
	h.clock.Advance(hold)
	young := h.earn(t, "nina", "tip", "young", money.Whole(300))
	h.earn(t, "nina", "product", "order", money.Whole(100))
	stands := func(available, held money.Tokens) {
		t.Helper()
		if p := h.preview(t, nina); p.Available != available || p.Held != held {
			t.Errorf("%v is available and %v held, want %v and %v", p.Available, p.Held, available, held)
		}
	}
	stands(money.Whole(2000), money.Whole(400))
	h.reverse(t, young)
	stands(money.Whole(2000), money.Whole(100))
	h.refund(t, "nina", "product", "order", money.Whole(40))
	stands(money.Whole(2000), money.Whole(60))
	h.reverse(t, old)
	stands(0, money.Whole(60))
}

// A receivable counts against what she may ask for.
func TestReceivableReducesWhatIsAvailable(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina)
	h.set(func(h *fixture) { h.owed = money.Whole(500) })
	if p := h.preview(t, nina); p.Available != money.Whole(1500) || p.Owed != money.Whole(500) {
		t.Errorf("%v is available, %v owed", p.Available, p.Owed)
	}
	r := h.asked(t, nina)
	if r.Units != money.Whole(1500) {
		t.Errorf("she asked for %v tokens, want 1500", r.Units)
	}
	want := []payouts.Line{{Kind: "tip", Count: 1, Token: money.Whole(2000)}, {Kind: "carried", Token: money.Whole(-500)}}
	if !slices.Equal(r.Lines, want) {
		t.Errorf("the request covers %v, want %v", r.Lines, want)
	}
	h.Holds(t, ledger.Earnings("nina"), money.Whole(500))
	h.Audit(t)
}

// The rate of a request is that of its moment; units that are no whole cent stay.
func TestRateIsFrozen(t *testing.T) {
	h := setup(t)
	h.set(func(h *fixture) { h.rules.Rate = 333 })
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban})
	h.earn(t, "nina", "tip", "a", 2000_01)
	h.clock.Advance(hold)
	r := h.asked(t, nina)
	if r.Amount != 66_60 || r.Units != 2000_00 || r.Rate != 333 {
		t.Errorf("%v units are worth %d at %d, want 2000.00 worth 6660 at 333", r.Units, r.Amount, r.Rate)
	}
	h.Holds(t, ledger.Earnings("nina"), 1)
	h.set(func(h *fixture) { h.rules.Rate, h.rules.Currency = 100, "JPY" })
	h.turned(t, ada, r.ID, payouts.Processing)
	h.turned(t, ada, r.ID, payouts.Done)
	if r := h.seen(t, r.ID); r.Amount != 66_60 || r.Rate != 333 || r.Currency != "USD" {
		t.Errorf("the paid request has become %d %s at %d", r.Amount, r.Currency, r.Rate)
	}
	h.Audit(t)
}

func TestRefusals(t *testing.T) {
	h := setup(t)
	refused := func(want error, units money.Tokens) {
		t.Helper()
		if _, err := h.ask(nina, units); !errors.Is(err, want) {
			t.Errorf("refused with %v, want %v", err, want)
		}
	}
	refused(payouts.ErrNoDetails, 0)
	h.ready(t, 2000, nina)
	refused(payouts.ErrMinimum, 999_99) // a cent below 50 dollars
	refused(ledger.ErrFunds, 2000_01)
	h.set(func(h *fixture) { h.rules.Rate = 0 })
	refused(payouts.ErrNoRate, 0)
	h.set(func(h *fixture) { h.rules.Rate = 500 })
	h.detailed(t, nina, rails.Destination{Method: rails.Paxum, Holder: "Nina", Email: "nina@example.com"})
	refused(payouts.ErrFrozen, 0)
	h.clock.Advance(3*day - time.Second)
	refused(payouts.ErrFrozen, 0)
	h.clock.Advance(time.Second)
	if _, err := h.ask(nina, 1000_00); err != nil { // exactly the minimum
		t.Errorf("after 72 hours: %v", err)
	}
	refused(payouts.ErrOpen, 0)
	h.Audit(t)
}

// A second click is the same request; another one is told that one is open.
func TestOneOpenRequest(t *testing.T) {
	h := setup(t)
	h.ready(t, 4000, nina)
	order := payouts.Order{AccountID: "nina", Role: account.Performer, Method: rails.BankTransfer, Units: money.Whole(1000)}
	first, err := h.Create(as(nina), order, "click")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := h.Create(as(nina), order, "click"); err != nil || again.ID != first.ID {
		t.Errorf("the same click made %s after %s: %v", again.ID, first.ID, err)
	}
	order.Units = money.Whole(2000)
	if _, err := h.Create(as(nina), order, "click"); !errors.Is(err, idempotency.ErrOtherBody) {
		t.Errorf("the same key with another body: %v", err)
	}
	err = testkit.TryExec(h.DB, `INSERT INTO payout_requests (id, account_id, role, studio_id, status, method, destination, shown,
		units, amount, currency, rate, lines, since, until, note, transfer_id, first_by, approved_by, decided_by, reason, reference, batch_id,
		created_at, updated_at) SELECT 'second', account_id, role, studio_id, status, method, destination, shown,
		units, amount, currency, rate, lines, since, until, note, 'other', first_by, approved_by, decided_by, reason, reference, batch_id,
		created_at, updated_at FROM payout_requests`)
	if err == nil || !strings.Contains(strings.ToLower(err.Error()), "unique") {
		t.Errorf("the database takes a second open request: %v", err)
	}
}

// One request follows another: each income is covered once, what was left is
// carried over, and the lines of a request always sum to its tokens.
func TestEachIncomeIsCoveredOnce(t *testing.T) {
	h := setup(t)
	h.ready(t, 5000, nina)
	paid := func(units money.Tokens, want ...payouts.Line) {
		t.Helper()
		r, err := h.ask(nina, units)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Lines, want) {
			t.Errorf("the request covers %v, want %v", r.Lines, want)
		}
		h.turned(t, ada, r.ID, payouts.Processing)
		h.turned(t, ada, r.ID, payouts.Done)
	}
	paid(money.Whole(2000), payouts.Line{Kind: "tip", Count: 1, Token: money.Whole(5000)}, payouts.Line{Kind: "carried", Token: money.Whole(-3000)})
	paid(money.Whole(1000), payouts.Line{Kind: "carried", Token: money.Whole(1000)})
	h.earn(t, "nina", "private", "show", money.Whole(70))
	h.earn(t, "nina", "private", "show", money.Whole(30))
	h.clock.Advance(hold)
	paid(0, payouts.Line{Kind: "private", Count: 2, Token: money.Whole(100)}, payouts.Line{Kind: "carried", Token: money.Whole(2000)})
	h.Holds(t, ledger.Earnings("nina"), 0)
	if p := h.preview(t, nina); p.Paid != money.Whole(5100) || p.Available != 0 || !errors.Is(p.Refusal, payouts.ErrMinimum) {
		t.Errorf("afterwards %v was paid and %v is available: %v", p.Paid, p.Available, p.Refusal)
	}
	h.Audit(t)
}
