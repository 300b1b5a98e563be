package demosite

import (
	"context"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/orders"
	"limelight/internal/purchases"
)

// Orders has members order prints: one waits for its seller, one is being processed, one is shipped.
func Orders(sold *purchases.Service, o *orders.Service) Part {
	return Part{UnderWay: func(ctx context.Context, f *filling, past Checkout) error {
		for _, one := range ordered {
			if err := f.order(ctx, past, sold, o, one); err != nil {
				return fmt.Errorf("%s orders from %s: %w", one.member, one.performer, err)
			}
		}
		return nil
	}}
}

// ordering is a print that somebody has ordered, and what its seller has said of it since.
type ordering struct {
	member, performer string
	to                purchases.Address
	said              []orders.Update
}

var ordered = []ordering{
	{"mireille", "MikaLune", purchases.Address{Lines: "M. Example\nRue du Marché 4\nBruxelles", PostalCode: "1000", Country: "BE"}, nil},
	{"kitkat", "RubyHale", purchases.Address{Lines: "Kit Example\n7 Harbour Street\nSydney", PostalCode: "2000", Country: "AU"}, []orders.Update{
		{Status: orders.Processing, Note: "I sign it tonight."},
	}},
	{"sable77", "MikaLune", purchases.Address{Lines: "S. Example\n21 Canal Row\nLeeds", PostalCode: "LS1 4AP", Country: "GB"}, []orders.Update{
		{Status: orders.Processing},
		{Status: orders.Shipped, Tracking: orders.Tracking{Carrier: "Parcel Post", TrackingNumber: "PP 4417 0029", TrackingURL: "https://parcels.example.com/PP44170029"}, Note: "Packed between two boards, it will not bend."},
	}},
}

// order has a member buy tokens and the print, and its seller go on with it.
func (f *filling) order(ctx context.Context, past Checkout, sold *purchases.Service, o *orders.Service, one ordering) error {
	if _, err := past.Buy(ctx, f.ids[one.member], 1, "pay"); err != nil {
		return err
	}
	buyer := account.Caller{ID: f.ids[one.member], Role: account.Member, Username: one.member}
	bought, err := sold.Buy(ctx, purchases.Order{Buyer: buyer, Kind: purchases.Product, ItemID: f.prints[one.performer], Address: one.to}, "demo:"+one.performer)
	if err != nil {
		return err
	}
	seller := account.WithCaller(ctx, account.Caller{ID: f.ids[one.performer], Role: account.Performer, Username: one.performer})
	for _, said := range one.said {
		if _, err := o.Update(seller, f.ids[one.performer], bought.OrderID, said, "demo:"+string(said.Status)); err != nil {
			return err
		}
	}
	return nil
}
