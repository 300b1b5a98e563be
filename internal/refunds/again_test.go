package refunds_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"path"
	"testing"
	"testing/fstest"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
	"limelight/migrations"
)

// reopen lets a payment be asked about once more from now on, as the end of an access does.
func (h *fixture) reopen(reference string) {
	h.clock.Advance(time.Second)
	h.mu.Lock()
	h.reopened[reference] = h.clock.Now()
	h.mu.Unlock()
	h.clock.Advance(time.Second)
}

func (h *fixture) offered(t testing.TB, reference string) bool {
	t.Helper()
	offers, _, err := h.Offers(t.Context(), "tom")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range offers {
		if o.Reference == reference {
			return true
		}
	}
	return false
}

// What was decided before a payment was opened again is asked about once more: not while the
// first request waits, not when it was decided after, and not a third time.
func TestSecondRequestAfterReopening(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "nina", money.Whole(100))
	is := func(when string, want error) {
		t.Helper()
		if offered := h.offered(t, reference); offered != (want == nil) {
			t.Errorf("%s: offered is %v", when, offered)
		}
		if want != nil {
			_, err := h.tryAsk(reference)
			wants(t, when, err, want)
		}
	}
	first := h.ask(t, reference)
	h.reopen(reference)
	is("while the first waits", refunds.ErrAsked)
	h.decide(t, refunds.Decision{RequestID: first.ID, To: refunds.Rejected, Note: "It is what you wanted."})
	is("decided after it was opened again", refunds.ErrAsked)
	h.reopen(reference)
	is("opened again after the decision", nil)
	second := h.ask(t, reference)
	is("while the second waits", refunds.ErrAsked)
	h.clock.Advance(time.Second)
	h.decide(t, resolved(second, money.Whole(30)))
	is("a third time", refunds.ErrAsked)
	if first, second := h.found(t, first.ID), h.found(t, second.ID); first.Status != refunds.Rejected || second.Resolution != refunds.Partial {
		t.Errorf("the requests are %s and %s", first.Status, second.Resolution)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000-70))
	h.Audit(t)
}

func (h *fixture) found(t testing.TB, requestID string) refunds.Request {
	t.Helper()
	list, _, _, err := h.Search(t.Context(), refunds.Filter{MemberID: "tom", Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.ID == requestID {
			return r
		}
	}
	t.Fatalf("%s is not among %d requests", requestID, len(list))
	return refunds.Request{}
}

// Sixteen times the same second question at once: one request.
func TestConcurrentSecondRequests(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "nina", money.Whole(20))
	h.decide(t, resolved(h.ask(t, reference), money.Whole(5)))
	h.reopen(reference)
	h.isAskedOnce(t, reference)
}

// However often a payment is asked about and in whichever parts it is given back: never is
// more given back than is left, and in the end everybody has what they had before it.
func TestPartsNeverExceedThePrice(t *testing.T) {
	h := setup(t)
	random := rand.New(rand.NewPCG(11, 184))
	for range testkit.Rounds(20, 5) {
		seller := []string{"nina", "sara"}[random.IntN(2)]
		price := money.Tokens(1 + random.Int64N(5000))
		reference := h.sale(t, "tom", seller, price)
		left := price
		for left > 0 {
			r := h.ask(t, reference)
			if r.Paid != price || r.Refundable != left {
				t.Fatalf("of %v he may have %v, want %v of %v", r.Paid, r.Refundable, left, price)
			}
			_, err := h.tryDecide(ada, resolved(r, left+1))
			if _, refused := errors.AsType[*fault.Fault](err); !refused {
				t.Fatalf("more than what is left of %v: %v", price, err)
			}
			part := 1 + money.Tokens(random.Int64N(int64(left)))
			if got := h.decide(t, resolved(r, part)); got.Split.Amount != part || got.Split.Given.Gross() != part {
				t.Fatalf("%v of %v was given back as %+v", part, left, got.Split)
			}
			left -= part
			h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000)-left)
			h.reopen(reference)
		}
		_, err := h.tryAsk(reference)
		wants(t, "when nothing is left", err, refunds.ErrNothing)
		for _, account := range []ledger.Account{ledger.Earnings("nina"), ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
			h.Holds(t, account, 0)
		}
		h.Audit(t)
	}
}

// Requests of the version that had one for each payment are what they were after the
// migration: what waits is decided, with its debts, and what was decided is asked about
// once more where that may be.
func TestRequestsOfTheVersionBefore(t *testing.T) {
	d := testkit.Open(t, testkit.Address(t))
	if _, err := d.Migrate(t.Context(), before(t, "0184")); err != nil {
		t.Fatal(err)
	}
	h := over(d)
	h.settle(t)
	waits, rejected := h.sale(t, "tom", "nina", money.Whole(50)), h.sale(t, "tom", "nina", money.Whole(50))
	for reference, state := range map[string][]any{waits: {"pending", "", "", 0}, rejected: {"rejected", "It was earned.", "ada", testkit.Noon.UnixMilli()}} {
		testkit.Exec(t, d, `
			INSERT INTO refund_requests (id, kind, reference, member_id, performer_id, paid, refundable, paid_at, reason, text, created_at, status, note, decided_by, decided_at)
			VALUES ($1, 'sale', $1, 'tom', 'nina', 5000, 5000, $2, 'mistake', 'I pressed it twice.', $2, $3, $4, $5, $6)`,
			append([]any{reference, testkit.Noon.UnixMilli()}, state...)...)
	}
	if n, err := d.Migrate(t.Context(), migrations.Files); err != nil || n == 0 {
		t.Fatalf("%d migrations, %v", n, err)
	}
	if got := h.found(t, rejected); got.Status != refunds.Rejected || got.Note != "It was earned." || got.DecidedBy != "ada" {
		t.Errorf("what was rejected is %+v", got)
	}
	_, err := h.tryAsk(waits)
	wants(t, "what waits", err, refunds.ErrAsked)
	_, err = h.tryAsk(rejected)
	wants(t, "what was rejected", err, refunds.ErrAsked)
	h.payOut(t, "nina", 0)
	h.decide(t, resolved(refunds.Request{ID: waits}, 0))
	h.Holds(t, ledger.Receivable("nina"), -money.Whole(35))
	if err := testkit.TryExec(d, `INSERT INTO refund_debts (request_id, account_id, owed) VALUES ('nothing', 'nina', 1)`); err == nil {
		t.Error("a debt is of no request")
	}
	h.reopen(rejected)
	h.ask(t, rejected)
	h.Audit(t)
}

// before are the migrations with a smaller number.
func before(t *testing.T, number string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(migrations.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(name) >= number {
			return err
		}
		text, err := fs.ReadFile(migrations.Files, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
