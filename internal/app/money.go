package app

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/finance"
	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateways/sandbox"
	"limelight/internal/kit/api"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/httpclient"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/journal"
	"limelight/internal/orders"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/referrals"
	"limelight/internal/show/meter"
)

// Where money comes in and goes out: the rooms of funds, payouts and the journal,
// and what they need of the others.

const (
	sandboxPath  = "/sandbox"
	webhooksPath = api.Prefix + "/payment/webhooks/"
)

// fundsPace bounds begun payments of a member, and notifications that no vendor
// signed, which are kept so that somebody may look at them.
var fundsPace = limit.Rules{
	"funds.buy":    {Most: 10, Per: time.Minute},
	"funds.forged": {Most: 20, Per: time.Hour},
}

// payoutsPace bounds changes of payout details: each is mailed.
var payoutsPace = limit.Rules{"payouts.details": {Most: 20, Per: time.Hour}}

// vendorPatience is how long a payment vendor may take to answer.
const vendorPatience = 20 * time.Second

func (h *house) moneys() (err error) {
	g := h.ground
	vendors, own, err := h.outgoing()
	if err != nil {
		return err
	}
	h.sandbox = sandbox.Parts{
		Store: funds.SandboxOrders{DB: g.db}, Send: sandbox.Post(own, g.cfg.origin()+webhooksPath+sandbox.ID),
		Base: g.cfg.origin() + sandboxPath, Key: []byte(g.keys.Derive("sandbox")),
	}
	h.funds = funds.New(funds.Deps{
		DB: g.db, Ledger: h.ledger, Members: buyers{h.accounts}, People: people{h.accounts}, Admins: h.accounts, Acts: acts{h}, Events: g.bus, Limiter: h.limits,
		Seals: g.keys, Key: []byte(g.keys.Derive("funds pass-through")), Known: funds.Known(h.sandbox), Client: vendors,
		Site: h.paymentSite, Rules: h.fundsRules, Now: g.now,
	})
	h.ledger.Gate = h.funds.MaySpend
	h.ledger.Bearer = func() ledger.Bearer { return ledger.Bearer(h.settings.Get().ChargebackBearer) }
	h.payouts = payouts.New(payouts.Deps{
		DB: g.db, Ledger: h.ledger, Keys: g.keys, Members: h.studios, Debts: books{h.ledger}, People: people{h.accounts},
		Acts: acts{h}, Proof: h.accounts, Admins: h.accounts, Limiter: h.limits, Events: g.bus,
		Rules: h.payoutRules, Sender: h.payoutSender, SiteName: h.siteName, Kinds: kinds, Now: g.now,
	})
	if h.journal, err = h.newJournal(); err != nil {
		return err
	}
	h.finance = finance.New(finance.Deps{
		DB: g.db, Ledger: h.ledger, People: holders{people{h.accounts}}, Acts: acts{h}, Days: days{h.journal},
		Price: h.payoutPrice, SiteName: h.siteName, Kinds: kinds, Rewards: []string{referrals.Kind}, Now: g.now,
	})
	return nil
}

// outgoing are the clients for calls to addresses that were typed into settings,
// and for the sandbox's notifications to this site itself.
func (h *house) outgoing() (vendors, own *http.Client, err error) {
	internal, err := httpclient.ParseInternal(h.cfg.InternalHosts...)
	if err != nil {
		return nil, nil, fmt.Errorf("--internal-host: %w", err)
	}
	site, err := url.Parse(h.cfg.origin())
	if err != nil {
		return nil, nil, fmt.Errorf("--public-url: %w", err)
	}
	itself, err := httpclient.ParseInternal(site.Hostname())
	if err != nil {
		return nil, nil, fmt.Errorf("--public-url: %w", err)
	}
	return httpclient.New(httpclient.Config{Timeout: vendorPatience, Internal: internal}),
		httpclient.New(httpclient.Config{Timeout: vendorPatience, Internal: itself}), nil
}

func (h *house) newJournal() (*journal.Journal, error) {
	seed, err := hex.DecodeString(h.keys.Derive("journal signature"))
	if err != nil {
		return nil, fmt.Errorf("the journal's key: %w", err)
	}
	return journal.New(journal.Deps{
		DB:   h.db,
		MAC:  h.keys.MAC(),
		Keys: journal.Keys{Sign: ed25519.NewKeyFromSeed(seed), Salt: []byte(h.keys.Derive("journal salt"))},
		Now:  h.now, SignedIn: account.SignedIn, Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
	})
}

