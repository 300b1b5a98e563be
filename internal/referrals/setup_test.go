package referrals_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/referrals"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// studios says who belongs to which studio.
type studios struct {
	mu sync.Mutex
	of map[string]string
}

func (s *studios) StudioOrSelf(_ context.Context, _ *db.Tx, accountID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[accountID], nil
}

// fixture is referrals on a fresh database at noon, with real accounts that register
// through it and a ledger that it follows.
type fixture struct {
	*referrals.Service
	*bank.Bank
	accounts *account.Service
	bus      *bus.Bus
	clock    *testkit.Clock
	studios  *studios
	terms    referrals.Terms
	handler  http.Handler
}

func setup(t testing.TB) *fixture { return over(t, testkit.DB(t)) }

func over(t testing.TB, d *db.DB) *fixture {
	t.Helper()
	h := &fixture{clock: testkit.NewClock(), studios: &studios{of: map[string]string{}}}
	h.terms = referrals.Terms{Rate: money.Percent(5), Months: 12, Hold: 7 * 24 * time.Hour}
	h.bus = bus.New(d, slog.New(slog.DiscardHandler), h.clock.Now)
	h.Bank = bank.Open(d, h.clock.Now, referrals.Rule(), bank.Unchecked("tip", "private", "wheel"))
	rules := account.Limits()
	for name := range rules {
		rules[name] = limit.Rule{Max: 1000, Per: time.Hour}
	}
	h.accounts = testkit.Accounts(t, d, h.bus, h.clock.Now, func(d *account.Deps) {
		d.Limits, d.Referrals = limit.New(h.clock.Now, rules), h
	})
	h.Service = referrals.New(referrals.Deps{
		DB: d, Ledger: h.Ledger, Accounts: h.accounts, Studios: h.studios, Visibility: h,
		Home: api.Origin, Terms: func() referrals.Terms { return h.terms }, Secure: true, Now: h.clock.Now,
	})
	h.Ledger.FollowedBy(h.Service)
	h.handler = testkit.Router(h.accounts.Routes, h.Routes)
	return h
}

// register makes an account by the real path and returns its id.
func (h *fixture) register(t testing.TB, role account.Role, name, code string) string {
	t.Helper()
	n, err := h.accounts.Prepare(context.Background(), account.NewAccount{
		Role: role, Username: name, Email: strings.ToLower(name) + "@example.org", Password: "a river of small stones",
		DateOfBirth: "1990-05-17", Verified: true, Referral: code,
	})
	if err != nil {
		t.Fatal(err)
	}
	var a account.Account
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		a, err = h.accounts.Create(ctx, tx, n)
		return err
	})
	return a.ID
}

func (h *fixture) code(t testing.TB, accountID string) string {
	t.Helper()
	code, err := h.Code(context.Background(), accountID, "")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// sale is a payment such as any room posts one: a tip, a spin, a minute.
type sale struct {
	id           string
	payer, payee string
	gross        money.Tokens
	terms        ledger.Terms
	kind         string // "tip" unless said otherwise
	reference    string // the id unless said otherwise
	from         ledger.Account
	transfer     string // once posted
	refunded     money.Tokens
	reversed     bool
}

func (s sale) post() ledger.Transfer {
	if s.kind == "" {
		s.kind = "tip"
	}
	if s.reference == "" {
		s.reference = s.id
	}
	if s.from == "" {
		s.from = ledger.Wallet(s.payer)
	}
	return ledger.Transfer{
		Key: s.kind + ":" + s.id, Kind: s.kind, Reference: s.reference, Payer: s.payer, Payee: s.payee,
		Legs: s.terms.Legs(s.terms.Split(s.gross), s.from, s.payee),
	}
}

func (h *fixture) try(s sale) (posted ledger.Posted, err error) {
	err = h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		posted, err = h.Ledger.Post(ctx, tx, s.post())
		return err
	})
	return posted, err
}

// pay posts a sale and returns its transfer.
func (h *fixture) pay(t testing.TB, s sale) string {
	t.Helper()
	posted, err := h.try(s)
	if err != nil {
		t.Fatal(err)
	}
	return posted.ID
}

// tip is Tom's payment to Nina of whole tokens, of which the site keeps 30 %.
func tip(id, payer, payee string, tokens int64) sale {
	return sale{id: id, payer: payer, payee: payee, gross: money.Whole(tokens), terms: ledger.Alone(money.Percent(30))}
}

// refund gives a part of a sale back as the meter and refunds do: along the terms.
func (h *fixture) refund(t testing.TB, s sale, key string, gross, remaining money.Tokens) {
	t.Helper()
	var legs []ledger.Leg
	for _, leg := range s.terms.Legs(s.terms.Refund(gross, remaining), ledger.Wallet(s.payer), s.payee) {
		legs = append(legs, ledger.Leg{Source: leg.Target, Target: leg.Source, Amount: leg.Amount})
	}
	was := s.post()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "refund:" + key, Kind: was.Kind, Reference: was.Reference, Payer: s.payer, Payee: s.payee, Legs: legs,
		})
		return err
	})
}

func (h *fixture) reverse(t testing.TB, transferID string) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Reverse(ctx, tx, transferID, ledger.Written("taken back"))
		return err
	})
}

func (h *fixture) stats(t testing.TB, accountID string) referrals.Stats {
	t.Helper()
	st, err := h.Stats(context.Background(), accountID)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// suspend closes an account as an admin does.
func (h *fixture) suspend(t testing.TB, accountID string) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.accounts.Suspend(ctx, tx, accountID, "a test", "root")
	})
}

// readName finds an account's id by its username.
func readName(id *string, username string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) (err error) {
		*id, err = db.One(ctx, tx, db.String, `SELECT id FROM accounts WHERE username = $1`, username)
		return err
	}
}

// Sees lets everybody see everybody: who hides is for the whole program's tests.
func (*fixture) Sees(context.Context, *db.Tx, account.Account) (bool, error) { return true, nil }
