package app

import (
	"context"
	"errors"
	"slices"
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
		shown := offer.Card()
		card := purchases.Card{Title: offer.ShownTitle, AccessEndedAt: offer.AccessEndedAt}
		if cover := shown.Cover; cover != nil && card.AccessEndedAt.IsZero() {
			card.Cover, card.Public = cover.URLs.Card, cover.URLs.Card // the caller has bought it
			if offer.SellsPhotos() {
				card.Public = cover.Blurred
			}
		}
		if shown.Video != nil {
			card.DurationMS = shown.Video.DurationMS
		}
		cards[itemID] = card
	}
	return cards, err
}

// watching is where members are in videos, in the words of purchases.
type watching struct{ *house }

func (w watching) Begun(ctx context.Context, tx *db.Tx, memberID string) ([]string, error) {
	begun, err := w.playback.Begun(ctx, tx, memberID)
	if err != nil {
		return nil, err
	}
	ended, err := w.assets.AccessEnded(ctx, tx, begun)
	return slices.DeleteFunc(begun, func(videoID string) bool { return !ended[videoID].IsZero() }), err
}

func (w watching) Positions(ctx context.Context, tx *db.Tx, memberID string, videoIDs []string) (map[string]int64, error) {
	return w.playback.Positions(ctx, tx, memberID, videoIDs)
}

// sold is what members have bought, in the words of assets.
type sold struct{ *house }

func (s sold) Owned(ctx context.Context, tx *db.Tx, memberID, kind string, itemIDs []string) (map[string]bool, error) {
	return s.purchases.Owned(ctx, tx, memberID, kind, itemIDs)
}

func (s sold) OwnedSince(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (time.Time, error) {
	return s.purchases.OwnedSince(ctx, tx, memberID, kind, itemID)
}

func (s sold) FirstOwned(ctx context.Context, tx *db.Tx, kind, itemID string) (time.Time, error) {
	return s.purchases.FirstOwned(ctx, tx, kind, itemID)
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

func (s sold) DeliverCover(ctx context.Context, memberID, kind, itemID string) (bool, error) {
	return s.purchases.DeliverCover(ctx, memberID, kind, itemID)
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
