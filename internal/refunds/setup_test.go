package refunds_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

var (
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
	ann  = account.Caller{ID: "ann", Role: account.Member, Username: "ann"}
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "nina"}
	ada  = account.Caller{ID: "ada", Role: account.Admin, Username: "ada", Proved: true}
	bea  = account.Caller{ID: "bea", Role: account.Admin, Username: "bea", Proved: true}
)

const because = "I pressed the button twice."

// fixture is the refunds on a fresh database at noon, with a shop whose payments are
// asked about. Nina keeps 70 % of what is paid to her; of what is paid to Sara the
// site keeps 30 %, and she 60 % of what reaches the studio "loft".
type fixture struct {
	*refunds.Service
	*bank.Bank
	bank.Names
	clock *testkit.Clock
	bus   *bus.Bus

	decided *testkit.News[refunds.Decided]

	mu   sync.Mutex
	sold int
	may  money.Tokens // what an admin may still have the site give alone

	reopened map[string]time.Time // payments that may be asked about once more, and since when
}

func setup(t testing.TB) *fixture {
	h := over(testkit.DB(t))
	h.settle(t)
	return h
}

func over(d *db.DB, rules ...limit.Rules) *fixture {
	clock := testkit.NewClock()
	h := &fixture{
		may: money.Whole(1000), reopened: map[string]time.Time{}, Bank: bank.Open(d, clock.Now, refunds.Rule(), bank.Unchecked("sale", "payout")), clock: clock,
		bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now),
	}
	rules = append([]limit.Rules{{"refunds.ask": {Max: 1 << 30, Per: time.Second}}}, rules...)
	h.Service = refunds.New(refunds.Deps{
		DB: d, Ledger: h.Ledger, People: h, Audit: testkit.AuditLog(d, clock.Now), Events: h.bus, Limiter: limit.New(clock.Now, rules...), Now: clock.Now,
		Alone: func(_ context.Context, _ *db.Tx, _, _ string, tokens money.Tokens) (bool, error) {
			return tokens <= h.may, nil
		},
	})
	h.Accept(refunds.Category{Kinds: []string{"sale"}, Reasons: []string{"mistake", "other"}, Source: shop{h}})
	h.decided = testkit.Hear[refunds.Decided](h.bus)
	return h
}

func (h *fixture) settle(t testing.TB) {
	t.Helper()
	for _, name := range []string{"tom", "ann"} {
		testkit.Person(t, h.DB, account.Member, name)
	}
	for _, name := range []string{"nina", "sara"} {
		testkit.Person(t, h.DB, account.Performer, name)
	}
	testkit.Person(t, h.DB, account.Studio, "loft")
	h.Grant(t, "tom", 100_000)
	h.Grant(t, "ann", 100_000)
}

// shop is a room that takes payments: the ledger is its memory. A reference says
// who paid whom: "tom-nina-1".
type shop struct{ *fixture }

var terms = map[string]ledger.Terms{
	"nina": ledger.Alone(money.Percent(30)),
	"sara": {Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)},
}

func (s shop) Payment(ctx context.Context, tx *db.Tx, kind, reference string) (p refunds.Payment, err error) {
	flows, err := s.Ledger.Flows(ctx, tx, kind, reference)
	who := strings.Split(reference, "-")
	if err == nil && (len(flows) == 0 || len(who) != 3) {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return p, err
	}
	p = refunds.Payment{
		Kind: kind, Reference: reference, MemberID: who[0], PerformerID: who[1], Terms: terms[who[1]],
		Label: "a thing", PaidAt: testkit.Noon, From: testkit.Noon,
	}
	s.mu.Lock()
	p.Reopened = s.reopened[reference]
	s.mu.Unlock()
	for _, f := range flows {
		if f.Back {
			f.Gross = -f.Gross
		}
		p.Amounts = append(p.Amounts, f.Gross)
	}
	return p, nil
}

func (s shop) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, limit int) (list []refunds.Payment, err error) {
	moved, err := report.Incomes(ctx, tx, ledger.Wallet(memberID), report.Query{Kinds: []string{"sale"}, From: since, Limit: limit})
	for _, one := range moved {
		if one.Gross > 0 && err == nil {
			var p refunds.Payment
			p, err = s.Payment(ctx, tx, one.Kind, one.Reference)
			list = append(list, p)
		}
	}
	return list, err
}

