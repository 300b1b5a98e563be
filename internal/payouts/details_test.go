package payouts_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/testkit"
)

func account1() rails.Destination {
	return rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban}
}

// Details are sealed in the database and masked to their owner; another
// destination is told and freezes payouts, the same one again is not.
func TestNewDetailsFreezePayouts(t *testing.T) {
	h := setup(t)
	d, err := h.SetDetails(as(nina), "nina", account1())
	if err != nil {
		t.Fatal(err)
	}
	if d.To.IBAN != "DE••••3000" || d.To.Holder != "Nina" {
		t.Errorf("she sees %+v", d.To)
	}
	for _, secret := range []string{"DE89370400440532013000", "Nina", "3000"} {
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM payout_details WHERE details LIKE '%' || $1 || '%'`, secret); n != 0 {
			t.Errorf("%s can be read in the database", secret)
		}
	}
	set := testkit.Noon.Add(3 * day)
	list, frozen, err := h.AllDetails(t.Context(), "nina")
	if err != nil || len(list) != 1 || list[0].To != d.To || !frozen.Equal(set) {
		t.Errorf("she has %+v, frozen until %v: %v", list, frozen, err)
	}
	h.clock.Advance(day)
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: " Nina ", IBAN: "de89-3704-0044-0532-0130-00", Email: "x"})
	if _, frozen, _ := h.AllDetails(t.Context(), "nina"); !frozen.Equal(set) {
		t.Errorf("the same details again freeze until %v", frozen)
	}
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: "NL91ABNA0417164300"})
	if _, frozen, _ := h.AllDetails(t.Context(), "nina"); !frozen.Equal(set.Add(day)) {
		t.Errorf("new details freeze until %v, want %v", frozen, set.Add(day))
	}
	if told := h.changed.All(t); len(told) != 2 || told[1].Shown != "NL••••4300" || !told[1].FrozenUntil.Equal(set.Add(day)) {
		t.Errorf("told were %+v", told)
	}
	h.clock.Advance(3 * day)
	if _, frozen, _ := h.AllDetails(t.Context(), "nina"); !frozen.IsZero() {
		t.Errorf("after 72 hours they are frozen until %v", frozen)
	}
	if others, _, err := h.AllDetails(t.Context(), "sara"); err != nil || len(others) != 0 {
		t.Errorf("somebody else has %+v: %v", others, err)
	}
}

// A request keeps the destination of its moment, whatever becomes of the details.
func TestDestinationIsFrozen(t *testing.T) {
	h := setup(t)
	h.set(func(h *fixture) { h.rules.Currency = "EUR" })
	h.ready(t, 2000, nina)
	r := h.asked(t, nina)
	h.detailed(t, nina, rails.Destination{Method: rails.BankTransfer, Holder: "Thief", IBAN: "NL91ABNA0417164300"})
	h.turned(t, ada, r.ID, payouts.Processing)
	b := h.batch(t, ada, "sepa", r.ID)
	file := string(h.exported(t, ada, b.ID))
	if !strings.Contains(file, "DE89370400440532013000") || strings.Contains(file, "NL91ABNA0417164300") {
		t.Errorf("the file pays another account: %s", file)
	}
}

// A sealed destination moved to another account does not open there.
func TestSealedDetailsOpenForTheirAccountOnly(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina, sara)
	testkit.Exec(t, h.DB, `UPDATE payout_details SET details = (SELECT details FROM payout_details WHERE account_id = 'sara') WHERE account_id = 'nina'`)
	if _, err := h.ask(nina, 0); !errors.Is(err, secretbox.ErrSealed) {
		t.Errorf("she is paid to another's account: %v", err)
	}
}

// The statement of a request: to who asked, to admins, and to nobody else.
func TestStatement(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, sara)
	r := h.asked(t, sara)
	h.turned(t, loft, r.ID, payouts.Processing)
	h.clock.Advance(time.Minute)
	h.turned(t, loft, r.ID, payouts.Done)
	paper, err := h.Statement(t.Context(), r.ID, sara)
	if err != nil || !strings.HasPrefix(string(paper), "%PDF-") {
		t.Fatalf("the paper begins with %.8q: %v", paper, err)
	}
	h.earn(t, "sara", "tip", "later", 500)
	h.clock.Advance(hold)
	if again, err := h.Statement(t.Context(), r.ID, ada); err != nil || string(again) != string(paper) {
		t.Errorf("a week later the paper has other bytes: %v", err)
	}
	if _, err := h.Statement(t.Context(), r.ID, nina); !errors.Is(err, payouts.ErrAbsent) {
		t.Errorf("a stranger has the paper: %v", err)
	}
}

// The listings that the product runs often use their indices.
func TestListingsUseIndices(t *testing.T) {
	h := setup(t)
	if h.DB.Dialect() != db.SQLite {
		t.Skip("PostgreSQL scans small tables whatever the index; SQLite shows the plan")
	}
	for query, index := range map[string]string{
		`SELECT id FROM payout_requests WHERE account_id = 'a' AND status IN ('pending', 'processing')`:                          "payout_requests_account_id",
		`SELECT id FROM payout_requests WHERE account_id = 'a' ORDER BY created_at DESC, id DESC LIMIT 25`:                       "payout_requests_history",
		`SELECT id FROM payout_requests WHERE studio_id = 'l' AND status = 'pending' ORDER BY created_at DESC, id DESC LIMIT 25`: "payout_requests_queue",
		`SELECT id FROM payout_requests WHERE batch_id = 'b' ORDER BY id`:                                                        "payout_requests_batch",
		`SELECT details FROM payout_details WHERE account_id = 'a' AND method = 'paxum'`:                                         "payout_details",
		`SELECT id FROM payout_batches WHERE state = 'approved' ORDER BY created_at DESC, id DESC LIMIT 25`:                      "payout_batches_state",
	} {
		if plan := testkit.Plan(t, h.DB, query); !strings.Contains(plan, index) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\nis planned as\n%s", query, plan)
		}
	}
}
