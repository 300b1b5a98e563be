package payouts_test

import (
	"fmt"
	"testing"
	"time"

	"limelight/internal/payouts"
	"limelight/internal/testkit"
)

// The audit finds what must not be.
func TestAuditFinds(t *testing.T) {
	for _, lie := range []struct{ rule, statement string }{
		{"payouts.reserved", `UPDATE payout_requests SET status = 'cancelled', decided_by = account_id WHERE status = 'pending'`},
		{"payouts.released", `UPDATE payout_requests SET status = 'cancelled', decided_by = account_id WHERE status = 'pending'`},
		{"payouts.done", `UPDATE payout_requests SET status = 'processing', decided_by = '' WHERE status = 'done'`},
		{"payouts.reserve", `UPDATE payout_requests SET units = units + 1 WHERE status = 'pending'`},
		{"payouts.fact", `DELETE FROM payout_requests WHERE status = 'done'`},
		{"payouts.account", `DELETE FROM payout_requests WHERE status = 'done'`},
		{"payouts.amount", `UPDATE payout_requests SET amount = amount * 100 WHERE status = 'pending'`},
		{"payouts.amount", `UPDATE payout_requests SET rate = rate * 2 WHERE status = 'pending'`},
		{"payouts.amount", `UPDATE payout_requests SET currency = 'JPY' WHERE status = 'pending'`},
		{"payouts.destination", `UPDATE payout_requests SET destination = (SELECT destination FROM payout_requests WHERE status = 'done') WHERE status = 'pending'`},
		{"payouts.destination", `UPDATE payout_requests SET shown = 'another account' WHERE status = 'pending'`},
		{"payouts.batch", `UPDATE payout_requests SET batch_id = 'lost' WHERE status = 'done'`},
	} {
		t.Run(lie.rule, func(t *testing.T) {
			h := setup(t)
			h.ready(t, 2000, nina, loft)
			r := h.asked(t, nina)
			h.turned(t, ada, r.ID, payouts.Processing)
			h.turned(t, ada, r.ID, payouts.Done)
			h.asked(t, loft)
			h.FindsDamage(t, lie.rule, lie.statement)
		})
	}
}

// The database refuses what the program would never ask of it.
func TestDatabaseRefuses(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina)
	r := h.asked(t, nina)
	for _, statement := range []string{
		`UPDATE payout_requests SET status = 'processing' WHERE id = '%s'`,
		`UPDATE payout_requests SET status = 'processing', approved_by = 'nina' WHERE id = '%s'`,
		`UPDATE payout_requests SET first_by = 'ada', approved_by = 'ada' WHERE id = '%s'`,
		`UPDATE payout_requests SET status = 'done', approved_by = 'ada' WHERE id = '%s'`,
		`UPDATE payout_requests SET status = 'rejected', decided_by = 'ada' WHERE id = '%s'`,
		`UPDATE payout_requests SET status = 'rejected', decided_by = 'nina', reason = 'x' WHERE id = '%s'`,
		`UPDATE payout_requests SET status = 'cancelled', decided_by = 'ada' WHERE id = '%s'`,
		`UPDATE payout_requests SET batch_id = 'b' WHERE id = '%s'`,
		`UPDATE payout_requests SET studio_id = 'nina' WHERE id = '%s'`,
	} {
		if err := testkit.TryExec(h.DB, fmt.Sprintf(statement, r.ID)); err == nil {
			t.Errorf("the database takes: %s", statement)
		}
	}
	if got := h.seen(t, r.ID); got.Status != payouts.Pending || got.UpdatedAt.After(h.clock.Now().Add(time.Second)) {
		t.Errorf("the request has become %+v", got)
	}
}
