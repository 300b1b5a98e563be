package refunds_test

import (
	"errors"
	"testing"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
)

// The database goes away at every moment of a decision, between two statements and after the last. Decided
// again it is refunded once: an answer that was lost after the COMMIT says that it is decided already.
func TestDatabaseLostAtEveryStatement(t *testing.T) {
	faulty := testkit.NewFaulty(t)
	h := over(faulty.DB)
	h.settle(t)
	for what, c := range map[string]struct {
		performer string
		give      money.Tokens
	}{"all of a sale": {"sara", 0}, "a part of one": {"nina", 11}} {
		faulty.AtEveryAnswer(t, "refunding "+what, func(int) (func() error, func()) {
			before := h.Balance(t, ledger.Wallet("tom"))
			asked := h.ask(t, h.sale(t, "tom", c.performer, 37))
			want := before
			if c.give > 0 {
				want += c.give - 37
			}
			decide := func() error {
				_, err := h.tryDecide(ada, resolved(asked, c.give))
				if errors.Is(err, refunds.ErrDecided) {
					err = nil
				}
				return err
			}
			return decide, func() {
				h.Holds(t, ledger.Wallet("tom"), want)
				if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE key = $1`, "refund-request:"+asked.ID); n != 1 {
					t.Errorf("%s was refunded %d times", what, n)
				}
				h.Audit(t)
			}
		})
	}
}
