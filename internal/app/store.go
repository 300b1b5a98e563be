package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/purchases"
)

// What is for sale and who has bought it are two packages that do not know each other.

// catalogue is what performers sell, in the words of purchases.
type catalogue struct{ *house }

func (c catalogue) ForSale(ctx context.Context, tx *db.Tx, kind, itemID string, buyer account.Caller) (purchases.Item, error) {
	if kind == purchases.Product {
		return purchases.Item{}, purchases.ErrNoItem // nobody sells products yet
	}
	item, err := c.assets.ForSale(ctx, tx, kind, itemID, buyer)
	if errors.Is(err, assets.ErrNone) {
		err = purchases.ErrNoItem
	}
	return purchases.Item{Kind: item.Kind, ID: item.ID, PerformerID: item.PerformerID, Title: item.Title, Price: item.Price}, err
}

// Take refuses: nobody sells products yet.
func (catalogue) Take(context.Context, *db.Tx, string, int) error { return purchases.ErrNoItem }

// PutBack has nowhere to put anything, as Take takes nothing.
func (catalogue) PutBack(context.Context, *db.Tx, string, int) error { return nil }

func (c catalogue) Cards(ctx context.Context, tx *db.Tx, _ string, itemIDs []string) (map[string]purchases.Card, error) {
	known, err := c.assets.Cards(ctx, tx, itemIDs)
	cards := make(map[string]purchases.Card, len(known))
	for itemID, offer := range known {
		card := purchases.Card{Title: offer.ShownTitle}
		if cover := offer.Card().Cover; cover != nil {
			card.Cover, card.Blurred = cover.URLs.Card, cover.Blurred // the caller has bought it
		}
		cards[itemID] = card
	}
	return cards, err
}

// sold is what members have bought, in the words of assets.
type sold struct{ *house }

func (s sold) Owned(ctx context.Context, tx *db.Tx, memberID, kind string, itemIDs []string) (map[string]bool, error) {
	return s.purchases.Owned(ctx, tx, memberID, kind, itemIDs)
}

func (s sold) OwnedSince(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (time.Time, error) {
	return s.purchases.OwnedSince(ctx, tx, memberID, kind, itemID)
}

func (s sold) Undoable(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (assets.Undoable, error) {
	purchaseID, until, ok, err := s.purchases.Undoable(ctx, tx, memberID, kind, itemID)
	if err != nil || !ok {
		return assets.Undoable{}, err
	}
	return assets.Undoable{PurchaseID: purchaseID, Until: until}, nil
}

func (s sold) Deliver(ctx context.Context, memberID, kind, itemID string) (bool, error) {
	return s.purchases.Deliver(ctx, memberID, kind, itemID)
}

func (s sold) Sales(ctx context.Context, tx *db.Tx, kind string, itemIDs []string) (map[string]assets.Sales, error) {
	found, err := s.purchases.Sales(ctx, tx, kind, itemIDs)
	sales := make(map[string]assets.Sales, len(found))
	for itemID, one := range found {
		sales[itemID] = assets.Sales(one)
	}
	return sales, err
}

// countSales keeps the order of what is popular: purchases that hold.
func (h *house) countSales() {
	count := func(ctx context.Context, tx *db.Tx, p purchases.Purchase, change int) error {
		return h.assets.NoteSold(ctx, tx, p.Item.ID, change)
	}
	bus.On(h.bus, "assets.bought", func(ctx context.Context, tx *db.Tx, e purchases.Bought) error {
		return count(ctx, tx, e.Purchase, 1)
	})
	bus.On(h.bus, "assets.undone", func(ctx context.Context, tx *db.Tx, e purchases.Undone) error {
		return count(ctx, tx, e.Purchase, -1)
	})
	bus.On(h.bus, "assets.purchaseEnded", func(ctx context.Context, tx *db.Tx, e purchases.Ended) error {
		return count(ctx, tx, e.Purchase, -1)
	})
}
