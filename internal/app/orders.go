package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/orders"
	"limelight/internal/places"
	"limelight/internal/purchases"
)

func (h *house) newOrders() *orders.Service {
	return orders.New(orders.Deps{
		DB: h.db, Money: held{h}, Disputes: h.funds, People: people{h.accounts}, Countries: homes{h}, Acts: acts{h}, Events: h.bus, Limiter: h.limits,
		Seals: h.keys, Deadlines: h.orderDeadlines, RefundableFor: h.refundableFor, SiteName: h.siteName, Now: h.now,
	})
}

func (h *house) orderDeadlines() orders.Deadlines {
	const day = 24 * time.Hour
	now := h.settings.Get()
	return orders.Deadlines{
		Process: time.Duration(now.OrderProcessDays) * day, Ship: time.Duration(now.OrderShipDays) * day,
		Deliver: time.Duration(now.OrderDeliverDays) * day,
	}
}

// refundableFor ends before a reward for an order may be spent: or a seller and a buyer
// would keep it, and have their tokens back.
func (h *house) refundableFor() time.Duration {
	return min(14, time.Duration(h.settings.Get().PayoutHoldDays)) * 24 * time.Hour
}

// held is what purchases cost, in the words of orders.
type held struct{ *house }

func (m held) Capture(ctx context.Context, tx *db.Tx, purchaseID string) error {
	return m.purchases.Capture(ctx, tx, purchaseID)
}

func (m held) GiveBack(ctx context.Context, tx *db.Tx, purchaseID, memo string) error {
	return m.purchases.GiveBack(ctx, tx, purchaseID, memo)
}

func (m held) Returned(ctx context.Context, tx *db.Tx, purchaseIDs ...string) (map[string]money.Tokens, error) {
	return m.purchases.Returned(ctx, tx, purchaseIDs...)
}

// homes are where members live.
type homes struct{ *house }

func (homes) Name(code string) string {
	for _, c := range places.Countries() {
		if c.Code == code {
			return c.Name
		}
	}
	return ""
}

func (p homes) Of(ctx context.Context, tx *db.Tx, memberID string) (string, error) {
	return p.accounts.Country(ctx, tx, memberID)
}

// parcels are orders in the words of purchases.
type parcels struct{ *house }

func (p parcels) Open(ctx context.Context, tx *db.Tx, bought purchases.Purchase, to purchases.Address) (string, error) {
	o, err := p.orders.Open(ctx, tx, orders.Sale{
		PurchaseID: bought.ID, PerformerID: bought.Item.PerformerID, PerformerName: bought.PerformerName, MemberID: bought.MemberID,
		ItemID: bought.Item.ID, Title: bought.Item.Title, Quantity: bought.Quantity, Price: bought.Price, Physical: bought.Item.Physical,
	}, orders.Address(to))
	return o.ID, err
}

func (p parcels) Undone(ctx context.Context, tx *db.Tx, purchaseID string) error {
	err := p.orders.Undone(ctx, tx, purchaseID)
	if errors.Is(err, orders.ErrStatus) {
		return purchases.ErrOnItsWay
	}
	return err
}

func (p parcels) Refunded(ctx context.Context, tx *db.Tx, purchaseID string) error {
	return p.orders.GivenBack(ctx, tx, purchaseID)
}
