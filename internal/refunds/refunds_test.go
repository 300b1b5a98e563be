package refunds_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
)

// Tom asks about 100 tokens that he paid to Nina and has all of them back: 30 of
// the site, 70 of hers.
func TestAFullRefund(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "nina", money.Whole(100))
	r := h.ask(t, reference)
	if r.Status != refunds.Pending || r.Paid != money.Whole(100) || r.Refundable != money.Whole(100) {
		t.Errorf("he asked for %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(99_900)) // asking moves nothing
	r = h.decide(t, resolved(r, 0))
	if r.Status != refunds.Resolved || r.Resolution != refunds.Full || r.Split.Given != (ledger.Shares{SiteFee: 3000, Net: 7000}) {
		t.Errorf("it was resolved as %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000))
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.Holds(t, ledger.SiteRevenue, 0)
	h.Audit(t)
	if told := h.decided.All(t); len(told) != 1 || told[0].Request.ID != r.ID {
		t.Errorf("%d decisions were told", len(told))
	}
	if acts := testkit.Acts(t, h.DB); !slices.Equal(acts, []string{"refund.resolved refund_request:" + r.ID}) {
		t.Errorf("the audit log has %v", acts)
	}
}

// A part is split by the terms of the payment: what is left is as if it alone had
// been paid. G = 0.37 of 30 % and 60 % is 0.11, 0.10 and 0.16; 0.20 is 0.06, 0.05
// and 0.09.
func TestAPartialRefund(t *testing.T) {
	h := setup(t)
	r := h.decide(t, resolved(h.ask(t, h.sale(t, "tom", "sara", 37)), 17))
	if r.Resolution != refunds.Partial || r.Split.Given != (ledger.Shares{SiteFee: 5, StudioNet: 5, Net: 7}) {
		t.Errorf("it was resolved as %+v", r)
	}
	h.Holds(t, ledger.Earnings("sara"), 9)
	h.Holds(t, ledger.Earnings("loft"), 5)
	h.Holds(t, ledger.SiteRevenue, 6)
	h.Audit(t)

	full := resolved(r, 0)
	_, err := h.tryDecide(ada, full)
	wants(t, "a part, then all", err, refunds.ErrDecided)
	_, err = h.tryAsk(r.Reference)
	wants(t, "a second request", err, refunds.ErrAsked)
	h.Audit(t)
}

// Rejecting moves nothing and is final.
func TestRejected(t *testing.T) {
	h := setup(t)
	r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(100)))
	no := refunds.Decision{RequestID: r.ID, To: refunds.Rejected, Note: "She did what you had asked for."}
	if got := h.decide(t, no); got.Status != refunds.Rejected || got.Note != no.Note || got.DecidedBy != "ada" {
		t.Errorf("it became %+v", got)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(99_900))
	_, err := h.tryDecide(bea, resolved(r, 0))
	wants(t, "all the same", err, refunds.ErrDecided)
	_, err = h.tryDecide(bea, no)
	wants(t, "once more", err, refunds.ErrDecided)
	h.clock.Advance(49 * time.Hour) // it is too late as well, but this is the reason
	_, err = h.tryAsk(r.Reference)
	wants(t, "asked again", err, refunds.ErrAsked)
	h.Audit(t)
}

// 48 hours, to the second.
func TestWindowForRequests(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{48*time.Hour - time.Second, nil}, {48 * time.Hour, nil}, {48*time.Hour + time.Second, refunds.ErrLate}} {
		h := setup(t)
		reference := h.sale(t, "tom", "nina", money.Whole(20))
		h.clock.Advance(c.after)
		offers, _, err := h.Offers(t.Context(), "tom")
		if err != nil {
			t.Fatal(err)
		}
		if offered := len(offers) == 1; offered != (c.want == nil) {
			t.Errorf("after %v %d payments are offered", c.after, len(offers))
		}
		_, err = h.tryAsk(reference)
		wants(t, c.after.String(), err, c.want)
	}
}

// What may be asked about is listed until it was asked about.
func TestRefundablePayments(t *testing.T) {
	h := setup(t)
	first, second := h.sale(t, "tom", "nina", money.Whole(20)), h.sale(t, "tom", "sara", money.Whole(30))
	gone := h.sale(t, "tom", "nina", money.Whole(40))
	h.fault(t, gone, money.Whole(40))
	h.sale(t, "ann", "nina", money.Whole(50))
	h.ask(t, first)
	offers, names, err := h.Offers(t.Context(), "tom")
	if err != nil || len(offers) != 1 || offers[0].Reference != second || names["sara"] != "the sara" {
		t.Errorf("%v: offered are %+v of %v, want %s", err, offers, names, second)
	}
}

