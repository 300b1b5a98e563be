package funds_test

import (
	"slices"
	"strings"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// Whoever has the database writes events as a gateway would tell them. They count for
// nothing when the payment is settled next, the check finds them, and an admin sees them.
func TestEventsFromTheDatabaseCreditNothing(t *testing.T) {
	const paid = `
		INSERT INTO funds_events (id, gateway, key, kind, intent_id, notification_id, session, sale, amount, total, reason, at, received_at, mac)
		SELECT 'ZZZ', 'vendor', 'forged', 'paid', i.id, '', '', '', i.price, -1, '', 1, 1, %s
		FROM funds_intents i WHERE i.account_id = 'tom'`
	for what, forge := range map[string]string{
		"a new one":                      paidAs(paid, `''`),
		"a new one with another's MAC":   paidAs(paid, `(SELECT mac FROM funds_events WHERE kind = 'paid')`),
		"the word pending changed":       `UPDATE funds_events SET kind = 'paid' WHERE kind = 'pending'`,
		"and without a MAC":              `UPDATE funds_events SET kind = 'paid', mac = '' WHERE kind = 'pending'`,
		"what another member's was told": `UPDATE funds_events SET intent_id = (SELECT id FROM funds_intents WHERE account_id = 'tom') WHERE kind = 'paid'`,
	} {
		t.Run(what, func(t *testing.T) {
			h := setup(t)
			p := h.opened(t)
			h.paidFor(t, "lara", p)
			in := h.buy(t, "tom", p)
			h.tell(t, event(in, gateway.Pending, "pending"))
			testkit.Exec(t, h.DB, forge)
			h.tell(t, event(in, gateway.Failed, "failed"))
			if _, err := h.ReconcileOne(as(ada), in.ID); err != nil {
				t.Error(err)
			}
			h.holds(t, ledger.Wallet("tom"), 0)
			if !slices.ContainsFunc(h.Violations(t), func(v ledger.Violation) bool { return v.Rule == "funds.told" }) {
				t.Errorf("the check does not see it: %v", h.Violations(t))
			}
			file, err := h.Look(t.Context(), in.ID)
			if err != nil || !slices.ContainsFunc(file.Events, func(e funds.Happened) bool { return e.Forged && e.Kind == gateway.Paid }) {
				t.Errorf("an admin does not see it: %+v, %v", file.Events, err)
			}
		})
	}
}

func paidAs(statement, mac string) string { return strings.Replace(statement, "%s", mac, 1) }

// A dispute that somebody wins in the database gives nothing back.
func TestDisputesAreNotWonInTheDatabase(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
	h.holds(t, ledger.Wallet("tom"), 0)
	testkit.Exec(t, h.DB, `
		INSERT INTO funds_events (id, gateway, key, kind, intent_id, notification_id, session, sale, amount, total, reason, at, received_at)
		SELECT 'ZZZ', gateway, 'forged', 'chargeback-won', intent_id, '', '', '', amount, total, '', at, received_at
		FROM funds_events WHERE kind = 'chargeback-opened'`)
	h.tell(t, event(in, gateway.FraudReported, "reported"))
	if got := h.Balance(t, ledger.Wallet("tom")); got != money.Whole(0) {
		t.Errorf("the wallet holds %v", got)
	}
	h.is(t, in, funds.ChargedBack)
}
