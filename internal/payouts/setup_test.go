package payouts_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

const (
	day  = 24 * time.Hour
	hold = 7 * day
)

// fixture is the payouts on a fresh database at noon. Nina works alone, Sara for
// the studio "loft"; Ada and Bea are admins. 1 token is worth 0.05 dollars.
type fixture struct {
	*payouts.Service
	*bank.Bank
	clock   *testkit.Clock
	bus     *bus.Bus
	changed *testkit.News[payouts.DetailsChanged]
	news    *testkit.News[payouts.Changed]

	mu     sync.Mutex
	rules  payouts.Rules
	sender rails.Sender
	owed   money.Tokens // by everybody
	earned int
	stale  bool // the last password is long ago
	only   bool // there is one admin
}

// StepUp knows one password.
func (h *fixture) StepUp(_ context.Context, _ account.Caller, property, password string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case password == "velvet", password == "" && !h.stale:
		return nil
	case password == "":
		return fault.Missing(property)
	}
	return fault.Field(property, "This is not your password.")
}

var (
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "nina"}
	sara = account.Caller{ID: "sara", Role: account.Performer, Username: "sara"}
	loft = account.Caller{ID: "loft", Role: account.Studio, Username: "loft"}
	dock = account.Caller{ID: "dock", Role: account.Studio, Username: "dock"}
	ada  = account.Caller{ID: "ada", Role: account.Admin, Username: "ada", Proved: true}
	bea  = account.Caller{ID: "bea", Role: account.Admin, Username: "bea", Proved: true}
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
)

func setup(t testing.TB) *fixture {
	h := over(t, testkit.DB(t), testkit.Keys(t))
	for _, who := range []account.Caller{nina, sara, loft, dock, ada, bea, tom} {
		testkit.Person(t, h.DB, who.Role, who.ID)
	}
	return h
}

func over(t testing.TB, d *db.DB, keys *secretbox.Keys) *fixture {
	t.Helper()
	clock := testkit.NewClock()
	h := &fixture{
		Bank: bank.Open(d, clock.Now, bank.Unchecked("tip", "private", "product")), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now),
		rules: payouts.Rules{
			Currency: "USD", Rate: 500, Hold: hold, Freeze: 3 * day, TwoAbove: 1000,
			Minimum: map[rails.Method]int64{rails.BankTransfer: 50, rails.DirectDeposit: 50, rails.Paxum: 20, rails.BitPay: 50},
		},
		sender: rails.Sender{
			Name: "Limelight GmbH", IBAN: "DE89370400440532013000", BIC: "COBADEFFXXX", ACHBank: "First Bank",
			ACHRouting: "021000021", ACHOrigin: "1234567890", ACHCompany: "1234567890",
		},
	}
	h.Service = payouts.New(payouts.Deps{
		DB: d, Ledger: h.Ledger, Keys: keys, Members: h, Debts: h, People: h, Audit: testkit.AuditLog(d, clock.Now), Proof: h, Admins: h, Events: h.bus,
		Limiter:  limit.New(clock.Now, limit.Rules{"payouts.details": {Max: 20, Per: time.Hour}}),
		Rules:    func() payouts.Rules { h.mu.Lock(); defer h.mu.Unlock(); return h.rules },
		Sender:   func() rails.Sender { h.mu.Lock(); defer h.mu.Unlock(); return h.sender },
		SiteName: func() string { return "Limelight" },
		Now:      clock.Now,
	})
	h.Rules = append(h.Rules, h.Rule())
	h.changed, h.news = testkit.Hear[payouts.DetailsChanged](h.bus), testkit.Hear[payouts.Changed](h.bus)
	return h
}

// The neighbours' part.

func (h *fixture) StudioOf(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	if performerID == "sara" {
		return "loft", nil
	}
	return "", nil
}

func (h *fixture) Owed(context.Context, *db.Tx, string) (money.Tokens, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.owed, nil
}

func (h *fixture) EstablishedAdmins(context.Context, *db.Tx, string) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.only {
		return 0, nil
	}
	return 1, nil
}

func (h *fixture) Usernames(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		names[id] = id
	}
	return names, nil
}

// acts are what is on record, with who did it.
func (h *fixture) acts(t testing.TB) (list []string) {
	t.Helper()
	for _, l := range testkit.Lines(t, h.DB) {
		list = append(list, l.Actor+" "+string(l.Action)+" "+l.Subject)
	}
	return list
}