func TestRefusedQuestions(t *testing.T) {
	h := setup(t)
	toms, gone := h.sale(t, "tom", "nina", money.Whole(20)), h.sale(t, "tom", "nina", money.Whole(40))
	h.fault(t, gone, money.Whole(40))
	good := refunds.Question{MemberID: "tom", Kind: "sale", Reference: toms, Reason: "mistake", Text: because}
	for name, c := range map[string]struct {
		change func(*refunds.Question)
		want   string
	}{
		"somebody else's":     {func(q *refunds.Question) { q.MemberID = "ann" }, "This payment does not exist."},
		"her own income":      {func(q *refunds.Question) { q.MemberID = "nina" }, "This payment does not exist."},
		"no payment":          {func(q *refunds.Question) { q.Reference = "tom-nina-9" }, "This payment does not exist."},
		"no id":               {func(q *refunds.Question) { q.Reference = "' OR 1=1" }, "This payment does not exist."},
		"a kind of nobody":    {func(q *refunds.Question) { q.Kind = "purchase" }, "This payment does not exist."},
		"no reason":           {func(q *refunds.Question) { q.Reason = "" }, "Must be one of the reasons for this payment"},
		"nothing to say":      {func(q *refunds.Question) { q.Text = "why not  " }, "Must have 10 to 1000 characters"},
		"too much to say":     {func(q *refunds.Question) { q.Text = strings.Repeat("ä", 1001) }, "Must have 10 to 1000 characters"},
		"what was given back": {func(q *refunds.Question) { q.Reference = gone }, "Nothing of this payment is left to be given back."},
	} {
		q := good
		c.change(&q)
		_, _, err := h.Ask(t.Context(), q, "")
		f, is := errors.AsType[*fault.Fault](err)
		if !is || f.Text != c.want && (len(f.Fields) == 0 || f.Fields[0].Text != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	good.Text = strings.Repeat("ä", 1000)
	if _, _, err := h.Ask(t.Context(), good, ""); err != nil {
		t.Errorf("a thousand letters: %v", err)
	}
	h.Audit(t)
}

func TestRefusedDecisions(t *testing.T) {
	h := setup(t)
	r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(20)))
	admin := ada
	for name, c := range map[string]struct {
		change func(*refunds.Decision)
		want   string
	}{
		"no such request":    {func(d *refunds.Decision) { d.RequestID = "nothing" }, "This refund request does not exist."},
		"no id":              {func(d *refunds.Decision) { d.RequestID = "%" }, "This refund request does not exist."},
		"back to pending":    {func(d *refunds.Decision) { d.To = refunds.Pending }, "Must be one of resolved, rejected"},
		"no note":            {func(d *refunds.Decision) { d.Note = " \n " }, "Must have 10 to 500 characters"},
		"a long note":        {func(d *refunds.Decision) { d.Note = strings.Repeat("x", 501) }, "Must have 10 to 500 characters"},
		"more than was paid": {func(d *refunds.Decision) { d.Token = 2001 }, "Must be above 0 and at most 20.00"},
		"less than nothing":  {func(d *refunds.Decision) { d.Token = -1 }, "Must be above 0 and at most 20.00"},
	} {
		d := resolved(r, 0)
		c.change(&d)
		_, err := h.tryDecide(admin, d)
		f, is := errors.AsType[*fault.Fault](err)
		if !is || f.Text != c.want && (len(f.Fields) == 0 || f.Fields[0].Text != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for _, own := range []string{"tom", "nina"} {
		admin.ID = own
		_, err := h.tryDecide(admin, resolved(r, 0))
		wants(t, own+" decides about an own payment", err, refunds.ErrOwn)
	}
	if err := testkit.TryExec(h.DB, `
		UPDATE refund_requests SET status = 'rejected', note = 'by herself', decided_by = 'nina', decided_at = 1`); err == nil {
		t.Error("the database lets her decide about an own payment")
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(99_980))
	h.Audit(t)
}

// What a fault gave back already is not given back again: of five minutes at 3.33,
// one and a half came back, and the rest is split minute by minute as it was.
func TestAfterAFault(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "sara", 333)
	for range 4 {
		h.Write(t, func(ctx context.Context, tx *db.Tx) error { return h.another(ctx, tx, reference, 333) })
	}
	h.fault(t, reference, 500)
	r := h.ask(t, reference)
	if r.Paid != 1665 || r.Refundable != 1165 {
		t.Errorf("he paid %v, of which %v can be given back", r.Paid, r.Refundable)
	}
	h.decide(t, resolved(r, 0))
	for _, account := range []ledger.Account{ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
		h.Holds(t, account, 0)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000))
	h.Audit(t)
}