func (shop) Refunded(context.Context, *db.Tx, string, string, money.Tokens) error { return nil }

// sale is a payment; it returns its reference.
func (h *fixture) sale(t testing.TB, member, performer string, gross money.Tokens) (reference string) {
	t.Helper()
	h.mu.Lock()
	h.sold++
	reference = fmt.Sprintf("%s-%s-%d", member, performer, h.sold)
	h.mu.Unlock()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		of := terms[performer]
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "sale:" + reference, Kind: "sale", Reference: reference, Payer: member, Payee: performer,
			Legs: of.Legs(of.Split(gross), ledger.Wallet(member), performer),
		})
		return err
	})
	return reference
}

// fault gives a part of a sale back as a meter does.
func (h *fixture) fault(t testing.TB, reference string, amount money.Tokens) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		p, err := shop{h}.Payment(ctx, tx, "sale", reference)
		if err != nil {
			return err
		}
		var legs []ledger.Leg
		for _, leg := range p.Terms.Legs(p.Terms.TakenBack(p.Amounts, amount), ledger.Wallet(p.MemberID), p.PerformerID) {
			legs = append(legs, ledger.Leg{Source: leg.Target, Target: leg.Source, Amount: leg.Amount})
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "refund:" + reference, Kind: "sale", Reference: reference, Payer: p.MemberID, Payee: p.PerformerID, Legs: legs,
		})
		return err
	})
}

// payOut leaves somebody so much of the earnings.
func (h *fixture) payOut(t testing.TB, accountID string, leave money.Tokens) {
	t.Helper()
	h.mu.Lock()
	h.sold++
	id := fmt.Sprint("paid", h.sold)
	h.mu.Unlock()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		account := ledger.Earnings(accountID)
		balance, err := h.Ledger.Balance(ctx, tx, account)
		if err != nil || balance <= leave {
			return err
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "payout:" + id, Kind: "payout", Reference: id,
			Legs: []ledger.Leg{{Source: account, Target: ledger.Payout(id), Amount: balance - leave}},
		})
		return err
	})
}

func (h *fixture) tryAsk(reference string) (refunds.Request, error) {
	member, _, _ := strings.Cut(reference, "-")
	r, _, err := h.Ask(context.Background(), refunds.Question{
		MemberID: member, Kind: "sale", Reference: reference, Reason: "mistake", Text: because,
	}, "")
	return r, err
}

func (h *fixture) ask(t testing.TB, reference string) refunds.Request {
	t.Helper()
	r, err := h.tryAsk(reference)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func as(c account.Caller) context.Context { return account.WithCaller(context.Background(), c) }

// resolved is a decision to give tokens back; 0 gives all that is left.
func resolved(r refunds.Request, token money.Tokens) refunds.Decision {
	return refunds.Decision{RequestID: r.ID, To: refunds.Resolved, Token: token, Note: "We have looked at it."}
}

func (h *fixture) tryDecide(by account.Caller, d refunds.Decision) (refunds.Request, error) {
	r, _, err := h.Decide(as(by), d)
	return r, err
}

func (h *fixture) decide(t testing.TB, d refunds.Decision) refunds.Request {
	t.Helper()
	r, err := h.tryDecide(ada, d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (h *fixture) repay(t testing.TB) {
	t.Helper()
	if err := h.Repay(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func wants(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// another is one more payment of a sale, as the minutes of a show are.
func (h *fixture) another(ctx context.Context, tx *db.Tx, reference string, gross money.Tokens) error {
	p, err := shop{h}.Payment(ctx, tx, "sale", reference)
	if err != nil {
		return err
	}
	_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: fmt.Sprintf("sale:%s:%d", reference, len(p.Amounts)), Kind: "sale", Reference: reference, Payer: p.MemberID, Payee: p.PerformerID,
		Legs: p.Terms.Legs(p.Terms.Split(gross), ledger.Wallet(p.MemberID), p.PerformerID),
	})
	return err
}
