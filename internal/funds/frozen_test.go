package funds_test

import (
	"context"
	"net/http"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// tamper changes a payment as somebody with the database does.
func (h *fixture) tamper(t testing.TB, in funds.Intent, set string) {
	t.Helper()
	err := h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE funds_intents SET `+set+` WHERE id = $1`, in.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A payment that was changed after it was begun is never credited, by whatever way it
// would be settled, and an admin sees why.
func TestChangedPaymentsAreNotCredited(t *testing.T) {
	for what, set := range map[string]string{
		"more tokens":    `tokens = 100000000`,
		"more bonus":     `bonus = 100000000`,
		"another member": `account_id = 'eve'`,
		"as if paid":     `tokens = 100000000, paid_at = 1`,
		"without a MAC":  `tokens = 100000000, mac = 'x'`,
	} {
		t.Run(what, func(t *testing.T) {
			h := setup(t)
			in := h.buy(t, "tom", h.opened(t))
			paid := event(in, gateway.Paid, "paid")
			h.tamper(t, in, set)
			seen := what != "as if paid" // that one is refused whenever it would be credited
			reply, err := h.Notify(context.Background(), "vendor", signed(paid))
			if err != nil || (reply.Status == http.StatusOK) != seen {
				t.Errorf("the notification is answered %d, %v", reply.Status, err)
			}
			h.vendor.mu.Lock()
			h.vendor.facts["s-"+in.ID] = []gateway.Event{paid}
			h.vendor.mu.Unlock()
			if _, err := h.ReconcileOne(as(ada), in.ID); (err == nil) != seen {
				t.Errorf("asked by hand: %v", err)
			}
			waiting, _, err := h.Mismatches(context.Background(), "open", 0, 10)
			if err != nil || (len(waiting) == 1) != seen {
				t.Errorf("%d wait in quarantine, %v", len(waiting), err)
			}
			for _, o := range waiting {
				_, err := h.ResolveMismatch(as(ada), o.ID, true, in.ID, "it looks right to me")
				if err == nil {
					_, err = h.ResolveMismatch(as(ben), o.ID, true, in.ID, "it looks right to me")
				}
				wants(t, "applied by hand", err, funds.ErrChanged)
			}
			if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_moves`); n != 0 {
				t.Errorf("%d moves", n)
			}
		})
	}
}

// The same of what is entered by hand and waits for a second admin.
func TestChangedEntriesAreNotBooked(t *testing.T) {
	h := setup(t)
	for _, debit := range []bool{false, true} {
		entry, err := h.Enter(as(ada), funds.Entry{
			AccountID: "tom", Debit: debit, Tokens: money.Whole(800), Reason: "a bank transfer of today", Reference: "one",
		})
		if err != nil || entry.State != funds.Created {
			t.Fatal(entry.State, err)
		}
		h.tamper(t, entry, `tokens = 4000000`)
		_, err = h.DecideEntry(as(ben), entry.ID, true, "as agreed with the member")
		wants(t, "an entry by hand", err, funds.ErrChanged)
	}
}
