package purchases_test

import (
	"context"
	"errors"
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
	"limelight/internal/ledger"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

var (
	tom  = account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	ann  = account.Caller{ID: "ann", Role: account.Member, Username: "Ann"}
	nina = account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
)

// rack is where products lie: a table of the test's own.
const rack = `CREATE TABLE test_rack (id TEXT NOT NULL PRIMARY KEY, stock BIGINT NOT NULL)`

// parcel is an order as the neighbour's fake keeps it, by purchase.
type parcel struct {
	purchases.Address
	began, undone, refunded bool
}

// shop is the neighbours' part. Nina works alone, and sells "beach" and "city"; Sara works
// for the studio "loft" and sells "attic"; Vera sells "cellar" and blocks Tom.
type shop struct {
	bank.Names

	mu    sync.Mutex
	items map[string]purchases.Item
	terms map[string]ledger.Terms
	posts map[string]parcel
}

func newShop() *shop {
	s := &shop{items: map[string]purchases.Item{}, posts: map[string]parcel{}, terms: map[string]ledger.Terms{
		"nina": ledger.Alone(money.Percent(30)), "vera": ledger.Alone(money.Percent(30)),
		"sara": {Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)},
	}}
	for _, i := range []purchases.Item{
		{ID: "beach", PerformerID: "nina", Title: "Beach at noon", Price: money.Whole(25)},
		{ID: "city", PerformerID: "nina", Title: "Ciudad de Ávila", Price: money.Whole(40)},
		{ID: "attic", PerformerID: "sara", Title: "Attic", Price: money.Whole(50)},
		{ID: "cellar", PerformerID: "vera", Title: "Cellar", Price: money.Whole(10)},
	} {
		i.Kind = purchases.Gallery
		s.items[i.ID] = i
	}
	for _, i := range []purchases.Item{
		{ID: "mug", PerformerID: "nina", Title: "Mug", Price: money.Whole(10), Physical: true},
		{ID: "print", PerformerID: "sara", Title: "Print", Price: money.Whole(7), Physical: true},
		{ID: "wallpaper", PerformerID: "nina", Title: "Wallpaper", Price: money.Whole(5)},
	} {
		i.Kind = purchases.Product
		s.items[i.ID] = i
	}
	return s
}

func (s *shop) ForSale(_ context.Context, _ *db.Tx, kind, itemID string, buyer account.Caller) (purchases.Item, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	item, known := s.items[itemID]
	if !known || item.Kind != kind || item.PerformerID == "vera" && buyer.ID == "tom" {
		return purchases.Item{}, purchases.ErrNoItem
	}
	return item, nil
}

func (s *shop) Cards(_ context.Context, _ *db.Tx, kind string, ids []string) (map[string]purchases.Card, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cards := map[string]purchases.Card{}
	for _, id := range ids {
		if item, known := s.items[id]; known && item.Kind == kind {
			cards[id] = purchases.Card{Title: item.Title, Cover: "/files/" + id, Public: "/files/blurred-" + id}
		}
	}
	return cards, nil
}

// Begun is the film, a third of which everybody has watched.
func (*shop) Begun(context.Context, *db.Tx, string) ([]string, error) { return []string{"film"}, nil }

func (*shop) Positions(_ context.Context, _ *db.Tx, memberID string, videoIDs []string) (map[string]int64, error) {
	at := map[string]int64{}
	for _, one := range videoIDs {
		if one == "film" && memberID == "tom" {
			at[one] = 20_000
		}
	}
	return at, nil
}

func (s *shop) Terms(_ context.Context, _ *db.Tx, kind, performerID string) (ledger.Terms, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kind != purchases.Gallery && kind != purchases.Video && kind != purchases.Product {
		return ledger.Terms{}, fmt.Errorf("terms of the kind %s", kind)
	}
	return s.terms[performerID], nil
}

func (*shop) Take(ctx context.Context, tx *db.Tx, productID string, quantity int) error {
	rows, err := db.Exec(ctx, tx, `UPDATE test_rack SET stock = stock - $2 WHERE id = $1 AND stock >= $2`, productID, quantity)
	if err != nil || rows == 1 {
		return err
	}
	left, err := db.One(ctx, tx, db.Int, `SELECT stock FROM test_rack WHERE id = $1`, productID)
	if errors.Is(err, db.ErrNone) {
		return nil // it has no stock
	}
	if err != nil {
		return err
	}
	return purchases.ErrSoldOut.With("left", left)
}

func (*shop) PutBack(ctx context.Context, tx *db.Tx, productID string, quantity int) error {
	_, err := db.Exec(ctx, tx, `UPDATE test_rack SET stock = stock + $2 WHERE id = $1`, productID, quantity)
	return err
}

