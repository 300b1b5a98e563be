package app

import (
	"context"
	"errors"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/purchases"
)

// The events of the store. The performer hears of a sale by the spec's name (§7); the
// buyer's other devices, that something is theirs, or no longer.
var (
	mediaPurchased  = socket.Declare[mediaPurchasedPayload]("purchase_media_item_success")
	purchaseChanged = socket.Declare[purchasePayload]("purchase/changed")
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

// subscribePurchases subscribes what is told about the store.
func (h *house) subscribePurchases() {
	b := h.bus
	bus.Tell(b, "sockets.bought", func(_ context.Context, e purchases.Bought) error {
		p := e.Purchase
		err := socket.To(h.sockets, socket.AccountRoom(p.Item.PerformerID), mediaPurchased, mediaPurchasedPayload{
			Transaction: soldItem{p.ID, p.Item.Kind, p.Item.ID, p.Item.Title}, Token: p.Price, NetPrice: p.Shares.Net,
		})
		return errors.Join(err, h.tellPurchase(p))
	})
	bus.Tell(b, "sockets.undone", func(_ context.Context, e purchases.Undone) error { return h.tellPurchase(e.Purchase) })
	bus.Tell(b, "sockets.purchaseEnded", func(_ context.Context, e purchases.Ended) error { return h.tellPurchase(e.Purchase) })
}

func (h *house) tellPurchase(p purchases.Purchase) error {
	return socket.To(h.sockets, socket.AccountRoom(p.MemberID), purchaseChanged, purchasePayload{p.Item.Kind, p.Item.ID, p.EndedAt.IsZero()})
}
