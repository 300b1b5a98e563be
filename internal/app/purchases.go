package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/purchases"
	"limelight/internal/refunds"
)

// The events of the store. The performer hears of a sale by the spec's name (§7); the
// buyer's other devices, that something is theirs, or no longer.
var (
	mediaPurchased  = socket.Event[mediaPurchasedPayload]{Name: "purchase_media_item_success"}
	purchaseChanged = socket.Event[purchasePayload]{Name: "purchase/changed"}
)

type (
	mediaPurchasedPayload struct {
		Transaction soldItem     `json:"transaction"`
		Token       money.Tokens `json:"token"`
		NetPrice    money.Tokens `json:"netPrice"`
	}
	soldItem struct {
		ID     string `json:"_id" doc:"of the purchase"`
		Type   string `json:"type" enum:"gallery,video,product"`
		ItemID string `json:"itemId"`
		Title  string `json:"title"`
	}
	purchasePayload struct {
		Type     string `json:"type" enum:"gallery,video,product"`
		ItemID   string `json:"itemId"`
		IsBought bool   `json:"isBought"`
	}
)

func (h *house) newPurchases() *purchases.Service {
	return purchases.New(purchases.Deps{
		DB: h.db, Ledger: h.ledger, Catalogue: emptyCatalogue{}, Rates: rates{h}, People: people{h.accounts},
		Events: h.bus, Limiter: h.limits, MAC: h.keys.MAC(), Now: h.now,
	})
}

// emptyCatalogue knows no item.
type emptyCatalogue struct{}

func (emptyCatalogue) ForSale(context.Context, *db.Tx, string, string, account.Caller) (purchases.Item, error) {
	return purchases.Item{}, purchases.ErrNoItem
}

func (emptyCatalogue) Cards(context.Context, *db.Tx, string, []string) (map[string]purchases.Card, error) {
	return nil, nil
}

// subscribePurchases is the store's line of the score.
func (h *house) subscribePurchases() {
	b := h.bus
	bus.Tell(b, "sockets.bought", func(_ context.Context, e purchases.Bought) error {
		p := e.Purchase
		err := socket.To(h.sockets, socket.AccountRoom(p.Item.PerformerID), mediaPurchased, mediaPurchasedPayload{
			Transaction: soldItem{p.ID, p.Item.Kind, p.Item.ID, p.Item.Title}, Token: p.Item.Price, NetPrice: p.Shares.Net,
		})
		return errors.Join(err, h.tellPurchase(p), h.tellSale(p, e.Balances))
	})
	bus.Tell(b, "sockets.undone", func(_ context.Context, e purchases.Undone) error {
		return errors.Join(h.tellPurchase(e.Purchase), h.tellSale(e.Purchase, e.Balances))
	})
	bus.Tell(b, "sockets.purchaseEnded", func(_ context.Context, e purchases.Ended) error { return h.tellPurchase(e.Purchase) })
}

func (h *house) tellPurchase(p purchases.Purchase) error {
	return socket.To(h.sockets, socket.AccountRoom(p.MemberID), purchaseChanged, purchasePayload{p.Item.Kind, p.Item.ID, p.EndedAt.IsZero()})
}

// tellSale tells everybody whom a purchase paid or cost what they hold now.
func (h *house) tellSale(p purchases.Purchase, b purchases.Balances) error {
	balances := map[string]money.Tokens{p.MemberID: b.Member, p.Item.PerformerID: b.Performer}
	if p.Terms.StudioID != "" {
		balances[p.Terms.StudioID] = b.Studio
	}
	for accountID, balance := range balances {
		if err := socket.To(h.sockets, socket.AccountRoom(accountID), balanceChanged, balancePayload{balance}); err != nil {
			return err
		}
	}
	return nil
}

// paidItems are purchases in the words of refunds. What was undone was given back.
type paidItems struct{ *purchases.Service }

func (p paidItems) Recent(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]refunds.Payment, error) {
	found, err := p.Since(ctx, tx, memberID, since, most)
	var list []refunds.Payment
	for _, one := range found {
		if one.EndedAt.IsZero() {
			list = append(list, paidItem(one))
		}
	}
	return list, err
}

func (p paidItems) Payment(ctx context.Context, tx *db.Tx, kind, purchaseID string) (refunds.Payment, error) {
	found, err := p.Find(ctx, tx, purchaseID)
	if errors.Is(err, purchases.ErrNoPurchase) || err == nil && found.Item.Kind != kind {
		err = refunds.ErrNoPayment
	}
	if err != nil {
		return refunds.Payment{}, err
	}
	return paidItem(found), nil
}

func (p paidItems) Refunded(ctx context.Context, tx *db.Tx, _, purchaseID string, amount money.Tokens) error {
	err := p.NoteRefund(ctx, tx, purchaseID, amount)
	if errors.Is(err, purchases.ErrUndone) || errors.Is(err, purchases.ErrRefunded) {
		return refunds.ErrNothing
	}
	return err
}

func paidItem(p purchases.Purchase) refunds.Payment {
	paid := refunds.Payment{
		Kind: p.Item.Kind, Reference: p.ID, MemberID: p.MemberID, PerformerID: p.Item.PerformerID, Label: p.Item.Title,
		Terms: p.Terms, Amounts: []money.Tokens{p.Item.Price}, PaidAt: p.CreatedAt, From: p.CreatedAt,
	}
	if !p.UndoneAt.IsZero() {
		paid.Amounts = append(paid.Amounts, -p.Item.Price)
	}
	if p.Refunded > 0 {
		paid.Amounts = append(paid.Amounts, -p.Refunded)
	}
	return paid
}
