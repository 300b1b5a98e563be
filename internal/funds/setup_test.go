package funds_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

var (
	tom   = account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	eve   = account.Caller{ID: "eve", Role: account.Member, Username: "Eve"}
	nina  = account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	ada   = account.Caller{ID: "ada", Role: account.Admin, Username: "Ada", Proved: true}
	ben   = account.Caller{ID: "ben", Role: account.Admin, Username: "Ben", Proved: true}
	key   = gateway.Key("a key of the tests, 32 bytes long")
	price = gateway.Money{Minor: 1000, Currency: "USD"}
)

// fixture is the funds on a fresh database at noon.
type fixture struct {
	*funds.Service
	*bank.Bank
	clock  *testkit.Clock
	bus    *bus.Bus
	vendor *vendor
	shop   *sandbox.Gateway
	router http.Handler

	paid    *testkit.News[funds.PaymentPaid]
	changed *testkit.News[funds.PaymentChanged]
	losses  *testkit.News[funds.MoneyTakenBack]

	mu   sync.Mutex
	site gateway.Site
}

// twoAdmins makes Ada and Ben accounts that may decide.
func (h *fixture) twoAdmins(t testing.TB) {
	t.Helper()
	for _, name := range []string{"ada", "ben"} {
		testkit.Person(t, h.DB, account.Admin, name)
	}
}

func setup(t testing.TB) *fixture {
	t.Helper()
	d := testkit.DB(t)
	testkit.Person(t, d, account.Member, "tom")
	testkit.Person(t, d, account.Member, "eve")
	testkit.Exec(t, d, `UPDATE accounts SET email_verified_at = 0 WHERE id = 'eve'`)
	return over(t, d, testkit.NewClock().Now)
}

// over is the funds on a database. now is the clock's, or the real one in a
// process that is killed.
func over(t testing.TB, d *db.DB, now func() time.Time) *fixture {
	t.Helper()
	clock := testkit.NewClock()
	if now == nil {
		now = time.Now
	} else {
		now = clock.Now
	}
	h := &fixture{
		Bank: bank.Open(d, now, bank.Unchecked("tip", "payout")), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), now),
		vendor: &vendor{facts: map[string][]gateway.Event{}, refunds: map[string]gateway.Event{}, pull: true},
		site:   gateway.Site{Development: true},
	}
	seals, err := secretbox.FromFile(sealFile(t))
	if err != nil {
		t.Fatal(err)
	}
	h.Service = funds.New(funds.Deps{
		DB: d, Ledger: h.Ledger, Accounts: testkit.Accounts(t, d, h.bus, now), Audit: testkit.AuditLog(d, now), Events: h.bus,
		Limiter: limit.New(now, limit.Rules{"funds.buy": {Max: 1 << 30, Per: 1}, "funds.forged": {Max: 3, Per: time.Hour}}),
		Seals:   seals, Key: key, Client: http.DefaultClient, Now: now,
		Site:  func() gateway.Site { h.mu.Lock(); defer h.mu.Unlock(); return h.site },
		Rules: func() funds.Rules { return funds.Rules{SecondAdminAbove: money.Whole(500)} },
	})
	parts := sandbox.Parts{Store: funds.SandboxOrders{DB: d}, Base: "https://limelight.test/sandbox", Key: []byte(strings.Repeat("k", 32))}
	parts.Send = func(ctx context.Context, header http.Header, body []byte) error { return h.deliver(ctx, header, body) }
	h.Registry = append([]funds.Maker{{
		ID: "vendor", Name: "The vendor", Form: gateway.Form{
			{Name: "shop", Label: "Shop", Pattern: "[a-z]+", Shape: "Must be small letters"},
			{Name: "secret", Label: "Secret", Secret: true},
		},
		New: func(gateway.Values, gateway.Deps) (gateway.Gateway, error) { return h.vendor, nil },
	}}, funds.Registry(parts)...)
	if h.shop, err = sandbox.New(gateway.Values{}, gateway.Deps{Now: now, Site: h.Site}, parts); err != nil {
		t.Fatal(err)
	}
	h.router = testkit.Router(h.Routes)
	h.Rules = append(h.Rules, h.Rule())
	h.paid, h.changed, h.losses = testkit.Hear[funds.PaymentPaid](h.bus), testkit.Hear[funds.PaymentChanged](h.bus), testkit.Hear[funds.MoneyTakenBack](h.bus)
	return h
}

var keyFiles struct {
	once sync.Once
	path string
}

// sealFile is one key for all houses of a process.
func sealFile(t testing.TB) string {
	keyFiles.once.Do(func() { keyFiles.path = keyFile(t) })
	return keyFiles.path
}

// deliver posts a notification of the sandbox to the real route.
func (h *fixture) deliver(ctx context.Context, header http.Header, body []byte) error {
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, api.Prefix+"/payment/webhooks/sandbox", strings.NewReader(string(body)))
	req.Header = header
	answer := httptest.NewRecorder()
	h.router.ServeHTTP(answer, req)
	if answer.Code != http.StatusOK {
		return fmt.Errorf("the site answered %d", answer.Code)
	}
	return nil
}

// opened sets the vendor up and puts one package on sale: 100 tokens and a bonus
// of 20 for 10 dollars.
func (h *fixture) opened(t testing.TB) funds.Package {
	t.Helper()
	if _, err := h.SetUp(as(ada), "vendor", funds.Setup{Active: true, Values: gateway.Values{"shop": "abc", "secret": "hush"}}); err != nil {
		t.Fatal(err)
	}
	o, err := h.SavePackage(as(ada), funds.Package{Name: "Starter", Price: price, Tokens: money.Whole(100), Bonus: money.Whole(20), Active: true})
	if err != nil {
		t.Fatal(err)
	}
	return o.Package
}

