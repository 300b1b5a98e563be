package commissions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/pubsub"
	"limelight/internal/ledger"
	"limelight/internal/settings"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// fixture has the real settings, accounts and ledger; what is agreed in studios is
// told by the test.
type fixture struct {
	*commissions.Service
	*bank.Bank
	clock    *testkit.Clock
	settings *settings.Service
	bus      *bus.Bus
	studios  *agreement
	facts    int
	others   bool // there is another admin

	heard *testkit.News[commissions.Changed]
}

// agreement is one studio, loft, with versions of its one share for all kinds.
type agreement struct {
	joined map[string]time.Time
	shares map[string][]version
}

type version struct {
	since time.Time
	share money.Rate
}

func (a *agreement) ShareOf(_ context.Context, _ *db.Tx, performerID, _ string, at time.Time) (string, money.Rate, error) {
	joined, member := a.joined[performerID]
	if !member || at.Before(joined) {
		return "", money.Full, nil
	}
	share := money.Percent(60)
	for _, v := range a.shares[performerID] {
		if !v.since.After(at) {
			share = v.share
		}
	}
	return "loft", share, nil
}

func (a *agreement) StudioOf(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	if _, member := a.joined[performerID]; member {
		return "loft", nil
	}
	return "", nil
}

func (a *agreement) MembersOf(context.Context, *db.Tx, string) (map[string]time.Time, error) {
	return a.joined, nil
}

func (a *agreement) ShareChanges(_ context.Context, _ *db.Tx, _, performerID string, limit int) ([]commissions.Change, int, error) {
	list := []commissions.Change{}
	for _, id := range slices.Sorted(maps.Keys(a.shares)) {
		for _, v := range a.shares[id] {
			if performerID == "" || performerID == id {
				list = append(list, commissions.Change{
					Level: commissions.Share, Kind: "tip", AccountID: id, AuthorID: "loft", After: commissions.PercentOf(v.share), CreatedAt: v.since,
				})
			}
		}
	}
	slices.Reverse(list)
	return list[:min(limit, len(list))], len(list), nil
}

func (h *fixture) usernames(context.Context, *db.Tx, ...string) (map[string]string, error) {
	return nil, nil
}

// incomes are the kinds that are shared here.
var incomes = []string{"tip", "private", "group", "wheel", "video"}

func setup(t testing.TB) *fixture {
	clock, quiet := testkit.NewClock(), slog.New(slog.DiscardHandler)
	h := &fixture{Bank: bank.Open(testkit.DB(t), clock.Now), clock: clock, studios: &agreement{map[string]time.Time{}, map[string][]version{}}}
	h.bus = bus.New(h.DB, quiet, clock.Now)
	h.settings = settings.New(settings.Deps{
		OtherAdmins: func(context.Context, *db.Tx, string) (bool, error) { return h.others, nil },
		StepUp:      account.Proved, Established: account.Established, Audit: testkit.AuditLog(h.DB, clock.Now),
		Commissions: []settings.Commission{
			{Kind: "tip", Key: "siteCommissionTip", Many: "Tips"}, {Kind: "private", Key: "siteCommissionPrivate", Many: "Private shows"},
			{Kind: "group", Key: "siteCommissionGroup", Many: "Group shows"}, {Kind: "video", Key: "siteCommissionVideo", Many: "Videos"}, {Kind: "wheel", Key: "spinWheelCommission", Many: "Wheel spins", Public: true},
		},
		DB: h.DB, Events: h.bus, Nodes: pubsub.Local(), Now: clock.Now, Log: quiet, Names: h.usernames,
		Admin: account.Admin.Guard(), Proved: account.StepUp(account.Admin.Guard()), Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
	})
	h.Service = commissions.New(commissions.Deps{
		DB: h.DB, Kinds: incomes, Accounts: testkit.Accounts(t, h.DB, h.bus, clock.Now), Settings: h.settings, Studios: h.studios, Audit: testkit.AuditLog(h.DB, clock.Now), Events: h.bus, Now: clock.Now,
	})
	h.heard = testkit.Hear[commissions.Changed](h.bus)
	for id, role := range map[string]account.Role{
		"nina": account.Performer, "vera": account.Performer, "loft": account.Studio, "tom": account.Member, "ada": account.Admin,
	} {
		testkit.Person(t, h.DB, role, id)
	}
	return h
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var (
	ada  = account.Caller{ID: "ada", Role: account.Admin, Username: "ada", Proved: true}
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "nina"}
	loft = account.Caller{ID: "loft", Role: account.Studio, Username: "loft"}
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
)

// set is an admin's word.
func (h *fixture) set(t testing.TB, accountID, kind string, site *money.Rate) {
	t.Helper()
	_, err := h.Set(account.WithCaller(context.Background(), ada), accountID, []commissions.RateChange{{Kind: kind, Site: site}}, "agreed by mail")
	check(t, err)
}

func (h *fixture) setDefault(t testing.TB, kind string, site money.Rate) {
	t.Helper()
	check(t, h.SetDefaults(account.WithCaller(context.Background(), ada), []commissions.RateChange{{Kind: kind, Site: &site}}))
}

func (h *fixture) terms(t testing.TB, performerID, kind string, at time.Time) (terms ledger.Terms) {
	t.Helper()
	check(t, h.DB.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		terms, err = h.Terms(ctx, tx, performerID, kind, at)
		return err
	}))
	return terms
}

func percent(p float64) *money.Rate {
	r := money.Rate(p * 100)
	return &r
}

// post posts what a domain posts, a second after what came before: an income of
// Nina's, or the return of one when back is set.
func (h *fixture) post(t testing.TB, kind, reference string, shares ledger.Shares, terms ledger.Terms, back bool) {
	t.Helper()
	h.clock.Advance(time.Second)
	h.facts++
	legs := terms.Legs(shares, ledger.Wallet("tom"), "nina")
	if back {
		for i, leg := range legs {
			legs[i].Source, legs[i].Target = leg.Target, leg.Source
		}
	}
	check(t, h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("fact:", h.facts), Kind: kind, Reference: reference, Payer: "tom", Payee: "nina", Legs: legs,
		})
		return err
	}))
}

func (h *fixture) balances(t testing.TB, accounts ...ledger.Account) (held map[ledger.Account]money.Tokens) {
	t.Helper()
	check(t, h.DB.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		held, err = h.Ledger.Balances(ctx, tx, accounts...)
		return err
	}))
	return held
}

func jsonOf(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	check(t, err)
	return string(text)
}