// A fault comes between the question and the answer: only what is left then is
// given back.
func TestAFaultInBetween(t *testing.T) {
	h := setup(t)
	some, all := h.sale(t, "tom", "nina", money.Whole(100)), h.sale(t, "tom", "nina", money.Whole(100))
	one, two := h.ask(t, some), h.ask(t, all)
	h.fault(t, some, money.Whole(90))
	h.fault(t, all, money.Whole(100))
	_, err := h.tryDecide(ada, resolved(one, money.Whole(11)))
	if _, field := errors.AsType[*fault.Fault](err); !field {
		t.Errorf("more than what is left: %v", err)
	}
	if got := h.decide(t, resolved(one, 0)); got.Split.Amount != money.Whole(10) || got.Resolution != refunds.Full {
		t.Errorf("given back was %+v", got)
	}
	_, err = h.tryDecide(ada, resolved(two, 0))
	wants(t, "nothing is left", err, refunds.ErrNothing)
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000))
	h.Audit(t)
}

// A click that comes twice asks once.
func TestTheSameQuestionTwice(t *testing.T) {
	h := setup(t)
	q := refunds.Question{MemberID: "tom", Kind: "sale", Reference: h.sale(t, "tom", "nina", money.Whole(20)), Reason: "mistake", Text: because}
	first, _, err := h.Ask(t.Context(), q, "a key")
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := h.Ask(t.Context(), q, "a key")
	if err != nil || again.ID != first.ID {
		t.Errorf("the same key: %s and %v, want %s", again.ID, err, first.ID)
	}
}

// Sixteen times the same question at once: one request.
func TestConcurrentRequests(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "nina", money.Whole(20))
	h.isAskedOnce(t, reference)
}

// isAskedOnce asks sixteen times at once about a payment: one request is made.
func (h *fixture) isAskedOnce(t *testing.T, reference string) {
	t.Helper()
	var made atomic.Int64
	testkit.Together(16, func(int) {
		_, err := h.tryAsk(reference)
		switch {
		case err == nil:
			made.Add(1)
		case !errors.Is(err, refunds.ErrAsked):
			t.Error(err)
		}
	})
	if made.Load() != 1 {
		t.Errorf("%d requests were made", made.Load())
	}
}

// Two admins at once, many times: each request is decided once, and either all or
// nothing of it was given back.
func TestConcurrentDecisions(t *testing.T) {
	h := setup(t)
	for range 8 {
		r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(20)))
		var done atomic.Int64
		testkit.Together(8, func(i int) {
			d := resolved(r, 0)
			if i%2 == 0 {
				d.To = refunds.Rejected
			}
			_, err := h.tryDecide([]account.Caller{ada, bea}[i%2], d)
			switch {
			case err == nil:
				done.Add(1)
			case !errors.Is(err, refunds.ErrDecided):
				t.Error(err)
			}
		})
		if done.Load() != 1 {
			t.Errorf("it was decided %d times", done.Load())
		}
	}
	if acts := testkit.Acts(t, h.DB); len(acts) != 8 {
		t.Errorf("the audit log has %v", acts)
	}
	h.Audit(t)
}

func TestRateLimitOfRequests(t *testing.T) {
	h := setup(t)
	h.Limiter = limit.New(h.clock.Now, refunds.Limits())
	for range 20 {
		h.ask(t, h.sale(t, "tom", "nina", money.Whole(20)))
	}
	_, err := h.tryAsk(h.sale(t, "tom", "nina", money.Whole(20)))
	wants(t, "the twenty-first", err, limit.ErrTooMany)
	h.clock.Advance(time.Hour)
	h.ask(t, h.sale(t, "tom", "nina", money.Whole(20)))
}
