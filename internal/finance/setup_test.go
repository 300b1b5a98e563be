package finance_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/finance"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

var (
	ada  = account.Caller{ID: "ada", Role: account.Admin, Username: "ada", Proved: true}
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "nina"}
	loft = account.Caller{ID: "loft", Role: account.Studio, Username: "loft"}
)

// fixture is the back office over a ledger of its own, at noon. A token of earnings
// is worth 0.05 dollars.
type fixture struct {
	*finance.Service
	db     *db.DB
	ledger *ledger.Ledger
	clock  *testkit.Clock
	posted int
	roles  map[string]account.Role // of those who exist; the username is the id with "the "

	looks  int // on record, when it was last asked
	closed map[string]bool
}

func setup(t testing.TB) *fixture {
	clock := testkit.NewClock()
	h := &fixture{
		db: testkit.DB(t), clock: clock, ledger: ledger.New(clock.Now), closed: map[string]bool{},
		roles: map[string]account.Role{"tom": account.Member, "ann": account.Member, "nina": account.Performer, "loft": account.Studio},
	}
	h.Service = finance.New(finance.Deps{
		DB: h.db, People: h, Audit: testkit.AuditLog(h.db, clock.Now), Days: h,
		Price:    func() finance.Price { return finance.Price{Currency: "USD", Decimals: 2, Rate: 500} },
		SiteName: func() string { return "Limelight" },
		Kinds:    ledger.Kinds{{ID: "tip", One: "Tip", Many: "Tips", Income: true}, {ID: "private", One: "Private show", Many: "Private shows", Income: true}}, Rewards: []string{"referral"}, Now: clock.Now,
	})
	return h
}

// The neighbours' part.

func (h *fixture) Usernames(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		if h.roles[id] != "" {
			names[id] = "the " + id
		}
	}
	return names, nil
}

func (h *fixture) Find(_ context.Context, _ *db.Tx, text string) (finance.Person, bool, error) {
	for id, role := range h.roles {
		if text == id || text == "the "+id {
			return finance.Person{ID: id, Username: "the " + id, Role: string(role)}, true, nil
		}
	}
	return finance.Person{}, false, nil
}

// lookedAt is what is on record since it was last asked.
func (h *fixture) lookedAt(t testing.TB) (acts []string) {
	t.Helper()
	for _, l := range testkit.Lines(t, h.db)[h.looks:] {
		acts = append(acts, l.Actor+" "+string(l.Action)+" "+l.Subject)
	}
	h.looks += len(acts)
	return acts
}

func (h *fixture) Closed(_ context.Context, day string) (bool, error) { return h.closed[day], nil }

// post posts a transfer a minute after the one before.
func (h *fixture) post(t testing.TB, kind, reference, payer, payee string, legs ...ledger.Leg) ledger.Posted {
	t.Helper()
	p, err := h.try(kind, reference, payer, payee, legs...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (h *fixture) try(kind, reference, payer, payee string, legs ...ledger.Leg) (p ledger.Posted, err error) {
	h.clock.Advance(time.Minute)
	h.posted++
	legs = slices.DeleteFunc(slices.Clone(legs), func(l ledger.Leg) bool { return l.Amount == 0 })
	err = h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		p, err = h.ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprintf("%s:%04d", kind, h.posted), Kind: kind, Reference: reference, Payer: payer, Payee: payee, Legs: legs,
		})
		return err
	})
	return p, err
}

func (h *fixture) reverse(transferID string) (p ledger.Posted, err error) {
	h.clock.Advance(time.Minute)
	err = h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		p, err = h.ledger.Reverse(ctx, tx, transferID, ledger.Written("mistake"))
		return err
	})
	return p, err
}

func leg(from, to ledger.Account, amount money.Tokens) ledger.Leg {
	return ledger.Leg{Source: from, Target: to, Amount: amount}
}

// shared are Nina's terms with her studio: the site keeps 20 %, she half the rest.
var shared = ledger.Terms{Site: money.Percent(20), StudioID: "loft", Member: money.Percent(50)}

// day is a day of Tom and Nina: he buys 300 tokens and tips 100 and 50; the second
// tip is taken back; his payment is, too, when he has spent 100 of it. The site
// writes 30 off, rewards Ann with 5, and Nina asks for 10 to be paid out.
func day(t testing.TB) (h *fixture, ids map[string]string) {
	h, ids = setup(t), map[string]string{}
	whole := money.Whole
	wallet, owed := ledger.Wallet("tom"), ledger.Receivable("tom")
	ids["purchase"] = h.post(t, "purchase", "order-1", "", "tom", leg(ledger.WorldCard, wallet, whole(300))).ID
	ids["tip"] = h.post(t, "tip", "tip-1", "tom", "nina", shared.Legs(shared.Split(whole(100)), wallet, "nina")...).ID
	ids["second"] = h.post(t, "tip", "tip-2", "tom", "nina", shared.Legs(shared.Split(whole(50)), wallet, "nina")...).ID
	back, err := h.reverse(ids["second"])
	if err != nil {
		t.Fatal(err)
	}
	ids["back"] = back.ID
	ids["loss"] = h.post(t, "purchase", "order-1", "tom", "", leg(wallet, ledger.WorldCard, whole(200)), leg(owed, ledger.WorldCard, whole(100))).ID
	ids["writeOff"] = h.post(t, "recovery", "case-1", "tom", "", leg(ledger.SiteRevenue, owed, whole(30))).ID
	ids["reward"] = h.post(t, "referral", "reward-1", "", "ann", leg(ledger.SiteRevenue, ledger.Earnings("ann"), whole(5))).ID
	ids["payout"] = h.post(t, "payout", "request-1", "nina", "", leg(ledger.Earnings("nina"), ledger.Payout("request-1"), whole(10))).ID
	return h, ids
}
