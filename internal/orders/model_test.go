package orders_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
)

// model is the shop as a map: what everybody must hold, where each order is, how many mugs
// are missing.
type model struct {
	*fixture
	run    int
	should map[ledger.Account]money.Tokens
	stock  int
	sales  []*sale
}

type sale struct {
	purchases.Purchase
	orderID  string
	status   orders.Status
	since    time.Time
	refunded money.Tokens
	asked    bool // the desk has given back once
	captured bool
	paidAt   time.Time // when it was captured
}

func (s *sale) over() bool { return s.status == orders.Cancelled || s.status == orders.Refunded }

// quiet is where set-up fails loudly enough: by the step after it.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

// Random sales, steps of sellers, cancellations, undos, refunds of the desk and of orders, and
// the clock, in any order: each is refused exactly when the model says so, after each step
// everybody and every hold has what a map says, nobody is below zero, the stock is right, and
// in the end the books are in order.
func TestAgainstAModel(t *testing.T) {
	h, run := setup(t), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{fixture: h, run: run, should: map[ledger.Account]money.Tokens{}}
		m.wait(t) // what earlier runs left is due now, not in the midst of this one
		m.stock = h.neighbours.stock
		for _, a := range []ledger.Account{ledger.Earnings("nina"), ledger.Earnings("sara"), ledger.Earnings("loft"), ledger.SiteRevenue} {
			m.should[a] = m.Balance(quiet{}, a)
		}
		tokens := rapid.Int64Range(1, 300).Draw(t, "tokens")
		h.Grant(quiet{}, m.member(), tokens)
		m.should[ledger.Wallet(m.member())] = money.Whole(tokens)
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			h.clock.Advance(time.Duration(rapid.Int64Range(1, 40_000).Draw(t, "passed")) * time.Millisecond)
			switch rapid.SampledFrom([]string{"buy", "buy", "buy", "update", "update", "update", "cancel", "undo", "desk", "clock"}).Draw(t, "step") {
			case "buy":
				m.buySome(t)
			case "update":
				m.updateSome(t)
			case "cancel":
				m.cancelSome(t)
			case "undo":
				m.undoSome(t)
			case "desk":
				m.deskSome(t)
			case "clock":
				m.wait(t)
			}
			m.compare(t)
		}
	})
	h.Audit(t)
}

func (m *model) member() string { return fmt.Sprintf("tom-%d", m.run) }

func (m *model) buySome(t *rapid.T) {
	item := rapid.SampledFrom([]string{"mug", "print", "wallpaper"}).Draw(t, "item")
	wanted := purchases.Order{
		Buyer: account.Caller{ID: m.member(), Role: account.Member}, Kind: purchases.Product, ItemID: item,
		Quantity: rapid.IntRange(1, 9).Draw(t, "quantity"),
	}
	if item != "wallpaper" {
		wanted.Address = home
	}
	price := map[string]money.Tokens{"mug": 1000, "print": 700, "wallpaper": 500}[item] * money.Tokens(wanted.Quantity)
	r, err := m.shop.Buy(context.Background(), wanted, "")
	if m.should[ledger.Wallet(m.member())] < price {
		if !errors.Is(err, ledger.ErrFunds) {
			t.Fatalf("bought for %v: %v", price, err)
		}
		m.neighbours.stock += wanted.Quantity // the fake's stock is not in the transaction
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &sale{Purchase: r.Purchase, orderID: r.OrderID, status: orders.Created, since: m.clock.Now()}
	m.sales = append(m.sales, s)
	m.stock -= wanted.Quantity
	m.should[ledger.Wallet(m.member())] -= price
	if !s.Item.Physical {
		s.status, s.captured, s.paidAt = orders.Delivered, true, m.clock.Now()
		m.share(s, s.Shares, 1)
	} else {
		m.should[ledger.Hold(s.ID)] = price
	}
}

func (m *model) some(t *rapid.T) *sale {
	if len(m.sales) == 0 {
		return nil
	}
	return m.sales[rapid.IntRange(0, len(m.sales)-1).Draw(t, "sale")]
}

func (m *model) updateSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	to := rapid.SampledFrom([]orders.Status{orders.Processing, orders.Processing, orders.Shipped, orders.Shipped, orders.Delivered, orders.Refunded}).Draw(t, "to")
	next := map[orders.Status]orders.Status{orders.Created: orders.Processing, orders.Processing: orders.Shipped, orders.Shipped: orders.Delivered}
	fits := next[s.status] == to || to == orders.Refunded && !s.over()
	err := m.update(s.Item.PerformerID, s.orderID, to)
	refusal := orders.ErrStatus
	if fits && to == orders.Refunded && s.captured && m.clock.Now().Sub(s.paidAt) >= refundable {
		fits, refusal = false, orders.ErrRefundLate
	}
	if fits != (err == nil) || err != nil && !errors.Is(err, refusal) {
		t.Fatalf("%s of %+v: %v", to, s, err)
	}
	if err != nil {
		return
	}
	switch to {
	case orders.Shipped:
		s.captured, s.paidAt = true, m.clock.Now()
		m.should[ledger.Hold(s.ID)] = 0
		m.share(s, s.Terms.Split(s.Price-s.refunded), 1)
	case orders.Refunded:
		m.giveAllBack(s)
	}
	s.status, s.since = to, m.clock.Now()
}

