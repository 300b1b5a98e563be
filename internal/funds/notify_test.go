package funds_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// One event a hundred times at once: everyone is answered, one credits.
func TestRepeatedEventCreditsOnce(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	var acknowledged atomic.Int64
	testkit.Together(100, func(int) {
		reply, err := h.Notify(t.Context(), "vendor", signed(event(in, gateway.Paid, "paid")))
		if err == nil && reply.Status == http.StatusOK {
			acknowledged.Add(1)
		} else {
			t.Errorf("answered %d, %v", reply.Status, err)
		}
	})
	if acknowledged.Load() != 100 {
		t.Errorf("%d were acknowledged", acknowledged.Load())
	}
	h.holds(t, ledger.Wallet("tom"), 120)
	if told := h.paid.All(t); len(told) != 1 || told[0].Bonus != money.Whole(20) {
		t.Errorf("told: %+v", told)
	}
	h.Audit(t)
}

// The events of one payment, all at once.
func TestConcurrentEventsOfOnePayment(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	for range 5 {
		in := h.buy(t, "tom", p)
		all := []gateway.Event{
			event(in, gateway.Paid, "paid"), event(in, gateway.ChargebackOpened, "opened"), event(in, gateway.ChargebackWon, "won"),
			refund(in, 400, 400), refund(in, 600, 1000), event(in, gateway.Pending, "pending"),
		}
		testkit.Together(4*len(all), func(i int) {
			if reply, err := h.Notify(t.Context(), "vendor", signed(all[i%len(all)])); err != nil || reply.Status != http.StatusOK {
				t.Errorf("answered %d, %v", reply.Status, err)
			}
		})
		h.is(t, in, funds.Refunded)
		h.holds(t, ledger.Wallet("tom"), 0)
	}
	h.Audit(t)
}

// Each field that differs quarantines: nothing is credited, the vendor is
// answered, and the genuine event still credits.
func TestEachFieldMismatched(t *testing.T) {
	for name, spoil := range map[string]func(*gateway.Event, funds.Intent){
		"less":                  func(e *gateway.Event, _ funds.Intent) { e.Amount.Minor-- },
		"more":                  func(e *gateway.Event, _ funds.Intent) { e.Amount.Minor++ },
		"nothing":               func(e *gateway.Event, _ funds.Intent) { e.Amount.Minor = 0 },
		"another currency":      func(e *gateway.Event, _ funds.Intent) { e.Amount.Currency = "EUR" },
		"no pass-through":       func(e *gateway.Event, _ funds.Intent) { e.PassThrough = "" },
		"a forged pass-through": func(e *gateway.Event, _ funds.Intent) { e.PassThrough = e.PassThrough[:30] + strings.Repeat("A", 49) },
		"another's pass-through": func(e *gateway.Event, other funds.Intent) {
			e.PassThrough = event(other, gateway.Paid, "").PassThrough
		},
		"a doubt of the gateway": func(e *gateway.Event, _ funds.Intent) { e.Doubts = []string{"another account of ours"} },
		"an unknown payment": func(e *gateway.Event, _ funds.Intent) {
			e.IntentID, e.PassThrough, e.Ref = "nobody", "", gateway.Ref{Session: "strange"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			p := h.opened(t)
			in, other := h.buy(t, "tom", p), h.buy(t, "eva", p)
			good := event(in, gateway.Paid, "paid")
			bad := good
			spoil(&bad, other)
			h.tell(t, bad)
			h.tell(t, bad)
			h.holds(t, ledger.Wallet("tom"), 0)
			h.holds(t, ledger.Wallet("eva"), 0)
			list, total, err := h.Mismatches(t.Context(), "open", 0, 10)
			if err != nil || total != 1 || len(list[0].Differences) == 0 {
				t.Fatalf("in quarantine: %+v (%v)", list, err)
			}
			if strings.HasPrefix(name, "another's") {
				h.is(t, other, funds.Quarantine)
			} else if name != "an unknown payment" {
				h.is(t, in, funds.Quarantine)
			}
			h.tell(t, good)
			h.is(t, in, funds.Paid)
			h.holds(t, ledger.Wallet("tom"), 120)
			h.Audit(t)
		})
	}
}

