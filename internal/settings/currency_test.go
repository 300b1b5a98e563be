package settings

import (
	"strings"
	"testing"

	"limelight/internal/kit/money"
)

// The currency is a known one, and changes with its rate, when nothing is unpaid.
func TestCurrencyChangesWithItsRate(t *testing.T) {
	h := setup(t)
	refused := func(says string, pairs ...string) {
		t.Helper()
		err := h.Change(t.Context(), "ada", values(pairs...))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, want %q", pairs, err, says)
		}
		if got := h.Get(); got.Currency != "USD" || got.TokenPayoutRate != 500 {
			t.Errorf("%v: it is %s at %d now", pairs, got.Currency, got.TokenPayoutRate)
		}
	}
	if err := h.Change(t.Context(), "ada", values("tokenPayoutRate", "500")); err != nil {
		t.Fatal(err)
	}
	refused("no currency", "currency", `"ZZZ"`, "tokenPayoutRate", "7")
	refused("what a payout pays", "currency", `"JPY"`)
	h.unpaid = money.Whole(20)
	refused("20 tokens were earned in USD", "currency", `"JPY"`, "tokenPayoutRate", "70000")
	if err := h.Change(t.Context(), "ada", values("currency", `"USD"`)); err != nil {
		t.Errorf("the same currency again: %v", err)
	}
	h.unpaid = 0
	if err := h.Change(t.Context(), "ada", values("currency", `"JPY"`, "tokenPayoutRate", "70000")); err != nil {
		t.Fatal(err)
	}
	if got := h.Get(); got.Currency != "JPY" || got.TokenPayoutRate != 70000 {
		t.Errorf("it is %s at %d", got.Currency, got.TokenPayoutRate)
	}
	h.unpaid = 1
	if err := h.Rollback(t.Context(), "ada", "currency", ""); err == nil {
		t.Error("a rollback changed the currency of unpaid earnings")
	}
	if err := h.Change(t.Context(), "ada", values("currency", "null", "tokenPayoutRate", "500")); err == nil {
		t.Error("the default's return changed the currency of unpaid earnings")
	}
}