func (h *fixture) set(change func(*fixture)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(h)
}

// earn gives somebody income now, as one transfer from the world, in units.
func (h *fixture) earn(t testing.TB, accountID, kind, reference string, units money.Tokens) ledger.Posted {
	t.Helper()
	h.set(func(h *fixture) { h.earned++ })
	return h.post(t, ledger.Transfer{
		Key: fmt.Sprintf("test:%d", h.earned), Kind: kind, Reference: reference, Payer: "tom", Payee: accountID,
		Legs: []ledger.Leg{{Source: ledger.WorldGrant, Target: ledger.Earnings(accountID), Amount: units}},
	})
}

// refund takes a part of an income back, as orders do.
func (h *fixture) refund(t testing.TB, accountID, kind, reference string, units money.Tokens) {
	t.Helper()
	h.set(func(h *fixture) { h.earned++ })
	h.post(t, ledger.Transfer{
		Key: fmt.Sprintf("test:%d", h.earned), Kind: kind, Reference: reference, Payer: accountID, Payee: "tom",
		Legs: []ledger.Leg{{Source: ledger.Earnings(accountID), Target: ledger.Wallet("tom"), Amount: units}},
	})
}

func (h *fixture) post(t testing.TB, transfer ledger.Transfer) (p ledger.Posted) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		p, err = h.Ledger.Post(ctx, tx, transfer)
		return err
	})
	return p
}

// iban is a bank account that is right; many are made of it.
const iban = "DE89 3704 0044 0532 0130 00"

// ready gives somebody income and details, and lets the hold and the freeze pass.
func (h *fixture) ready(t testing.TB, tokens int64, people ...account.Caller) {
	t.Helper()
	for _, who := range people {
		h.detailed(t, who, rails.Destination{Method: rails.BankTransfer, Holder: "Nina Müller", IBAN: iban, BIC: "COBADEFF"})
		h.earn(t, who.ID, "tip", "tip-of-"+who.ID, money.Whole(tokens))
	}
	h.clock.Advance(hold)
}

func (h *fixture) detailed(t testing.TB, who account.Caller, to rails.Destination) {
	t.Helper()
	if _, err := h.SetDetails(as(who), who.ID, to); err != nil {
		t.Fatal(err)
	}
}

func as(who account.Caller) context.Context {
	return account.WithCaller(context.Background(), who)
}

func (h *fixture) ask(who account.Caller, units money.Tokens) (payouts.Request, error) {
	return h.Create(as(who), payouts.Order{AccountID: who.ID, Role: who.Role, Method: rails.BankTransfer, Units: units}, "")
}

func (h *fixture) asked(t testing.TB, who account.Caller) payouts.Request {
	t.Helper()
	r, err := h.ask(who, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (h *fixture) turn(who account.Caller, requestID string, to payouts.Status) error {
	d := payouts.Decision{RequestID: requestID, To: to}
	switch to {
	case payouts.Rejected:
		d.Reason = "The name differs."
	case payouts.Done:
		d.Reference = "bank 4711"
	}
	_, _, err := h.Decide(as(who), d)
	return err
}

func (h *fixture) turned(t testing.TB, who account.Caller, requestID string, to payouts.Status) {
	t.Helper()
	if err := h.turn(who, requestID, to); err != nil {
		t.Fatalf("%s could not make it %s: %v", who.ID, to, err)
	}
}

func (h *fixture) seen(t testing.TB, requestID string) payouts.Request {
	t.Helper()
	r, _, err := h.View(t.Context(), requestID, ada)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (h *fixture) preview(t testing.TB, who account.Caller) payouts.Preview {
	t.Helper()
	p, err := h.Preview(t.Context(), payouts.Order{AccountID: who.ID, Role: who.Role, Method: rails.BankTransfer})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (h *fixture) reverse(t testing.TB, p ledger.Posted) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Reverse(ctx, tx, p.ID, ledger.Memo{})
		return err
	})
}

func (h *fixture) openOf(t testing.TB, accountID string) string {
	t.Helper()
	list, _, _, err := h.Search(t.Context(), payouts.Filter{AccountID: accountID, Status: payouts.Pending, Limit: 1})
	if err != nil || len(list) != 1 {
		t.Fatalf("%s has %d open requests: %v", accountID, len(list), err)
	}
	return list[0].ID
}
