package funds_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/adapters/manual"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

func manualGateway(tokens int64, reference string) funds.Entry {
	return funds.Entry{AccountID: "tom", Tokens: money.Whole(tokens), Reason: because, Reference: reference}
}

// Up to 500 tokens one admin books alone, above it a second one approves; nobody
// for oneself, and a reference once.
func TestManualEntries(t *testing.T) {
	h := setup(t)
	in, err := h.Enter(as(ada), manualGateway(500, "wire-1"))
	if err != nil || in.State != funds.Paid {
		t.Fatalf("%+v (%v)", in, err)
	}
	h.holds(t, ledger.Wallet("tom"), 500)
	_, err = h.Enter(as(ben), manualGateway(10, "WIRE-1"))
	if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Code != "repeated" {
		t.Errorf("a reference twice: %v", err)
	}
	big, err := h.Enter(as(ada), manualGateway(501, "wire-2"))
	if err != nil || big.State != funds.Created {
		t.Fatalf("%+v (%v)", big, err)
	}
	h.holds(t, ledger.Wallet("tom"), 500)
	_, err = h.DecideEntry(as(ada), big.ID, true, because)
	wants(t, "the same admin", err, manual.ErrApprover)
	if big, err = h.DecideEntry(as(ben), big.ID, true, because); err != nil || big.State != funds.Paid || big.ApprovedBy != "ben" {
		t.Fatalf("%+v (%v)", big, err)
	}
	h.holds(t, ledger.Wallet("tom"), 1001)
	_, err = h.DecideEntry(as(ben), big.ID, false, because)
	wants(t, "decided twice", err, funds.ErrDecided)

	own := manualGateway(1, "wire-3")
	own.AccountID = "ada"
	_, err = h.Enter(as(ada), own)
	wants(t, "for oneself", err, manual.ErrSelf)
	own.AccountID = "nobody"
	_, err = h.Enter(as(ada), own)
	wants(t, "for nobody", err, funds.ErrNoMember)

	out := manualGateway(1002, "back-1")
	out.Debit = true
	waiting, err := h.Enter(as(ada), out)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.DecideEntry(as(ben), waiting.ID, true, because)
	wants(t, "more than there is", err, ledger.ErrFunds)
	if waiting, err = h.DecideEntry(as(ben), waiting.ID, false, because); err != nil || waiting.State != funds.Failed {
		t.Fatalf("%+v (%v)", waiting, err)
	}
	h.clock.Advance(24 * time.Hour) // 500 in one day were all that Ada may alone
	out.Tokens, out.Reference = money.Whole(1), "back-2"
	if _, err := h.Enter(as(ada), out); err != nil {
		t.Fatal(err)
	}
	h.holds(t, ledger.Wallet("tom"), 1000)
	if err := testkit.TryExec(h.DB, `UPDATE funds_intents SET approved_by = entered_by WHERE id = $1`, big.ID); err == nil {
		t.Error("the database lets one admin be both of two")
	}
	h.Audit(t)
}

// Two admins approve at once: it is booked once.
func TestApprovedTwiceAtOnce(t *testing.T) {
	h := setup(t)
	in, err := h.Enter(as(ada), manualGateway(600, "wire-1"))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Together(8, func(int) {
		if _, err := h.DecideEntry(as(ben), in.ID, true, because); err != nil && !errors.Is(err, funds.ErrDecided) {
			t.Error(err)
		}
	})
	h.holds(t, ledger.Wallet("tom"), 600)
	h.Audit(t)
}

