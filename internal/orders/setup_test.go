package orders_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/orders"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

var (
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	ann  = account.Caller{ID: "ann", Role: account.Member, Username: "Ann"}
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	sara = account.Caller{ID: "sara", Role: account.Performer, Username: "Sara"}
	ada  = account.Caller{ID: "ada", Role: account.Admin, Username: "Ada", Proved: true}
)

const secret = "1 Secret Lane"

var home = purchases.Address{Lines: "Tom Thumb\n" + secret + "\nHometown", PostalCode: "SW1A 1AA", Country: "GB"}

// neighbours are those of both packages, which meet here as they do on the site: Nina, alone,
// sells a mug for 10 and a wallpaper for 5; Sara, of the studio "loft", prints for 7.
type neighbours struct {
	bank.Names

	mu      sync.Mutex
	stock   int // of mugs, in memory: only counted where nothing fails
	fixture *fixture

	disputed []string // members with a payment that is checked
}

func (n *neighbours) Disputed(_ context.Context, _ *db.Tx, memberIDs ...string) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var found []string
	for _, id := range n.disputed {
		if slices.Contains(memberIDs, id) {
			found = append(found, id)
		}
	}
	return found, nil
}

func (n *neighbours) AllDisputed(context.Context, *db.Tx) ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.disputed), nil
}

func (*neighbours) HoldDisputes(context.Context, *db.Tx, string) error { return nil }

// checks has the payments of these members checked, and those of nobody else.
func (n *neighbours) checks(memberIDs ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.disputed = memberIDs
}

func (n *neighbours) ForSale(_ context.Context, _ *db.Tx, kind, itemID string, _ account.Caller) (purchases.Item, error) {
	for _, i := range []purchases.Item{
		{ID: "mug", PerformerID: "nina", Title: "Mug", Price: money.Whole(10), Physical: true},
		{ID: "print", PerformerID: "sara", Title: "Print", Price: money.Whole(7), Physical: true},
		{ID: "wallpaper", PerformerID: "nina", Title: "Wallpaper", Price: money.Whole(5)},
	} {
		if i.ID == itemID && kind == purchases.Product {
			i.Kind = kind
			return i, nil
		}
	}
	return purchases.Item{}, purchases.ErrNoItem
}

func (*neighbours) Cards(context.Context, *db.Tx, string, []string) (map[string]purchases.Card, error) {
	return nil, nil
}

func (n *neighbours) Take(_ context.Context, _ *db.Tx, _ string, quantity int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stock -= quantity
	return nil
}

func (n *neighbours) PutBack(_ context.Context, _ *db.Tx, _ string, quantity int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stock += quantity
	return nil
}

func (*neighbours) Terms(_ context.Context, _ *db.Tx, _, performerID string) (ledger.Terms, error) {
	if performerID == "sara" {
		return ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)}, nil
	}
	return ledger.Alone(money.Percent(30)), nil
}

func (*neighbours) Name(code string) string {
	return map[string]string{"GB": "United Kingdom", "DE": "Germany"}[code]
}

func (*neighbours) Of(_ context.Context, _ *db.Tx, memberID string) (string, error) {
	return map[string]string{"ann": "DE"}[memberID], nil
}

func (n *neighbours) Open(ctx context.Context, tx *db.Tx, p purchases.Purchase, to purchases.Address) (string, error) {
	o, err := n.fixture.Service.Open(ctx, tx, orders.Sale{
		PurchaseID: p.ID, PerformerID: p.Item.PerformerID, PerformerName: p.PerformerName, MemberID: p.MemberID,
		ItemID: p.Item.ID, Title: p.Item.Title, Quantity: p.Quantity, Price: p.Price, Physical: p.Item.Physical,
	}, orders.Address(to))
	return o.ID, err
}

func (n *neighbours) Undone(ctx context.Context, tx *db.Tx, purchaseID string) error {
	err := n.fixture.Service.Undone(ctx, tx, purchaseID)
	if errors.Is(err, orders.ErrStatus) {
		return purchases.ErrOnItsWay
	}
	return err
}

func (n *neighbours) Refunded(ctx context.Context, tx *db.Tx, purchaseID string) error {
	return n.fixture.GivenBack(ctx, tx, purchaseID)
}

// fixture is orders and purchases on a fresh database at noon.
type fixture struct {
	*orders.Service
	*neighbours
	*bank.Bank
	shop  *purchases.Service
	clock *testkit.Clock
	bus   *bus.Bus

	changed   *testkit.News[orders.Changed]
	corrected *testkit.News[orders.TrackingCorrected]
}

const many = 1 << 30

// refundable is how long a seller may refund.
const refundable = 5 * day

const day = 24 * time.Hour

