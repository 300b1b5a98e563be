package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/purchases"
)

// ItemOf names an item that anybody may buy from a performer at a price.
func ItemOf(performerID string, units int64, number int) string {
	return fmt.Sprintf("%s_%d_%d", performerID, units, number)
}

// openShelves sell every gallery that ItemOf names, to everybody.
type openShelves struct{}

func (openShelves) ForSale(_ context.Context, _ *db.Tx, kind, itemID string, _ account.Caller) (purchases.Item, error) {
	parts := strings.Split(itemID, "_")
	if len(parts) != 3 || kind == purchases.Video {
		return purchases.Item{}, purchases.ErrNoItem
	}
	units, err := strconv.ParseInt(parts[1], 10, 64)
	title := map[string]string{purchases.Gallery: "Beach at noon", purchases.Product: "Polaroid"}[kind]
	return purchases.Item{
		Kind: kind, ID: itemID, PerformerID: parts[0], Title: title, Price: money.Tokens(units), Physical: kind == purchases.Product,
	}, err
}

func (openShelves) Cards(context.Context, *db.Tx, string, []string) (map[string]purchases.Card, error) {
	return nil, nil
}

func (openShelves) Take(context.Context, *db.Tx, string, int) error { return nil }

func (openShelves) PutBack(context.Context, *db.Tx, string, int) error { return nil }

// Sell lets a member buy an item of ItemOf's, while the site may be running, and returns
// the id of the purchase.
func Sell(ctx context.Context, cfg Config, memberID, itemID string) (purchaseID string, err error) {
	err = later(ctx, cfg, time.Now(), func(h *house) error {
		h.purchases.Catalogue = openShelves{}
		r, err := h.purchases.Buy(ctx, purchases.Order{
			Buyer: account.Caller{ID: memberID, Role: account.Member}, Kind: purchases.Gallery, ItemID: itemID,
		}, "")
		purchaseID = r.Purchase.ID
		return err
	})
	return purchaseID, err
}

// Order lets a member buy so many of a product of ItemOf's that is sent, while the site may
// be running, and returns the id of the order.
func Order(ctx context.Context, cfg Config, memberID, itemID string, quantity int) (orderID string, err error) {
	err = later(ctx, cfg, time.Now(), func(h *house) error {
		h.purchases.Catalogue = openShelves{}
		r, err := h.purchases.Buy(ctx, purchases.Order{
			Buyer: account.Caller{ID: memberID, Role: account.Member}, Kind: purchases.Product, ItemID: itemID, Quantity: quantity,
			Address: purchases.Address{Lines: "Tom Thumb\n1 Secret Lane\nHometown", PostalCode: "12345", Country: "DE"},
		}, "")
		orderID = r.OrderID
		return err
	})
	return orderID, err
}

// Deliver sends a byte of a gallery to a member, if they own it, while the site may be
// running.
func Deliver(ctx context.Context, cfg Config, memberID, itemID string) (owns bool, err error) {
	err = later(ctx, cfg, time.Now(), func(h *house) (err error) {
		owns, err = h.purchases.Deliver(ctx, memberID, purchases.Gallery, itemID)
		return err
	})
	return owns, err
}
