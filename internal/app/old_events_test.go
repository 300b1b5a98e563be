package app_test

import (
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// What gateways told to a version without MACs of it counts on: the first start gives it
// its MACs, once. What somebody writes into the database later is not blessed by another
// start.
func TestEventsOfTheVersionBefore(t *testing.T) {
	cfg := config(t)
	cfg.Data = t.TempDir() // empty: the old program comes first
	if cfg.Database != "" {
		cfg.Database = testkit.Address(t)
	}
	old := testkit.Open(t, cfg.Where())
	if n, err := old.Migrate(t.Context(), until(t, "0159_proposals.sql")); err != nil || n == 0 {
		t.Fatalf("%d migrations of the version before (%v)", n, err)
	}
	testkit.Exec(t, old, `
		INSERT INTO funds_intents (id, kind, account_id, package_id, package_name, gateway, price, currency, tokens, bonus, state, created_at)
		VALUES ('i', 'purchase', 'tom', 'p', 'p', 'sandbox', 100, 'EUR', 100, 0, 'pending', 1)`)
	oldEvent := func(id string) {
		testkit.Exec(t, old, `
			INSERT INTO funds_events (id, gateway, key, kind, intent_id, notification_id, session, sale, amount, total, reason, at, received_at)
			VALUES ($1, 'sandbox', $1, 'pending', 'i', '', '', '', 100, -1, '', 1, 1)`, id)
	}
	oldEvent("told")
	t.Run("the first start", func(t *testing.T) { start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}) })

	told := func() []string {
		report, err := app.Check(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(report.Found, func(line string) bool {
			return !strings.HasPrefix(line, "funds.told") && !strings.HasPrefix(line, "macs")
		})
	}
	if found := told(); len(found) > 0 {
		t.Errorf("what was told before: %q", found)
	}
	oldEvent("forged")
	t.Run("another start", func(t *testing.T) { start(t, cfg) })
	if found := told(); len(found) != 1 || !strings.Contains(found[0], "forged") {
		t.Errorf("what was written past the program: %q", found)
	}
}