func setup(t testing.TB) *fixture { return over(t, testkit.DB(t)) }

func over(t testing.TB, d *db.DB) *fixture {
	clock := testkit.NewClock()
	h := &fixture{neighbours: &neighbours{}, Bank: bank.Open(d, clock.Now), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now)}
	h.neighbours.fixture = h
	keys := testkit.Keys(t)
	limiter := limit.New(clock.Now, limit.Rules{"purchases.buy": {Max: many, Per: time.Second}}, orders.Limits())
	h.shop = purchases.New(purchases.Deps{
		DB: d, Ledger: h.Ledger, Catalogue: h.neighbours, Orders: h.neighbours, Rates: h.neighbours, People: h.neighbours, Events: h.bus,
		Limiter: limiter, MAC: keys.MAC(), Now: clock.Now,
	})
	h.Rules = []ledger.Rule{h.shop.Rule(), orders.Rule()}
	h.Service = orders.New(orders.Deps{
		DB: d, Money: h.shop, Disputes: h.neighbours, People: h.neighbours, Countries: h.neighbours, Audit: testkit.AuditLog(d, clock.Now), Events: h.bus, Limiter: limiter, Seals: keys,
		Deadlines: func() orders.Deadlines {
			return orders.Deadlines{Process: 7 * day, Ship: 10 * day, Deliver: 14 * day}
		},
		RefundableFor: func() time.Duration { return refundable },
		SiteName:      func() string { return "Limelight" }, Now: clock.Now,
	})
	h.changed, h.corrected = testkit.Hear[orders.Changed](h.bus), testkit.Hear[orders.TrackingCorrected](h.bus)
	return h
}

// sell lets a member buy products, and returns the purchase and its order's id.
func (h *fixture) sell(t testing.TB, buyer account.Caller, itemID string, quantity int) (purchases.Purchase, string) {
	t.Helper()
	o := purchases.Order{Buyer: buyer, Kind: purchases.Product, ItemID: itemID, Quantity: quantity}
	if itemID != "wallpaper" {
		o.Address = home
	}
	r, err := h.shop.Buy(context.Background(), o, "")
	if err != nil {
		t.Fatal(err)
	}
	return r.Purchase, r.OrderID
}

// update is what a seller does next, with what it needs.
func (h *fixture) update(sellerID, orderID string, to orders.Status) error {
	u := orders.Update{Status: to}
	if to == orders.Shipped {
		u.Carrier, u.TrackingNumber, u.TrackingURL = "Royal Mail", "RM 123", "https://track.example/RM123"
	}
	_, err := h.Update(context.Background(), sellerID, orderID, u, "")
	return err
}

// bring gives an order a status by the ways that there are.
func (h *fixture) bring(t testing.TB, itemID string, to orders.Status) (purchases.Purchase, string) {
	t.Helper()
	p, orderID := h.sell(t, tom, itemID, 1)
	steps := map[orders.Status][]orders.Status{
		orders.Processing: {orders.Processing}, orders.Shipped: {orders.Processing, orders.Shipped},
		orders.Delivered: {orders.Processing, orders.Shipped, orders.Delivered}, orders.Refunded: {orders.Refunded},
	}[to]
	if to == orders.Cancelled {
		if _, err := h.Cancel(context.Background(), "tom", orderID, ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range steps {
		if err := h.update("nina", orderID, step); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.status(t, orderID); got != to {
		t.Fatalf("brought an order to %s, want %s: nobody has said how", got, to)
	}
	return p, orderID
}

func (h *fixture) status(t testing.TB, orderID string) orders.Status {
	t.Helper()
	return h.find(t, orderID).Status
}

func (h *fixture) find(t testing.TB, orderID string) orders.Details {
	t.Helper()
	d, err := h.Find(context.Background(), orderID, func(orders.Order) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// giveBack is a refund on request, as refunds posts it.
func (h *fixture) giveBack(p purchases.Purchase, amount money.Tokens) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		p, err := h.shop.Find(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		if err := h.shop.NoteRefund(ctx, tx, p.ID, amount); err != nil {
			return err
		}
		legs := []ledger.Leg{{Source: ledger.Hold(p.ID), Target: ledger.Wallet(p.MemberID), Amount: amount}}
		if !p.Held() {
			legs = p.Terms.Legs(p.Terms.Refund(p.Price, p.Price-amount), ledger.Wallet(p.MemberID), p.Item.PerformerID)
			for i, leg := range legs {
				legs[i].Source, legs[i].Target = leg.Target, leg.Source
			}
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "refund-request:" + p.ID, Kind: p.Item.Kind, Reference: p.ID, Payer: p.MemberID, Payee: p.Item.PerformerID, Legs: legs,
		})
		return err
	})
}