func (h *house) paymentSite() gateway.Site {
	return gateway.Site{Adult: h.settings.Get().AdultMode, Development: h.cfg.Development}
}

func (h *house) fundsRules() funds.Rules {
	return funds.Rules{SecondAdminAbove: h.settings.Get().SecondAdminAbove}
}

func (h *house) payoutRules() payouts.Rules {
	now := h.settings.Get()
	return payouts.Rules{
		Currency: now.Currency, Rate: int64(now.TokenPayoutRate), Hold: time.Duration(now.PayoutHoldDays) * 24 * time.Hour,
		Minimum: map[rails.Method]int64{
			rails.BankTransfer: int64(now.PayoutLeastBank), rails.DirectDeposit: int64(now.PayoutLeastDeposit),
			rails.Paxum: int64(now.PayoutLeastPaxum), rails.BitPay: int64(now.PayoutLeastBitpay),
		},
		Freeze: time.Duration(now.PayoutFreezeHours) * time.Hour, TwoAbove: int64(now.PayoutTwoAbove),
	}
}

// payoutPrice is what a token of earnings is worth today.
func (h *house) payoutPrice() finance.Price {
	rules := h.payoutRules()
	return finance.Price{Currency: rules.Currency, Decimals: currency.Decimals(rules.Currency), Rate: rules.Rate}
}

func (h *house) payoutSender() rails.Sender {
	now := h.settings.Get()
	return rails.Sender{
		Name: now.PayoutSenderName, IBAN: now.PayoutSenderIBAN, BIC: now.PayoutSenderBIC, ACHBank: now.PayoutACHBank,
		ACHRouting: now.PayoutACHRouting, ACHOrigin: now.PayoutACHOrigin, ACHCompany: now.PayoutACHCompany, ACHLongName: now.PayoutACHLongName,
	}
}

// rules are everybody's part of the audit: who accounts for which transfers.
func (h *house) rules() []ledger.Rule {
	return append([]ledger.Rule{
		h.ledger.Rule(), meter.Rule(), h.funds.Rule(), h.payouts.Rule(), assets.Rule(), h.purchases.Rule(), orders.Rule(),
		h.forgeries(), h.journal.Rule(), videoRule(),
	}, h.books...)
}

// sandboxPages are the sandbox's own site, outside the API.
func (h *house) sandboxPages() (http.Handler, error) {
	vendor, err := sandbox.New(gateway.Values{}, gateway.Deps{Client: h.funds.Client, Now: h.now, Site: h.paymentSite}, h.sandbox)
	if err != nil {
		return nil, fmt.Errorf("the sandbox: %w", err)
	}
	return vendor.Pages(), nil
}

// vendors reports whether a request is a payment vendor's notification: it has no
// session, comes from another origin, and is answered whatever the site is doing.
func vendors(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, webhooksPath) }

// buyers are members in the words of funds.
type buyers struct{ *account.Service }

func (b buyers) Buyer(ctx context.Context, tx *db.Tx, memberID string) (funds.Buyer, error) {
	a, err := b.Get(ctx, tx, memberID)
	if errors.Is(err, account.ErrAbsent) {
		return funds.Buyer{}, nil
	}
	return funds.Buyer{Known: a.Role == account.Member && a.Status == account.StatusActive, Verified: a.EmailVerified}, err
}

// Close suspends: only an admin can lift it.
func (b buyers) Close(ctx context.Context, tx *db.Tx, memberID, reason string) error {
	return b.Suspend(ctx, tx, memberID, reason, account.CallerFrom(ctx).ID)
}

// Owed is what somebody's later earnings are spoken for: a refund that could not
// be given. What is in dispute has left the earnings already.
func (b books) Owed(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error) {
	balance, err := b.Balance(ctx, tx, ledger.Receivable(accountID))
	return max(0, -balance), err
}

// holders are the people of accounts in the words of finance.
type holders struct{ people }

func (p holders) Find(ctx context.Context, tx *db.Tx, idOrUsername string) (finance.Person, bool, error) {
	a, err := p.Get(ctx, tx, idOrUsername)
	if errors.Is(err, account.ErrAbsent) {
		a, err = p.ByUsername(ctx, tx, idOrUsername)
	}
	if errors.Is(err, account.ErrAbsent) {
		return finance.Person{}, false, nil
	}
	return finance.Person{ID: a.ID, Username: a.Username, Role: string(a.Role)}, err == nil, err
}

// days say which days of the ledger are closed.
type days struct{ *journal.Journal }

func (d days) Closed(ctx context.Context, day string) (bool, error) {
	_, err := d.Head(ctx, day)
	if errors.Is(err, journal.ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}