// A payment of one gateway is not paid by another's notification.
func TestPaymentOfAnotherGatewayIsRefused(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	if got := h.Against(in, "stripe", event(in, gateway.Paid, "paid")); len(got) != 1 || !strings.Contains(got[0], "vendor") {
		t.Errorf("differences: %v", got)
	}
	if got := h.Against(in, "vendor", event(in, gateway.Paid, "paid")); len(got) != 0 {
		t.Errorf("differences: %v", got)
	}
	over := refund(in, 1000, 1001)
	if got := h.Against(in, "vendor", over); len(got) != 1 {
		t.Errorf("a total above the price: %v", got)
	}
}

// An event that did not agree is applied after all, or dropped; above the limit by two admins.
func TestQuarantineIsDecided(t *testing.T) {
	mismatched := func(t *testing.T, tokens int64) (*fixture, funds.Intent, string) {
		h := setup(t)
		h.opened(t)
		o, err := h.SavePackage(as(ada), funds.Package{Name: "Mismatch", Price: price, Tokens: money.Whole(tokens), Active: true})
		if err != nil {
			t.Fatal(err)
		}
		in := h.buy(t, "tom", o.Package)
		e := event(in, gateway.Paid, "paid")
		e.Amount.Minor -= 10
		h.tell(t, e)
		list, _, err := h.Mismatches(t.Context(), "", 0, 10)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return h, in, list[0].ID
	}
	t.Run("one admin", func(t *testing.T) {
		h, in, id := mismatched(t, 500)
		if _, err := h.ResolveMismatch(as(ada), id, true, "", because); err != nil {
			t.Fatal(err)
		}
		h.is(t, in, funds.Paid)
		h.holds(t, ledger.Wallet("tom"), 500)
		_, err := h.ResolveMismatch(as(ben), id, false, "", because)
		wants(t, "decided twice", err, funds.ErrDecided)
		h.tell(t, event(in, gateway.Paid, "paid")) // the same key
		h.holds(t, ledger.Wallet("tom"), 500)
		h.Audit(t)
	})
	t.Run("two admins", func(t *testing.T) {
		h, in, id := mismatched(t, 501)
		if _, err := h.ResolveMismatch(as(ada), id, true, "", because); err != nil {
			t.Fatal(err)
		}
		h.is(t, in, funds.Quarantine)
		h.holds(t, ledger.Wallet("tom"), 0)
		_, err := h.ResolveMismatch(as(ada), id, true, "", because)
		wants(t, "the same admin", err, funds.ErrAnotherAdmin)
		if _, err := h.ResolveMismatch(as(ben), id, true, "", because); err != nil {
			t.Fatal(err)
		}
		h.holds(t, ledger.Wallet("tom"), 501)
		h.Audit(t)
	})
	t.Run("dropped", func(t *testing.T) {
		h, in, id := mismatched(t, 500)
		if _, err := h.ResolveMismatch(as(ada), id, false, "", because); err != nil {
			t.Fatal(err)
		}
		h.is(t, in, funds.Created)
		h.holds(t, ledger.Wallet("tom"), 0)
		h.Audit(t)
	})
	t.Run("not for oneself", func(t *testing.T) {
		h, _, id := mismatched(t, 500)
		admin := tom
		admin.Role = ada.Role
		_, err := h.ResolveMismatch(as(admin), id, true, "", because)
		wants(t, "Tom decides about Tom", err, funds.ErrAnotherAdmin)
	})
}

// A refund that comes first waits: the gateway is asked, and both act then.
func TestRefundBeforePaid(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	h.tell(t, refund(in, 500, 500))
	if now := h.state(t, in); now.State != funds.Created || !now.Orphaned {
		t.Errorf("the payment is %+v", now)
	}
	h.holds(t, ledger.Wallet("tom"), 0)
	list, _, err := h.Search(t.Context(), funds.Filter{Unsettled: true, Limit: 10})
	if err != nil || len(list) != 1 {
		t.Errorf("for an admin: %v (%v)", list, err)
	}
	h.vendor.facts["s-"+in.ID] = []gateway.Event{event(in, gateway.Paid, "paid"), refund(in, 500, 500)}
	if r, err := h.Reconcile(t.Context()); err != nil || r.Asked != 1 {
		t.Errorf("%+v (%v)", r, err)
	}
	h.is(t, in, funds.Paid)
	h.holds(t, ledger.Wallet("tom"), 60)
	h.Audit(t)
}

