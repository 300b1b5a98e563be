package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/purchases"
)

// What is for sale and who has bought it are two packages that do not know each other.

// catalogue is what performers sell, in the words of purchases.
type catalogue struct{ *house }

func (c catalogue) ForSale(ctx context.Context, tx *db.Tx, kind, itemID string, buyer account.Caller) (purchases.Item, error) {
	item, err := c.assets.ForSale(ctx, tx, kind, itemID, buyer)
	if errors.Is(err, assets.ErrNone) {
		err = purchases.ErrNoItem
	}
	return purchases.Item(item), err
}

func (c catalogue) Take(ctx context.Context, tx *db.Tx, productID string, quantity int) error {
	err := c.assets.Take(ctx, tx, productID, quantity)
	if errors.Is(err, assets.ErrNone) {
		return purchases.ErrNoItem
	}
	if refusal, ok := errors.AsType[*fault.Fault](err); ok && errors.Is(err, assets.ErrSoldOut) {
		return purchases.ErrSoldOut.With("left", refusal.Extra["left"])
	}
	return err
}

func (c catalogue) PutBack(ctx context.Context, tx *db.Tx, productID string, quantity int) error {
	return c.assets.PutBack(ctx, tx, productID, quantity)
}

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
