package wheel_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/wheel"
)

func TestDone(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	r := h.spin(t, tomsSpin).Result
	done, err := h.Decide(t.Context(), "nina", r.ID, wheel.Done)
	if err != nil || done.Status != wheel.Done || !done.DecidedAt.Equal(testkit.Noon) {
		t.Errorf("decided %+v, %v", done, err)
	}
	if _, err := h.Decide(t.Context(), "nina", r.ID, wheel.Rejected); !errors.Is(err, wheel.ErrDecided) {
		t.Errorf("rejected after done: %v", err)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	decided := h.decided.All(t)
	if len(decided) != 1 || decided[0].Result.Status != wheel.Done {
		t.Errorf("heard %+v", decided)
	}
	h.Audit(t)
}

func TestRejectedGivesEverythingBack(t *testing.T) {
	h := setup(t)
	h.fill(t, "sara", 6)
	h.Grant(t, "tom", 100)
	order := tomsSpin
	order.PerformerID = "sara"
	r := h.spin(t, order).Result
	if _, err := h.Decide(t.Context(), "sara", r.ID, wheel.Rejected); err != nil {
		t.Fatal(err)
	}
	for _, to := range []wheel.Status{wheel.Rejected, wheel.Done} {
		if _, err := h.Decide(t.Context(), "sara", r.ID, to); !errors.Is(err, wheel.ErrDecided) {
			t.Errorf("%s after rejected: %v", to, err)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	for _, account := range []ledger.Account{ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
		h.Holds(t, account, 0)
	}
	h.Audit(t)
}

// Eight devices decide at once: one does.
func TestDecidedOnce(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	r := h.spin(t, tomsSpin).Result
	var first, late atomic.Int64
	testkit.Together(8, func(i int) {
		_, err := h.Decide(context.Background(), "nina", r.ID, []wheel.Status{wheel.Done, wheel.Rejected}[i%2])
		switch {
		case err == nil:
			first.Add(1)
		case errors.Is(err, wheel.ErrDecided):
			late.Add(1)
		default:
			t.Error(err)
		}
	})
	if first.Load() != 1 || late.Load() != 7 {
		t.Errorf("%d decided and %d came late", first.Load(), late.Load())
	}
	h.Audit(t)
}

func TestOnlyTheOwnerDecides(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	r := h.spin(t, tomsSpin).Result
	for _, c := range [][2]string{{"sara", r.ID}, {"tom", r.ID}, {"nina", "nothing"}, {"nina", "no\x00id"}} {
		if _, err := h.Decide(t.Context(), c[0], c[1], wheel.Done); !errors.Is(err, wheel.ErrNoResult) {
			t.Errorf("%s decides %q: %v", c[0], c[1], err)
		}
	}
	_, err := h.Decide(t.Context(), "nina", r.ID, wheel.Pending)
	if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Kind != fault.Invalid {
		t.Errorf("back to pending: %v", err)
	}
	if _, err := h.Decide(t.Context(), "nina", r.ID, wheel.Done); err != nil {
		t.Errorf("and then for real: %v", err)
	}
}

// Who has spent her earnings cannot reject; the result waits.
func TestRejectedWithoutEarnings(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	r := h.spin(t, tomsSpin).Result
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "grant:spent", Kind: "grant", Reference: "spent",
			Legs: []ledger.Leg{{Source: ledger.Earnings("nina"), Target: ledger.WorldGrant, Amount: money.Whole(20)}},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Decide(t.Context(), "nina", r.ID, wheel.Rejected); !errors.Is(err, wheel.ErrSpent) {
		t.Errorf("rejected: %v", err)
	}
	if _, err := h.Decide(t.Context(), "nina", r.ID, wheel.Done); err != nil {
		t.Errorf("it does not wait: %v", err)
	}
	h.Audit(t)
}

func TestResultsPageByPage(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 500)
	h.Grant(t, "ann", 500)
	anns := tomsSpin
	anns.MemberID, anns.MemberName = "ann", "Ann"
	for range 3 {
		h.spin(t, tomsSpin)
		h.spin(t, anns)
		h.clock.Advance(1e6)
	}
	all, total, names, err := h.Results(t.Context(), wheel.Query{PerformerID: "nina", Limit: 4})
	if err != nil || total != 6 || len(all) != 4 || names["tom"] != "the tom" {
		t.Fatalf("%d of %d results, %v, %v", len(all), total, names, err)
	}
	if all[0].CreatedAt.Before(all[3].CreatedAt) {
		t.Error("the newest is not first")
	}
	if _, err := h.Decide(t.Context(), "nina", all[0].ID, wheel.Done); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    wheel.Query
		want int
	}{
		{wheel.Query{PerformerID: "nina", Status: wheel.Pending, Limit: 10}, 5},
		{wheel.Query{PerformerID: "nina", Status: wheel.Done, Limit: 10}, 1},
		{wheel.Query{MemberID: "ann", Limit: 10}, 3},
		{wheel.Query{MemberID: "ann", PerformerID: "nina", Limit: 10}, 3},
		{wheel.Query{MemberID: "ann", PerformerID: "sara", Limit: 10}, 0},
		{wheel.Query{MemberID: "nina", Limit: 10}, 0},
		{wheel.Query{PerformerID: "sara", Limit: 10}, 0},
	} {
		if list, total, _, err := h.Results(t.Context(), c.q); err != nil || total != c.want || len(list) != c.want {
			t.Errorf("%+v: %d of %d, %v; want %d", c.q, len(list), total, err, c.want)
		}
	}
}

// The audit finds a result without its transfer, a transfer without its result, one
// that was posted otherwise than it was split, and a refund that does not fit.
func TestRuleFindsDamage(t *testing.T) {
	for _, c := range []struct{ rule, damage string }{
		{"wheel.transfer", `UPDATE wheel_results SET transfer_id = 'nothing'`},
		{"wheel.fact", `DELETE FROM wheel_results`},
		{"wheel.shares", `UPDATE wheel_results SET net = net + 1, site_fee = site_fee - 1`},
		{"wheel.refund", `UPDATE wheel_results SET status = 'rejected', decided_at = 1`},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := setup(t)
			h.fill(t, "nina", 6)
			h.Grant(t, "tom", 100)
			h.spin(t, tomsSpin)
			testkit.Exec(t, h.DB, c.damage)
			found := h.Violations(t)
			if len(found) != 1 || found[0].Rule != c.rule {
				t.Errorf("found %v, want one of %s", found, c.rule)
			}
		})
	}
}

// What the site gave back is noted once, and never of what she rejected; she cannot
// reject it any more.
func TestNoteRefund(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", wheel.Min)
	h.Grant(t, "tom", 1000)
	given, rejected := h.spin(t, tomsSpin).Result, h.spin(t, tomsSpin).Result
	if _, err := h.Decide(t.Context(), "nina", rejected.ID, wheel.Rejected); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   string
		want error
	}{{rejected.ID, wheel.ErrDecided}, {"nothing", wheel.ErrNoResult}, {given.ID, nil}, {given.ID, wheel.ErrRefunded}} {
		if err := h.noteRefund(t, c.id, 10); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.id, err, c.want)
		}
	}
	if _, err := h.Decide(t.Context(), "nina", given.ID, wheel.Rejected); !errors.Is(err, wheel.ErrRefunded) {
		t.Errorf("she rejects it: %v", err)
	}
	if found := h.Violations(t); len(found) != 1 || found[0].Rule != "wheel.refunded" { // nothing was posted for it
		t.Errorf("the audit finds %v", found)
	}
}