// A package that is edited, switched off or removed while somebody pays: the
// payment gives what was frozen.
func TestPackageChangesMidPayment(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	first, second := h.buy(t, "tom", p), h.buy(t, "eva", p)
	p.Price.Minor, p.Tokens, p.Active = 99_900, money.Whole(1), false
	if _, err := h.SavePackage(as(ada), p); err != nil {
		t.Fatal(err)
	}
	h.tell(t, event(first, gateway.Paid, "paid"))
	h.holds(t, ledger.Wallet("tom"), 120)
	_, err := h.Buy(t.Context(), funds.Order{MemberID: "tom", PackageID: p.ID}, "")
	wants(t, "a package that is off", err, funds.ErrNoPackage)
	if err := h.DropPackage(as(ada), p.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Values: gateway.Values{"shop": "abc"}}); err != nil { // off, too
		t.Fatal(err)
	}
	h.tell(t, event(second, gateway.Paid, "paid"))
	h.holds(t, ledger.Wallet("eva"), 120)
	h.Audit(t)
}

// What came is kept as it came, sealed, for 90 days; of forgeries only so many.
func TestNotificationsAreKept(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	h.tell(t, event(in, gateway.Paid, "paid"))
	f, err := h.Look(t.Context(), in.ID)
	if err != nil || len(f.Events) != 1 {
		t.Fatal(f, err)
	}
	raw, err := h.Raw(t.Context(), f.Events[0].NotificationID)
	if err != nil || !bytes.Contains(raw.Body, []byte(in.ID)) || raw.Header.Get("Signature") != "right" {
		t.Errorf("kept: %+v (%v)", raw, err)
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_notifications WHERE sealed LIKE $1 OR sealed LIKE '%right%'`, "%"+in.ID+"%"); n != 0 {
		t.Error("a notification can be read in the database")
	}
	for range 5 {
		forged := signed(event(in, gateway.Paid, "paid"))
		forged.Header.Set("Signature", "wrong")
		reply, err := h.Notify(t.Context(), "vendor", forged)
		if err != nil || reply != (gateway.Reply{Status: http.StatusForbidden}) {
			t.Errorf("a forgery is answered %+v (%v)", reply, err)
		}
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_notifications WHERE outcome = 'unauthentic'`); n != 3 {
		t.Errorf("%d forgeries were kept, want 3", n)
	}
	h.clock.Advance(90*24*time.Hour - time.Millisecond)
	if n, err := h.Forget(t.Context()); err != nil || n != 0 {
		t.Errorf("%d forgotten too early (%v)", n, err)
	}
	h.clock.Advance(2 * time.Millisecond)
	if n, err := h.Forget(t.Context()); err != nil || n != 4 {
		t.Errorf("%d forgotten, want 4 (%v)", n, err)
	}
	_, err = h.Raw(t.Context(), f.Events[0].NotificationID)
	wants(t, "after 90 days", err, funds.ErrNoPayment)
}

