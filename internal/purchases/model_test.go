package purchases_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/purchases"
)

// model is the store as a map: what everybody must hold, and who owns what.
type model struct {
	*fixture
	run    int // keeps the members of one run apart from another's
	should map[ledger.Account]money.Tokens
	sales  []*sale
}

// sale is a purchase as the model follows it.
type sale struct {
	purchases.Purchase
	delivered bool
	undone    bool
	refunded  money.Tokens
}

func (s *sale) over() bool { return s.undone || s.refunded == s.Item.Price }

// Random purchases, undos, deliveries and refunds at random prices, rates and times: each
// is refused exactly when the model says so, after each step everybody holds what a map
// says that adds and subtracts and owns what they should, nobody is below zero, nothing is
// sold twice, and in the end the books are in order.
func TestAgainstAModel(t *testing.T) {
	h, run := setup(t), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{fixture: h, run: run, should: map[ledger.Account]money.Tokens{}}
		for _, name := range []string{"nina", "sara", "loft"} {
			m.should[ledger.Earnings(name)] = m.Balance(quiet{}, ledger.Earnings(name))
		}
		m.should[ledger.SiteRevenue] = m.Balance(quiet{}, ledger.SiteRevenue)
		for _, name := range []string{"tom", "ann"} {
			tokens := rapid.Int64Range(1, 300).Draw(t, "tokens")
			h.Grant(quiet{}, m.member(name), tokens)
			m.should[ledger.Wallet(m.member(name))] = money.Whole(tokens)
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			h.clock.Advance(time.Duration(rapid.Int64Range(1, 40_000).Draw(t, "passed")) * time.Millisecond)
			switch rapid.SampledFrom([]string{"buy", "buy", "buy", "undo", "undo", "deliver", "refund", "rates"}).Draw(t, "step") {
			case "buy":
				m.buySome(t)
			case "undo":
				m.undoSome(t)
			case "deliver":
				m.deliverSome(t)
			case "refund":
				m.refundSome(t)
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

func (m *model) someMember(t *rapid.T) string {
	return m.member(rapid.SampledFrom([]string{"tom", "ann"}).Draw(t, "member"))
}

func (m *model) someItem(t *rapid.T) string {
	return rapid.SampledFrom([]string{"beach", "city", "attic"}).Draw(t, "item")
}

// live is the member's purchase of the item that holds, or nil.
func (m *model) live(memberID, itemID string) *sale {
	for _, s := range m.sales {
		if s.MemberID == memberID && s.Item.ID == itemID && !s.over() {
			return s
		}
	}
	return nil
}

func (m *model) buySome(t *rapid.T) {
	member, item := m.someMember(t), m.someItem(t)
	price := money.Whole(rapid.Int64Range(1, 120).Draw(t, "price"))
	m.price(item, price)
	wanted := purchases.Order{Buyer: account.Caller{ID: member, Role: account.Member}, Kind: purchases.Gallery, ItemID: item}
	var want error
	if rapid.IntRange(0, 4).Draw(t, "outdated") == 0 {
		old := price + 100
		wanted.Price, want = &old, purchases.ErrPriceChanged
	} else if m.live(member, item) != nil {
		want = purchases.ErrBought
	} else if m.should[ledger.Wallet(member)] < price {
		want = ledger.ErrFunds
	}
	key := fmt.Sprintf("%d-%d", m.run, m.clock.Now().UnixMilli())
	var known string
	for range rapid.IntRange(1, 2).Draw(t, "clicks") {
		r, err := m.Buy(context.Background(), wanted, key)
		if !errors.Is(err, want) {
			t.Fatalf("a purchase for %v with %v in the wallet: %v, want %v", price, m.should[ledger.Wallet(member)], err, want)
		}
		if err != nil {
			continue
		}
		if known == "" {
			known = r.Purchase.ID
			m.sales = append(m.sales, &sale{Purchase: r.Purchase})
			m.move(r.Purchase, r.Purchase.Shares, 1)
		}
		if r.Purchase.ID != known || r.Balance != m.should[ledger.Wallet(member)] {
			t.Fatalf("the receipt is %+v, the map says %v", r, m.should[ledger.Wallet(member)])
		}
	}
}

// some is one of the sales, whatever became of it.
func (m *model) some(t *rapid.T) *sale {
	if len(m.sales) == 0 {
		return nil
	}
	return m.sales[rapid.IntRange(0, len(m.sales)-1).Draw(t, "sale")]
}

func (m *model) undoSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	var want error
	switch {
	case s.undone:
		want = purchases.ErrUndone
	case s.refunded > 0:
		want = purchases.ErrRefunded
	case s.delivered:
		want = purchases.ErrDelivered
	case m.clock.Now().Sub(s.CreatedAt) > time.Minute:
		want = purchases.ErrUndoLate
	}
	_, err := m.Undo(context.Background(), s.MemberID, s.ID, "")
	if !errors.Is(err, want) {
		t.Fatalf("undo %+v: %v, want %v", s, err, want)
	}
	if err == nil {
		s.undone = true
		m.move(s.Purchase, s.Shares, -1)
	}
}

func (m *model) deliverSome(t *rapid.T) {
	member, item := m.someMember(t), m.someItem(t)
	s := m.live(member, item)
	owns, err := m.Deliver(context.Background(), member, purchases.Gallery, item)
	if err != nil || owns != (s != nil) {
		t.Fatalf("deliver %s to %s: %v (%v), and the map has %+v", item, member, owns, err, s)
	}
	if s != nil {
		s.delivered = true
	}
}

func (m *model) refundSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	amount := s.Item.Price
	if rapid.Bool().Draw(t, "part") {
		amount = money.Tokens(rapid.Int64Range(1, int64(amount)).Draw(t, "amount"))
	}
	var want error
	switch {
	case s.undone:
		want = purchases.ErrUndone
	case s.refunded+amount > s.Item.Price:
		want = purchases.ErrRefunded
	}
	err := m.giveBack(s.Purchase, amount)
	if !errors.Is(err, want) {
		t.Fatalf("refund %v of %+v: %v, want %v", amount, s, err, want)
	}
	if err == nil {
		left := s.Item.Price - s.refunded
		s.refunded += amount
		m.move(s.Purchase, s.Terms.Refund(left, left-amount), -1)
	}
}

func (m *model) newRates(t *rapid.T) {
	site := money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "site"))
	part := money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "part"))
	m.change(func(s *shop) {
		s.terms["nina"] = ledger.Alone(site)
		s.terms["sara"] = ledger.Terms{Site: site, StudioID: "loft", Member: part}
	})
}

