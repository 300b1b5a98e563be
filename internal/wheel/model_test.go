package wheel_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/wheel"
)

// model is the money of the wheel as a map: what everybody must hold.
type model struct {
	*fixture
	run    int // keeps the members of one run apart from another's
	should map[ledger.Account]money.Tokens
	open   []wheel.Result
}

// Random spins at random prices and rates, decisions and repeated clicks: after
// each step everybody holds what a map says that adds and subtracts, nobody is
// below zero, and in the end the books are in order.
func TestAgainstAModel(t *testing.T) {
	h, run := setup(t), 0
	h.fill(t, "nina", 6)
	h.fill(t, "sara", 24)
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{fixture: h, run: run, should: map[ledger.Account]money.Tokens{}}
		m.remember(t, "nina", "sara", "loft")
		for _, name := range []string{"tom", "ann"} {
			tokens := rapid.Int64Range(1, 300).Draw(t, "tokens")
			h.Grant(quiet{}, m.member(name), tokens)
			m.should[ledger.Wallet(m.member(name))] = money.Whole(tokens)
		}
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			h.clock.Advance(time.Millisecond)
			switch rapid.SampledFrom([]string{"spin", "spin", "spin", "decide", "rates"}).Draw(t, "step") {
			case "spin":
				m.spinSome(t)
			case "decide":
				m.decideSome(t)
			case "rates":
				m.newRates(t)
			}
			m.compare(t)
		}
	})
	h.Audit(t)
}

// quiet is where set-up fails loudly enough: by the step after it.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

func (m *model) member(name string) string { return fmt.Sprintf("%s-%d", name, m.run) }

// remember starts the map from what an earlier run has left.
func (m *model) remember(t *rapid.T, performers ...string) {
	for _, name := range performers {
		m.should[ledger.Earnings(name)] = m.Balance(quiet{}, ledger.Earnings(name))
	}
	m.should[ledger.SiteRevenue] = m.Balance(quiet{}, ledger.SiteRevenue)
}

func (m *model) spinSome(t *rapid.T) {
	price := money.Tokens(rapid.Int64Range(1, 9_999).Draw(t, "price"))
	performer := rapid.SampledFrom([]string{"nina", "sara"}).Draw(t, "performer")
	member := m.member(rapid.SampledFrom([]string{"tom", "ann"}).Draw(t, "member"))
	m.set(func(s *stage) { s.price = price })
	order := wheel.Order{MemberID: member, MemberName: member, PerformerID: performer, ClientSeed: "luck"}
	key := fmt.Sprintf("%d-%d", m.run, m.clock.Now().UnixMilli())
	wallet := ledger.Wallet(member)
	var r wheel.Receipt
	for range rapid.IntRange(1, 2).Draw(t, "clicks") {
		var err error
		r, err = m.Spin(context.Background(), order, key)
		if rich := m.should[wallet] >= price || r.Result.ID != ""; !rich && !errors.Is(err, ledger.ErrFunds) || rich && err != nil {
			t.Fatalf("a spin of %v with %v in the wallet: %v", price, m.should[wallet], err)
		}
		if err != nil {
			return
		}
		if len(m.open) == 0 || m.open[len(m.open)-1].ID != r.Result.ID {
			m.open = append(m.open, r.Result)
			m.move(r.Result, 1)
		}
	}
	if r.Balance != m.should[wallet] {
		t.Fatalf("the receipt says %v, the map %v", r.Balance, m.should[wallet])
	}
}

func (m *model) decideSome(t *rapid.T) {
	if len(m.open) == 0 {
		return
	}
	i := rapid.IntRange(0, len(m.open)-1).Draw(t, "result")
	to := rapid.SampledFrom([]wheel.Status{wheel.Done, wheel.Rejected}).Draw(t, "decision")
	r := m.open[i]
	if _, err := m.Decide(context.Background(), r.PerformerID, r.ID, to); err != nil {
		t.Fatalf("decide %s: %v", r.ID, err)
	}
	m.open = append(m.open[:i:i], m.open[i+1:]...)
	if to == wheel.Rejected {
		m.move(r, -1)
	}
}

func (m *model) newRates(t *rapid.T) {
	site := money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "site"))
	part := money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "part"))
	m.set(func(s *stage) {
		s.terms["nina"] = ledger.Alone(site)
		s.terms["sara"] = ledger.Terms{Site: site, StudioID: "loft", Member: part}
	})
}

// move follows a result's money, forwards or back.
func (m *model) move(r wheel.Result, sign money.Tokens) {
	m.should[ledger.Wallet(r.MemberID)] -= sign * r.Version.Price
	m.should[ledger.Earnings(r.PerformerID)] += sign * r.Shares.Net
	m.should[ledger.SiteRevenue] += sign * r.Shares.SiteFee
	if r.Terms.StudioID != "" {
		m.should[ledger.Earnings(r.Terms.StudioID)] += sign * r.Shares.StudioNet
	}
}

func (m *model) compare(t *rapid.T) {
	for account, want := range m.should {
		if got := m.Balance(quiet{}, account); got != want || got < 0 {
			t.Fatalf("%s holds %v, want %v", account, got, want)
		}
	}
}