// The route itself: no session, both methods, and bounds.
// Forgeries are bounded by network, not by address, and the table of them has an
// end however many networks send them.
func TestForgeriesAreBounded(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	forge := func(address string) {
		raw := signed(event(in, gateway.Paid, "paid"))
		raw.Header.Set("Signature", "wrong")
		raw.RemoteIP = netip.MustParseAddr(address)
		if _, err := h.Notify(t.Context(), "vendor", raw); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() int64 {
		return testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_notifications WHERE outcome = 'unauthentic'`)
	}
	for i := range 20 {
		forge(fmt.Sprintf("2001:db8::%x", i))
	}
	if n := kept(); n != 3 {
		t.Errorf("%d forgeries of one /64 were kept, want 3", n)
	}
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range 997 {
			_, err := db.Exec(ctx, tx, `
				INSERT INTO funds_notifications (id, gateway, address, sealed, outcome, received_at)
				VALUES ($1, 'vendor', '', 'x', 'unauthentic', 1)`, fmt.Sprint("forged", i))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		forge(fmt.Sprintf("198.51.100.%d", i))
	}
	if n := kept(); n != 1000 {
		t.Errorf("%d forgeries are kept in all, want 1000", n)
	}
	h.tell(t, event(in, gateway.Paid, "paid")) // what is signed is kept and settled as ever
	h.holds(t, ledger.Wallet("tom"), 120)
}

func TestWebhookRoute(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	post := func(path, signature string, body []byte) (int, string) {
		answer := testkit.Call(h.router, tom, "POST "+path, string(body), map[string]string{"Signature": signature, "Content-Type": "application/json"})
		return answer.Code, answer.Body.String()
	}
	const hook = "/payment/webhooks/vendor"
	good := signed(event(in, gateway.Paid, "paid")).Body
	for name, c := range map[string]struct {
		path, signature string
		body            []byte
		status          int
		answer          string
	}{
		"forged":            {hook, "wrong", good, http.StatusForbidden, ""},
		"of no interest":    {hook, "right", []byte("hello"), http.StatusOK, "OK"},
		"genuine":           {hook, "right", good, http.StatusOK, "OK"},
		"too large":         {hook, "right", bytes.Repeat([]byte("x"), gateway.MaxBody+1), http.StatusRequestEntityTooLarge, "too large"},
		"an unknown one":    {"/payment/webhooks/nobody", "right", good, http.StatusNotFound, "does not exist"},
		"one not set up":    {"/payment/webhooks/stripe", "right", good, http.StatusNotFound, "does not exist"},
		"a hostile address": {"/payment/webhooks/%2e%2e", "right", good, http.StatusNotFound, ""},
	} {
		if status, body := post(c.path, c.signature, c.body); status != c.status || !strings.Contains(body, c.answer) {
			t.Errorf("%s: answered %d %q, want %d %q", name, status, body, c.status, c.answer)
		}
	}
	h.holds(t, ledger.Wallet("tom"), 120)
	if got := testkit.Call(h.router, tom, "GET "+hook, "", nil); got.Code != http.StatusForbidden {
		t.Errorf("GET is answered %d", got.Code)
	}
	for _, route := range []string{"POST", "GET"} {
		found := false
		r := api.NewRouter("t", "0", nil)
		h.Routes(r)
		for _, known := range r.Routes() {
			found = found || known.Method == route && known.Public && strings.Contains(known.Path, "webhooks")
		}
		if !found {
			t.Errorf("%s of webhooks is not on the public list", route)
		}
	}
}

// A failure while settling is told to the vendor, who tries again.
func TestFailureIsToldToTheVendor(t *testing.T) {
	h := setup(t)
	in := h.buy(t, "tom", h.opened(t))
	if h.DB.Dialect() == "sqlite" {
		testkit.Exec(t, h.DB, `CREATE TRIGGER broken BEFORE INSERT ON funds_moves BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	} else {
		testkit.Exec(t, h.DB, `ALTER TABLE funds_moves ADD CONSTRAINT broken CHECK (tokens < 0)`)
	}
	reply, err := h.Notify(t.Context(), "vendor", signed(event(in, gateway.Paid, "paid")))
	if err != nil || reply.Status != http.StatusInternalServerError || reply.Body != "" {
		t.Errorf("answered %+v (%v)", reply, err)
	}
	h.is(t, in, funds.Created)
	h.holds(t, ledger.Wallet("tom"), 0)
	if h.DB.Dialect() == "sqlite" {
		testkit.Exec(t, h.DB, `DROP TRIGGER broken`)
	} else {
		testkit.Exec(t, h.DB, `ALTER TABLE funds_moves DROP CONSTRAINT broken`)
	}
	h.tell(t, event(in, gateway.Paid, "paid"))
	h.holds(t, ledger.Wallet("tom"), 120)
	h.Audit(t)
}
