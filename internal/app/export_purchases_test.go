package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/purchases"
	"limelight/internal/testkit"
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
	err = later(ctx, cfg, time.Now(), func(s *Services) error {
		s.purchases.Catalogue = openShelves{}
		r, err := s.purchases.Buy(ctx, purchases.Order{
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
	err = later(ctx, cfg, time.Now(), func(s *Services) error {
		s.purchases.Catalogue = openShelves{}
		r, err := s.purchases.Buy(ctx, purchases.Order{
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
	err = later(ctx, cfg, time.Now(), func(s *Services) (err error) {
		owns, err = s.purchases.Deliver(ctx, memberID, purchases.Gallery, itemID)
		return err
	})
	return owns, err
}

// Rush lets members try at once, each so many times, to buy one of a product that is sent,
// while the site may be running. It returns how often that went well, and how often none
// was left.
func Rush(ctx context.Context, cfg Config, memberIDs []string, times int, productID string) (bought, soldOut int, err error) {
	err = later(ctx, cfg, time.Now(), func(s *Services) error {
		var mu sync.Mutex
		var failed []error
		testkit.Together(len(memberIDs), func(i int) {
			for range times {
				_, err := s.purchases.Buy(ctx, purchases.Order{
					Buyer: account.Caller{ID: memberIDs[i], Role: account.Member}, Kind: purchases.Product, ItemID: productID,
					Address: purchases.Address{Lines: "Tom Thumb\n1 Secret Lane\nHometown", PostalCode: "12345", Country: "DE"},
				}, "")
				mu.Lock()
				switch refusal, _ := errors.AsType[*fault.Fault](err); {
				case err == nil:
					bought++
				case errors.Is(err, purchases.ErrSoldOut) && refusal.Extra["left"] == 0:
					soldOut++
				default:
					failed = append(failed, err)
				}
				mu.Unlock()
			}
		})
		return errors.Join(failed...)
	})
	return bought, soldOut, err
}
