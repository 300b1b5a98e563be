package funds_test

import (
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/testkit"
)

const vendorsPage = "https://vendor.test/pay"

// click sends the same click again and again, and wants to be led somewhere.
func (h *fixture) click(t *testing.T, order funds.Order, want string) funds.Intent {
	t.Helper()
	started, err := h.Buy(t.Context(), order, "click-1")
	if err != nil || started.URL != want {
		t.Fatalf("the click leads to %q (%v), want %q", started.URL, err, want)
	}
	return started.Intent
}

// Who reads the database does not follow a member to the vendor's page; the member's
// second click does. A way that was kept before it was sealed still leads there, and
// is sealed when the program starts.
func TestPaymentAddressIsSealed(t *testing.T) {
	h := setup(t)
	order := funds.Order{MemberID: "tom", PackageID: h.opened(t).ID, ReturnURL: "https://l.test/?p=", CancelURL: "https://l.test/?c="}
	id := h.click(t, order, vendorsPage).ID
	sealed := func() int64 {
		return testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_intents WHERE id = $1 AND next <> '' AND next NOT LIKE '%vendor%'`, id)
	}
	if sealed() != 1 {
		t.Error("the way to the vendor's page lies open in the database")
	}
	h.click(t, order, vendorsPage)
	testkit.Exec(t, h.DB, `UPDATE funds_intents SET next = '{"URL":"`+vendorsPage+`"}' WHERE id = $1`, id)
	h.click(t, order, vendorsPage)
	for range 2 { // the second time there is nothing left to do
		if err := h.SealWays(t.Context()); err != nil {
			t.Fatal(err)
		}
		if sealed() != 1 {
			t.Error("a way of before lies open in the database after the start")
		}
		h.click(t, order, vendorsPage)
	}
	h.Audit(t)
}

// Once nobody is to pay any more the way is gone, and the same click leads to where
// the vendor would send the member back to; the vendor is not asked again.
func TestPaymentAddressIsForgotten(t *testing.T) {
	for _, c := range []struct {
		kind gateway.Kind
		gone bool
	}{
		{gateway.Pending, false}, {gateway.Failed, true}, {gateway.Expired, true}, {gateway.Underpaid, true}, {gateway.Paid, true},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			h := setup(t)
			order := funds.Order{MemberID: "tom", PackageID: h.opened(t).ID, ReturnURL: "https://l.test/?p=", CancelURL: "https://l.test/?c="}
			in := h.click(t, order, vendorsPage)
			h.tell(t, event(in, c.kind, "news"))
			kept := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_intents WHERE id = $1 AND next <> ''`, in.ID) == 1
			if kept == c.gone {
				t.Errorf("the way is kept: %v", kept)
			}
			want := vendorsPage
			if c.gone {
				want = order.ReturnURL + in.ID
			}
			h.click(t, order, want)
			h.Audit(t)
		})
	}
}