func (m *model) cancelSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	_, err := m.Cancel(context.Background(), s.MemberID, s.orderID, "")
	if (s.status == orders.Created) != (err == nil) || err != nil && !errors.Is(err, orders.ErrStatus) {
		t.Fatalf("cancel %+v: %v", s, err)
	}
	if err == nil {
		m.giveAllBack(s)
		s.status = orders.Cancelled
	}
}

func (m *model) undoSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	first := orders.Created
	if !s.Item.Physical {
		first = orders.Delivered
	}
	may := s.status == first && s.refunded == 0 && m.clock.Now().Sub(s.CreatedAt) <= time.Minute
	_, err := m.shop.Undo(context.Background(), s.MemberID, s.ID, "")
	if may != (err == nil) {
		t.Fatalf("undo %+v: %v", s, err)
	}
	if err == nil {
		m.giveAllBack(s)
		if !s.Item.Physical {
			m.stock += s.Quantity
		}
		s.status = orders.Cancelled
	}
}

func (m *model) deskSome(t *rapid.T) {
	s := m.some(t)
	if s == nil {
		return
	}
	amount := s.Price
	if rapid.Bool().Draw(t, "part") {
		amount = money.Tokens(rapid.Int64Range(1, int64(amount)).Draw(t, "amount"))
	}
	err := m.giveBack(s.Purchase, amount)
	if may := !s.over() && !s.asked; may != (err == nil) {
		t.Fatalf("the desk gives %v of %+v back: %v", amount, s, err)
	}
	if err != nil {
		return
	}
	s.asked, s.refunded = true, amount
	m.should[ledger.Wallet(s.MemberID)] += amount
	if s.captured {
		m.share(s, s.Terms.Refund(s.Price, s.Price-amount), -1)
	} else {
		m.should[ledger.Hold(s.ID)] -= amount
	}
	if amount == s.Price {
		if !s.captured {
			m.stock += s.Quantity
		}
		s.status = orders.Refunded
	}
}

func (m *model) wait(t *rapid.T) {
	days := rapid.IntRange(1, 40).Draw(t, "days")
	if len(m.sales) == 0 {
		days = 40
	}
	m.clock.Advance(time.Duration(days) * 24 * time.Hour)
	if err := m.Tick(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, s := range m.sales {
		switch age := m.clock.Now().Sub(s.since); {
		case s.status == orders.Created && age >= 7*24*time.Hour:
			m.giveAllBack(s)
			s.status = orders.Refunded
		case s.status == orders.Processing && age >= 10*24*time.Hour:
			m.giveAllBack(s)
			s.status = orders.Refunded
		case s.status == orders.Shipped && age >= 14*24*time.Hour:
			s.status = orders.Delivered
		}
	}
}

// giveAllBack is what is left of a price, from where it is.
func (m *model) giveAllBack(s *sale) {
	left := s.Price - s.refunded
	m.should[ledger.Wallet(s.MemberID)] += left
	if s.captured {
		m.share(s, s.Terms.Split(left), -1)
	} else {
		m.should[ledger.Hold(s.ID)] = 0
		m.stock += s.Quantity
	}
}

func (m *model) share(s *sale, parts ledger.Shares, sign money.Tokens) {
	m.should[ledger.Earnings(s.Item.PerformerID)] += sign * parts.Net
	m.should[ledger.SiteRevenue] += sign * parts.SiteFee
	if s.Terms.StudioID != "" {
		m.should[ledger.Earnings(s.Terms.StudioID)] += sign * parts.StudioNet
	}
}

func (m *model) compare(t *rapid.T) {
	for a, want := range m.should {
		if got := m.Balance(quiet{}, a); got != want || got < 0 {
			t.Fatalf("%s holds %v, want %v", a, got, want)
		}
	}
	for _, s := range m.sales {
		if got := m.find(quiet{}, s.orderID).Status; got != s.status {
			t.Fatalf("an order is %s, want %s", got, s.status)
		}
	}
	if m.neighbours.stock != m.stock {
		t.Fatalf("the stock is %d, want %d", m.neighbours.stock, m.stock)
	}
}