func as(c account.Caller) context.Context { return account.WithCaller(context.Background(), c) }

// buy starts a payment of the package, by a member who may be new.
func (h *fixture) buy(t testing.TB, memberID string, p funds.Package) funds.Intent {
	t.Helper()
	if testkit.Int(t, h.DB, `SELECT COUNT(*) FROM accounts WHERE id = $1`, memberID) == 0 {
		testkit.Person(t, h.DB, account.Member, memberID)
	}
	started, err := h.Buy(context.Background(), funds.Order{MemberID: memberID, PackageID: p.ID, ReturnURL: "https://l.test/?p=", CancelURL: "https://l.test/?c="}, "")
	if err != nil {
		t.Fatal(err)
	}
	return started.Intent
}

// paidFor starts and pays.
func (h *fixture) paidFor(t testing.TB, memberID string, p funds.Package) funds.Intent {
	t.Helper()
	in := h.buy(t, memberID, p)
	h.tell(t, event(in, gateway.Paid, "paid"))
	return in
}

// event is one of the vendor's about an intent, of its whole price.
func event(in funds.Intent, kind gateway.Kind, name string) gateway.Event {
	pass := key.PassThrough(gateway.Intent{ID: in.ID, PackageID: in.PackageID, AccountID: in.AccountID, Price: in.Price})
	return gateway.Event{Key: name + ":" + in.ID, Kind: kind, IntentID: in.ID, PassThrough: pass, Ref: gateway.Ref{Session: "s-" + in.ID, Sale: "sale-" + in.ID}, Amount: in.Price}
}

// refund is a refund that tells its total.
func refund(in funds.Intent, amount, total int64) gateway.Event {
	e := event(in, gateway.Refunded, fmt.Sprint("refunded-", total))
	e.Amount.Minor, e.Total = amount, gateway.Money{Minor: total, Currency: in.Price.Currency}
	return e
}

// failedRefund is a refund that came back; total is what stays given back.
func failedRefund(in funds.Intent, amount, total int64) gateway.Event {
	e := event(in, gateway.RefundFailed, "refund-failed")
	e.Amount.Minor, e.Total = amount, gateway.Money{Minor: total, Currency: in.Price.Currency}
	return e
}

// after is an event that the vendor saw so many minutes after noon.
func after(minutes int, e gateway.Event) gateway.Event {
	e.At = testkit.Noon.Add(time.Duration(minutes) * time.Minute)
	return e
}

func signed(e gateway.Event) gateway.Raw {
	body, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return gateway.Raw{Method: http.MethodPost, Header: http.Header{"Signature": {"right"}}, Body: body, RemoteIP: netip.MustParseAddr("192.0.2.1")}
}

// tell notifies, and wants it acknowledged.
func (h *fixture) tell(t testing.TB, e gateway.Event) {
	t.Helper()
	reply, err := h.Notify(context.Background(), "vendor", signed(e))
	if err != nil || reply.Status != http.StatusOK {
		t.Fatalf("%s: answered %d, %v", e.Key, reply.Status, err)
	}
}

// tip spends the way every domain does: it asks first. Nina keeps 70 %, and Sara
// 42 % with 28 % for her studio.
func (h *fixture) tip(memberID, performerID string, tokens money.Tokens) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		if err := h.MaySpend(ctx, tx, memberID, tokens); err != nil {
			return err
		}
		terms := ledger.Alone(money.Percent(30))
		if performerID == "sara" {
			terms = ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)}
		}
		n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM ledger_transfers`)
		if err != nil {
			return err
		}
		k := fmt.Sprintf("tip:%d", n)
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: k, Kind: "tip", Reference: k, Payer: memberID, Payee: performerID,
			Legs: terms.Legs(terms.Split(tokens), ledger.Wallet(memberID), performerID),
		})
		return err
	})
}

func (h *fixture) tips(t testing.TB, memberID, performerID string, tokens int64) {
	t.Helper()
	if err := h.tip(memberID, performerID, money.Whole(tokens)); err != nil {
		t.Fatal(err)
	}
}

// payOut empties somebody's earnings.
func (h *fixture) payOut(t testing.TB, accountID string) {
	t.Helper()
	err := h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		balance, err := h.Ledger.Balance(ctx, tx, ledger.Earnings(accountID))
		if err != nil || balance == 0 {
			return err
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{Key: "payout:" + accountID, Kind: "payout", Legs: []ledger.Leg{
			{Source: ledger.Earnings(accountID), Target: ledger.Payout(accountID), Amount: balance},
		}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) holds(t testing.TB, a ledger.Account, tokens int64) {
	t.Helper()
	h.Holds(t, a, money.Whole(tokens))
}

func (h *fixture) state(t testing.TB, in funds.Intent) funds.Intent {
	t.Helper()
	f, err := h.Look(context.Background(), in.ID)
	if err != nil {
		t.Fatal(err)
	}
	return f.Intent
}

func (h *fixture) is(t testing.TB, in funds.Intent, want funds.State) {
	t.Helper()
	if got := h.state(t, in).State; got != want {
		t.Errorf("the payment is %s, want %s", got, want)
	}
}

// acted reports whether an act that begins like this is on record.
func (h *fixture) acted(t testing.TB, action string) bool {
	t.Helper()
	return slices.ContainsFunc(testkit.Acts(t, h.DB), func(a string) bool { return strings.HasPrefix(a, action) })
}

func wants(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}
