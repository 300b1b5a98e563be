package orders

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Buying is the side of those who buy: they follow their orders, and cancel them.
type Buying struct{ *core }

func (s *Buying) buyingRoutes(r *api.Router) {
	buyer := account.Member.Guard()
	api.Get(r, "/orders/user/search", "orders.user.search", s.getBought, buyer, api.Summary("The orders of what I bought"))
	api.Get(r, "/orders/user/details/{id}", "orders.user.details", s.getBoughtOne, buyer,
		api.Summary("An order of something that I bought"))
	api.Post(r, "/orders/user/{id}/cancel", "orders.user.cancel", s.postCancel, buyer,
		api.Summary("Cancel an order, until the seller begins with it"))
}

// Cancel lets a buyer cancel an order that nobody has begun with. It fails with ErrNone or
// ErrStatus. The key is as in Update.
func (s *Buying) Cancel(ctx context.Context, buyerID, orderID, key string) (Details, error) {
	once := once{"orders.cancel:" + buyerID, key, nil}
	return s.change(ctx, orderID, once, func(o Order) bool { return o.MemberID == buyerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		return s.move(ctx, tx, o, Cancelled, buyer)
	})
}

// BoughtOrder is an order as its buyer sees it.
type BoughtOrder struct {
	OrderView
	PerformerInfo Person    `json:"performerInfo"`
	Delivery      *Delivery `json:"delivery,omitempty" doc:"only in the details, until it is forgotten"`
	CanCancel     bool      `json:"canCancel"`
}

func (s *Buying) boughtView(d Details) BoughtOrder {
	return BoughtOrder{
		OrderView: s.view(d), PerformerInfo: Person{d.PerformerID, d.PerformerName}, Delivery: s.delivery(d.Address),
		CanCancel: d.Status == Created,
	}
}

func (s *Buying) getBought(ctx context.Context, in *SearchInput) (api.List[BoughtOrder], error) {
	return page(ctx, s.core, *in, func(f *Filter) { f.MemberID = account.CallerFrom(ctx).ID }, s.boughtView)
}

func (s *Buying) getBoughtOne(ctx context.Context, in *orderInput) (BoughtOrder, error) {
	me := account.CallerFrom(ctx).ID
	d, err := s.Find(ctx, in.ID, func(o Order) bool { return o.MemberID == me })
	return s.boughtView(d), err
}

type cancelInput struct {
	api.Idempotent
	ID string `path:"id" maxLength:"64"`
}

func (s *Buying) postCancel(ctx context.Context, in *cancelInput) (BoughtOrder, error) {
	d, err := s.Cancel(ctx, account.CallerFrom(ctx).ID, in.ID, in.IdempotencyKey)
	return s.boughtView(d), err
}