func (s *shop) Open(_ context.Context, _ *db.Tx, p purchases.Purchase, to purchases.Address) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.Item.Physical != (to.Lines != "") {
		return "", fault.Field("deliveryAddress", "Must fit the product")
	}
	s.posts[p.ID] = parcel{Address: to}
	return "order-" + p.ID, nil
}

func (s *shop) Undone(_ context.Context, _ *db.Tx, purchaseID string) error {
	return s.post(purchaseID, func(p *parcel) error {
		if p.began {
			return purchases.ErrOnItsWay
		}
		p.undone = true
		return nil
	})
}

func (s *shop) Refunded(_ context.Context, _ *db.Tx, purchaseID string) error {
	return s.post(purchaseID, func(p *parcel) error { p.refunded = true; return nil })
}

func (s *shop) post(purchaseID string, change func(*parcel) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.posts[purchaseID]
	if err := change(&p); err != nil {
		return err
	}
	s.posts[purchaseID] = p
	return nil
}

func (s *shop) change(change func(*shop)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (s *shop) price(itemID string, price money.Tokens) {
	s.change(func(s *shop) {
		item := s.items[itemID]
		item.Price = price
		s.items[itemID] = item
	})
}

// fixture is the purchases on a fresh database at noon, with somebody who listens.
type fixture struct {
	*purchases.Service
	*shop
	*bank.Bank
	clock  *testkit.Clock
	bus    *bus.Bus
	bought *testkit.News[purchases.Bought]
	undone *testkit.News[purchases.Undone]
	ended  *testkit.News[purchases.Ended]
}

func setup(t testing.TB, rules ...limit.Rules) *fixture {
	return over(t, testkit.DB(t), append([]limit.Rules{{"purchases.buy": {Max: 1 << 30, Per: time.Second}}}, rules...)...)
}

func over(t testing.TB, d *db.DB, rules ...limit.Rules) *fixture {
	clock := testkit.NewClock()
	h := &fixture{shop: newShop(), Bank: bank.Open(d, clock.Now), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now)}
	h.Service = purchases.New(purchases.Deps{
		DB: d, Ledger: h.Ledger, Catalogue: h.shop, Watching: h.shop, Orders: h.shop, Rates: h.shop, People: h.shop, Events: h.bus,
		Limiter: limit.New(clock.Now, rules...), MAC: testkit.Keys(t).MAC(), Now: clock.Now,
	})
	h.Rules = []ledger.Rule{h.Rule()}
	h.bought, h.undone, h.ended = testkit.Hear[purchases.Bought](h.bus), testkit.Hear[purchases.Undone](h.bus), testkit.Hear[purchases.Ended](h.bus)
	return h
}

// order is one of a gallery, whatever it costs.
func order(buyer account.Caller, itemID string) purchases.Order {
	return purchases.Order{Buyer: buyer, Kind: purchases.Gallery, ItemID: itemID}
}

func (h *fixture) buy(t testing.TB, buyer account.Caller, itemID string) purchases.Receipt {
	t.Helper()
	r, err := h.Buy(context.Background(), order(buyer, itemID), "")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (h *fixture) deliver(t testing.TB, memberID, itemID string) bool {
	t.Helper()
	owns, err := h.Deliver(context.Background(), memberID, purchases.Gallery, itemID)
	if err != nil {
		t.Fatal(err)
	}
	return owns
}

func (h *fixture) owns(t testing.TB, memberID, itemID string) bool {
	t.Helper()
	var owned map[string]bool
	h.Read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		owned, err = h.Owned(ctx, tx, memberID, purchases.Gallery, []string{"none", itemID})
		return err
	})
	return owned[itemID]
}

// giveBack is a refund on request, as refunds posts it.
func (h *fixture) giveBack(p purchases.Purchase, amount money.Tokens) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		was, err := h.Find(ctx, tx, p.ID)
		if err == nil {
			err = h.NoteRefund(ctx, tx, p.ID, amount)
		}
		if err != nil {
			return err
		}
		var legs []ledger.Leg
		left := was.Price - was.Refunded
		for _, leg := range p.Terms.Legs(p.Terms.Refund(left, left-amount), ledger.Wallet(p.MemberID), p.Item.PerformerID) {
			legs = append(legs, ledger.Leg{Source: leg.Target, Target: leg.Source, Amount: leg.Amount})
		}
		if p.Held() {
			legs = []ledger.Leg{{Source: ledger.Hold(p.ID), Target: ledger.Wallet(p.MemberID), Amount: amount}}
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("refund-request:", p.ID, was.Refunded), Kind: p.Item.Kind, Reference: p.ID, Payer: p.MemberID, Payee: p.Item.PerformerID, Legs: legs,
		})
		return err
	})
}
