package app_test

import (
	"testing"

	"limelight/internal/testkit"
)

// A site of the version that kept ways to vendors' pages in clear, and after the
// payment was over, is opened by this one: the way of an open payment is sealed,
// the others are gone.
func TestWaysOfTheVersionBefore(t *testing.T) {
	cfg := config(t)
	cfg.Data = t.TempDir() // empty: the old program comes first
	if cfg.Database != "" {
		cfg.Database = testkit.Address(t)
	}
	old := testkit.Open(t, cfg.Where())
	if n, err := old.Migrate(t.Context(), until(t, "0151_show_cuts.sql")); err != nil || n == 0 {
		t.Fatalf("%d migrations of the version before (%v)", n, err)
	}
	for _, state := range []string{"created", "paid", "failed"} {
		testkit.Exec(t, old, `
			INSERT INTO funds_intents (id, kind, account_id, package_id, package_name, gateway, price, currency, tokens, bonus, state, next, created_at)
			VALUES ($1, 'purchase', 'tom', 'p', 'p', 'sandbox', 100, 'EUR', 100, 0, $1, '{"URL":"https://vendor.test/pay"}', 1)`, state)
	}
	start(t, cfg) // migrates
	testkit.Eventually(t, "the way of the open payment is sealed, and the others are gone", func() bool {
		return testkit.Int(t, old, `SELECT COUNT(*) FROM funds_intents WHERE state = 'created' AND next NOT LIKE '%vendor%' AND next <> ''`) == 1 &&
			testkit.Int(t, old, `SELECT COUNT(*) FROM funds_intents WHERE next <> ''`) == 1
	})
}