// move follows the shares of a purchase, forwards or back.
func (m *model) move(p purchases.Purchase, shares ledger.Shares, sign money.Tokens) {
	m.should[ledger.Wallet(p.MemberID)] -= sign * shares.Gross()
	m.should[ledger.Earnings(p.Item.PerformerID)] += sign * shares.Net
	m.should[ledger.SiteRevenue] += sign * shares.SiteFee
	if p.Terms.StudioID != "" {
		m.should[ledger.Earnings(p.Terms.StudioID)] += sign * shares.StudioNet
	}
}

func (m *model) compare(t *rapid.T) {
	for account, want := range m.should {
		if got := m.Balance(quiet{}, account); got != want || got < 0 {
			t.Fatalf("%s holds %v, want %v", account, got, want)
		}
	}
	for _, member := range []string{m.member("tom"), m.member("ann")} {
		want := map[string]bool{}
		for _, s := range m.sales {
			if s.MemberID == member && !s.over() {
				if want[s.Item.ID] {
					t.Fatalf("%s was sold to %s twice", s.Item.ID, member)
				}
				want[s.Item.ID] = true
			}
		}
		list, total, err := m.Library(context.Background(), purchases.Query{MemberID: member, Limit: 25})
		if err != nil || total != len(want) {
			t.Fatalf("%s owns %d (%v), want %v", member, total, err, slices.Sorted(maps.Keys(want)))
		}
		for _, o := range list {
			if !want[o.Item.ID] || !m.owns(quiet{}, member, o.Item.ID) {
				t.Fatalf("%s owns %s, want %v", member, o.Item.ID, slices.Sorted(maps.Keys(want)))
			}
		}
	}
}
