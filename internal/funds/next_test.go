package funds_test

import (
	"testing"

	"limelight/internal/funds"
	"limelight/internal/testkit"
)

// Who reads the database does not follow a member to the vendor's page; the member's
// second click does. A way that was kept before it was sealed still leads there.
func TestWhereAPaymentGoesIsSealed(t *testing.T) {
	h := setup(t)
	order := funds.Order{MemberID: "tom", PackageID: h.opened(t).ID, ReturnURL: "https://l.test/?p=", CancelURL: "https://l.test/?c="}
	click := func() funds.Started {
		t.Helper()
		started, err := h.Buy(t.Context(), order, "click-1")
		if err != nil || started.URL != "https://vendor.test/pay" {
			t.Fatalf("the click leads to %q (%v)", started.URL, err)
		}
		return started
	}
	id := click().Intent.ID
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM funds_intents WHERE id = $1 AND next <> '' AND next NOT LIKE '%vendor%'`, id); n != 1 {
		t.Error("the way to the vendor's page lies open in the database")
	}
	click()
	testkit.Exec(t, h.db, `UPDATE funds_intents SET next = '{"URL":"https://vendor.test/pay"}' WHERE id = $1`, id)
	click()
}