// Cash goes back for unspent tokens only: debit, ask, and undo what is refused.
func TestCashRefunds(t *testing.T) {
	begin := func(t *testing.T, spent int64) (*fixture, funds.Intent) {
		h := setup(t)
		in := h.paidFor(t, "tom", h.opened(t))
		if spent > 0 {
			h.tips(t, "tom", "nina", spent)
		}
		return h, in
	}
	t.Run("all of it", func(t *testing.T) {
		h, in := begin(t, 0)
		r, err := h.RefundCash(as(ada), in.ID, because)
		if err != nil || r.State != "done" || r.Amount != price {
			t.Fatalf("%+v (%v)", r, err)
		}
		h.holds(t, ledger.Wallet("tom"), 0)
		h.is(t, in, funds.Refunded)
		h.tell(t, func() gateway.Event { e := event(in, gateway.Refunded, ""); e.Key = "refunded:" + r.ID; return e }()) // the vendor's own news of it
		if l, err := h.Limits(t.Context(), "tom"); err != nil || l.Frozen {
			t.Errorf("a refund of our own froze the spending (%v)", err)
		}
		h.Audit(t)
	})
	t.Run("what is left", func(t *testing.T) {
		h, in := begin(t, 50) // the bonus and 30
		r, err := h.RefundCash(as(ada), in.ID, because)
		if err != nil || r.Amount.Minor != 583 || r.Tokens != 6996 { // 70 of 120 tokens
			t.Fatalf("%+v (%v)", r, err)
		}
		if left := h.Balance(t, ledger.Wallet("tom")); left != 4 {
			t.Errorf("%v are left, want what a cent does not buy", left)
		}
		h.holds(t, ledger.Earnings("nina"), 35)
		h.Audit(t)
	})
	t.Run("all spent", func(t *testing.T) {
		h, in := begin(t, 120)
		if _, err := h.RefundCash(as(ada), in.ID, because); err == nil {
			t.Error("spent tokens were paid back")
		}
		h.Audit(t)
	})
	t.Run("refused", func(t *testing.T) {
		h, in := begin(t, 0)
		h.vendor.refuse = fmt.Errorf("refund: %w", gateway.ErrRefused)
		_, err := h.RefundCash(as(ada), in.ID, because)
		wants(t, "the vendor refuses", err, gateway.ErrRefused)
		h.holds(t, ledger.Wallet("tom"), 120)
		h.is(t, in, funds.Paid)
		h.Audit(t)
	})
	t.Run("no answer, and a dispute meanwhile", func(t *testing.T) {
		h, in := begin(t, 0)
		h.vendor.refuse = fmt.Errorf("refund: %w", gateway.ErrUnreachable)
		r, err := h.RefundCash(as(ada), in.ID, because)
		if err != nil || r.State != "debited" {
			t.Fatalf("%+v (%v)", r, err)
		}
		h.holds(t, ledger.Wallet("tom"), 0)
		if _, err := h.RefundCash(as(ben), in.ID, because); err == nil {
			t.Error("a second refund began")
		}
		h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
		h.holds(t, ledger.Receivable("tom"), 0) // nothing was spent, nothing is taken twice
		h.Audit(t)
		h.vendor.refuse = fmt.Errorf("refund: %w", gateway.ErrRefused)
		h.clock.Advance(2 * time.Minute)
		if _, err := h.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.holds(t, ledger.Wallet("tom"), 0) // back, and taken for the dispute
		h.tell(t, event(in, gateway.ChargebackWon, "won"))
		h.holds(t, ledger.Wallet("tom"), 120)
		h.Audit(t)
	})
	t.Run("no answer, then done", func(t *testing.T) {
		h, in := begin(t, 0)
		h.vendor.refuse = gateway.ErrUnreachable
		if _, err := h.RefundCash(as(ada), in.ID, because); err != nil {
			t.Fatal(err)
		}
		h.vendor.refuse = nil
		h.clock.Advance(2 * time.Minute)
		if _, err := h.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.is(t, in, funds.Refunded)
		h.holds(t, ledger.Wallet("tom"), 0)
		h.Audit(t)
	})
}

