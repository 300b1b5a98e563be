package app

import (
	"context"
	"errors"
	"slices"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/socket"
	"limelight/internal/orders"
	"limelight/internal/playback"
	"limelight/internal/purchases"
)

// wirePurchases builds buying. What is for sale and who has bought it are two packages that do
// not know each other.
func wirePurchases(s *Services) {
	s.limits.Add(purchases.Limits())
	s.purchases = purchases.New(purchases.Deps{
		DB: s.db, Ledger: s.ledger, Catalogue: catalogue{s.assets}, Watching: watching{s.playback, s.assets}, Orders: parcels{&s.late.orders},
		Rates: s.terms, People: s.accounts, Events: s.bus, Limiter: s.limits, MAC: s.keys.MAC(), Now: s.now,
	})
	s.late.purchases.Set(s.purchases)
	s.section("purchases", "Buying galleries, videos and products, and what one owns", s.purchases.Routes)
	s.erases("purchases", s.purchases.EraseOf)
	s.rule(s.purchases.Rule())
	news := purchaseNews{s.sockets, s.notifier}
	bus.On(s.bus, "notices.bought", news.notifyBought)
	bus.On(s.bus, "notices.undone", news.withdraw)
	bus.Tell(s.bus, "sockets.bought", news.pushBought)
	bus.Tell(s.bus, "sockets.undone", func(_ context.Context, e purchases.Undone) error { return news.push(e.Purchase) })
	bus.Tell(s.bus, "sockets.purchaseEnded", func(_ context.Context, e purchases.Ended) error { return news.push(e.Purchase) })
	sales := salesCount{s.assets}
	bus.On(s.bus, "assets.bought", sales.bought)
	bus.On(s.bus, "assets.undone", sales.undone)
	bus.On(s.bus, "assets.purchaseEnded", sales.ended)
}

// purchaseNews tell of purchases.
type purchaseNews struct {
	sockets  *socket.Server
	notifier notifier
}

// notifyBought tells the performer of what was sold; of what is sent its order tells.
func (n purchaseNews) notifyBought(ctx context.Context, tx *db.Tx, e purchases.Bought) error {
	if e.Purchase.Item.Physical || n.notifier.stale(e.Purchase.CreatedAt) {
		return nil
	}
	return notify(ctx, tx, n.notifier, purchases.SoldNotice, e.Purchase.Item.PerformerID, e.Purchase.Sold())
}

// withdraw takes back what the performer was told of a purchase that was undone.
func (n purchaseNews) withdraw(ctx context.Context, tx *db.Tx, e purchases.Undone) error {
	return purchases.SoldNotice.Withdraw(ctx, tx, n.notifier.notices, e.Purchase.Item.PerformerID, e.Purchase.ID)
}

func (n purchaseNews) pushBought(_ context.Context, e purchases.Bought) error {
	return errors.Join(purchases.SoldPush.To(n.sockets, e.Purchase, e.Purchase.Item.PerformerID), n.push(e.Purchase))
}

func (n purchaseNews) push(p purchases.Purchase) error {
	return purchases.ChangedPush.To(n.sockets, p, p.MemberID)
}

// salesCount keeps the order of what is popular: purchases that hold.
type salesCount struct{ assets *assets.Service }

func (c salesCount) bought(ctx context.Context, tx *db.Tx, e purchases.Bought) error {
	return c.assets.NoteSold(ctx, tx, e.Purchase.Item.ID, 1)
}

func (c salesCount) undone(ctx context.Context, tx *db.Tx, e purchases.Undone) error {
	return c.assets.NoteSold(ctx, tx, e.Purchase.Item.ID, -1)
}

func (c salesCount) ended(ctx context.Context, tx *db.Tx, e purchases.Ended) error {
	return c.assets.NoteSold(ctx, tx, e.Purchase.Item.ID, -1)
}

// catalogue is what performers sell, in the words of purchases.
type catalogue struct{ assets *assets.Service }

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
type watching struct {
	playback *playback.Service
	assets   *assets.Service
}

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

// parcels are orders in the words of purchases.
type parcels struct{ orders *Late[*orders.Service] }

func (p parcels) Open(ctx context.Context, tx *db.Tx, bought purchases.Purchase, to purchases.Address) (string, error) {
	o, err := p.orders.Get().Open(ctx, tx, orders.Sale{
		PurchaseID: bought.ID, PerformerID: bought.Item.PerformerID, PerformerName: bought.PerformerName, MemberID: bought.MemberID,
		ItemID: bought.Item.ID, Title: bought.Item.Title, Quantity: bought.Quantity, Price: bought.Price, Physical: bought.Item.Physical,
	}, orders.Address(to))
	return o.ID, err
}

func (p parcels) Undone(ctx context.Context, tx *db.Tx, purchaseID string) error {
	err := p.orders.Get().Undone(ctx, tx, purchaseID)
	if errors.Is(err, orders.ErrStatus) {
		return purchases.ErrOnItsWay
	}
	return err
}

func (p parcels) Refunded(ctx context.Context, tx *db.Tx, purchaseID string) error {
	return p.orders.Get().GivenBack(ctx, tx, purchaseID)
}