// The reconciler asks after five minutes, an hour and then daily, and gives up.
func TestReconcile(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	asked := func(after time.Duration, want int) {
		t.Helper()
		h.clock.Advance(after)
		if r, err := h.Reconcile(t.Context()); err != nil || r.Asked != want {
			t.Errorf("after %v: %+v (%v), want %d asked", after, r, err, want)
		}
	}
	asked(5*time.Minute-time.Millisecond, 0)
	asked(time.Millisecond, 1)
	asked(time.Hour-time.Millisecond, 0)
	asked(time.Millisecond, 1)
	asked(24*time.Hour-time.Millisecond, 0)
	if list, _, err := h.Search(t.Context(), funds.Filter{Unsettled: true, Limit: 9}); err != nil || len(list) != 1 {
		t.Errorf("for an admin: %v (%v)", list, err)
	}
	h.vendor.facts["s-"+in.ID] = []gateway.Event{event(in, gateway.Paid, "paid")}
	asked(time.Millisecond, 1)
	h.is(t, in, funds.Paid)
	h.holds(t, ledger.Wallet("tom"), 120)
	h.tell(t, event(in, gateway.Paid, "paid")) // the notification was only late
	h.holds(t, ledger.Wallet("tom"), 120)
	asked(30*24*time.Hour, 0)

	lost := h.buy(t, "eva", funds.Package{ID: in.PackageID})
	for range 40 {
		h.clock.Advance(24 * time.Hour)
		if _, err := h.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	h.is(t, lost, funds.Expired)
	spanish := ada
	spanish.Language = "es"
	testkit.Scenarios{
		{Name: "why it ended", As: ada, Do: "GET /admin/payments/intents/" + lost.ID, Status: http.StatusOK, Has: `"reason":"Nothing was heard of it."`},
		{Name: "in Spanish", As: spanish, Do: "GET /admin/payments/intents/" + lost.ID, Status: http.StatusOK, Has: `"reason":"No se supo nada de él."`, Lacks: "Nothing was heard"},
	}.Run(t, h.Routes)
	h.tell(t, event(lost, gateway.Paid, "paid")) // money that comes late is still money
	h.is(t, lost, funds.Paid)
	h.Audit(t)
}

// Where the gateway tells nothing by itself, an admin sees the payment.
func TestAGatewayThatCannotBeAsked(t *testing.T) {
	h := setup(t)
	h.vendor.pull = false
	in := h.buy(t, "tom", h.opened(t))
	h.clock.Advance(2 * time.Hour)
	if r, err := h.Reconcile(t.Context()); err != nil || r.Asked != 1 || r.Failed != 0 {
		t.Errorf("%+v (%v)", r, err)
	}
	_, err := h.ReconcileOne(t.Context(), in.ID)
	wants(t, "asked by hand", err, gateway.ErrUnsupported)
	h.is(t, in, funds.Created)
}

// Secrets go in and never out; an active gateway must work on this site.
func TestGatewaysAreSetUp(t *testing.T) {
	h := setup(t)
	h.opened(t)
	list, err := h.Gateways(t.Context())
	if err != nil || len(list) != 7 {
		t.Fatal(len(list), err)
	}
	c := list[0]
	if c.Values["shop"] != "abc" || c.Values["secret"] != "" || len(c.Set) != 1 || !c.Active {
		t.Errorf("the back office sees %+v", c)
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_gateways WHERE sealed LIKE '%hush%' OR sealed LIKE '%abc%'`); n != 0 {
		t.Error("a secret can be read in the database")
	}
	if c, err = h.SetUp(as(ada), "vendor", funds.Setup{Active: true, Values: gateway.Values{"shop": "xyz"}}); err != nil || len(c.Set) != 1 || c.Values["shop"] != "xyz" {
		t.Errorf("an empty secret stays: %+v (%v)", c, err)
	}
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Active: true, Values: gateway.Values{"shop": "X"}}); err == nil {
		t.Error("a wrong field was taken")
	}
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Active: true, Values: gateway.Values{"shop": "a"}, Currencies: []string{"JPY"}}); err == nil {
		t.Error("a currency that it does not take was taken")
	}
	_, err = h.SetUp(as(ada), "nobody", funds.Setup{})
	wants(t, "an unknown gateway", err, funds.ErrNoGateway)
	h.mu.Lock()
	h.site = gateway.Site{}
	h.mu.Unlock()
	_, err = h.SetUp(as(ada), "sandbox", funds.Setup{Active: true})
	wants(t, "the sandbox outside development", err, gateway.ErrNotDevelopment)
	if !h.acted(t, "gateway.changed gateway:vendor") {
		t.Errorf("acts: %v", testkit.Acts(t, h.DB))
	}
}

// A package is checked against every active gateway when it is saved.
func TestPackagesAreChecked(t *testing.T) {
	h := setup(t)
	early := funds.Package{Name: "Early", Price: price, Tokens: money.Whole(10), Active: true}
	if _, err := h.SavePackage(as(ada), early); err == nil || !strings.Contains(err.Error(), "No way to pay is active") {
		t.Errorf("a package is on sale before anybody can pay: %v", err)
	}
	early.Active = false
	if _, err := h.SavePackage(as(ada), early); err != nil {
		t.Errorf("a package that is switched off: %v", err)
	}
	h.opened(t)
	good := funds.Package{Name: "A", Price: price, Tokens: money.Whole(10), Active: true}
	for name, c := range map[string]struct {
		change func(*funds.Package)
		says   string
	}{
		"no name":            {func(p *funds.Package) { p.Name = " " }, "Must be between 1 and 60"},
		"too cheap":          {func(p *funds.Package) { p.Price.Minor = 99 }, "takes at least 1.00 USD"},
		"too dear":           {func(p *funds.Package) { p.Price.Minor = 100_001 }, "takes at most 1000.00 USD"},
		"an unknown money":   {func(p *funds.Package) { p.Price.Currency = "XXX" }, "is not known"},
		"a money not taken":  {func(p *funds.Package) { p.Price.Currency = "JPY" }, "does not take JPY"},
		"no tokens":          {func(p *funds.Package) { p.Tokens = 0 }, "Must be between 1 and"},
		"a bonus below zero": {func(p *funds.Package) { p.Bonus = -1 }, "Must be between 0 and"},
	} {
		p := good
		c.change(&p)
		if _, err := h.SavePackage(as(ada), p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	good.Price.Currency = "EUR"
	if _, err := h.SavePackage(as(ada), good); err != nil {
		t.Error(err)
	}
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Active: true, Values: gateway.Values{"shop": "a"}, Currencies: []string{"USD"}}); err != nil {
		t.Fatal(err)
	}
	shop, err := h.Packages(t.Context(), "", false)
	if err != nil || len(shop.Offers) != 2 {
		t.Fatal(shop, err)
	}
	for _, o := range shop.Offers {
		if offered := o.Carriers[0].Why == ""; offered != (o.Price.Currency == "USD") {
			t.Errorf("%s for %s: %+v", o.Name, o.Price, o.Carriers)
		}
	}
	p := funds.Package{Price: gateway.Money{Minor: 999, Currency: "USD"}, Tokens: money.Whole(100), Bonus: money.Whole(10)}
	if got := p.PerToken(); got != 909 { // 9.99 ÷ 110 = 0.0908…, rounded up
		t.Errorf("a token costs %d", got)
	}
	yen := funds.Package{Price: gateway.Money{Minor: 1000, Currency: "JPY"}, Tokens: money.Whole(100)}
	if got := yen.PerToken(); got != 100_000 {
		t.Errorf("a token costs %d", got)
	}
}

// The audit finds what does not fit.
func TestTheRuleFinds(t *testing.T) {
	for rule, break_ := range map[string]string{
		"funds.transfer":   `UPDATE funds_moves SET tokens = tokens + 1 WHERE act = 'credit'`,
		"funds.reversal":   `UPDATE funds_moves SET reversed_by = 'x' WHERE act = 'credit'`,
		"funds.fact":       `DELETE FROM funds_moves WHERE act = 'bonus'`,
		"funds.credit":     `UPDATE funds_intents SET tokens = tokens + 1`,
		"funds.taken":      `UPDATE funds_cases SET taken = taken + 1`,
		"funds.held":       `UPDATE funds_case_shares SET held = held + 1`,
		"funds.receivable": `UPDATE funds_cases SET amount = amount - 1`,
		"funds.event":      `DELETE FROM funds_events WHERE kind = 'paid'`,
	} {
		t.Run(rule, func(t *testing.T) {
			h := setup(t)
			in := h.paidFor(t, "tom", h.opened(t))
			h.tips(t, "tom", "nina", 50)
			h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
			h.Audit(t)
			testkit.Exec(t, h.DB, break_)
			found := false
			for _, v := range h.Violations(t) {
				found = found || v.Rule == rule
			}
			if !found {
				t.Errorf("the rule does not see it: %v", h.Violations(t))
			}
		})
	}
}
