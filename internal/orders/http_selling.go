package orders

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

func (s *Selling) sellingRoutes(r *api.Router) {
	seller := account.Performer.Guard()
	api.Get(r, "/orders/search", "orders.search", s.getSold, seller, api.Summary("The orders of what I sell"))
	api.Get(r, "/orders/details/{id}", "orders.details", s.getSoldOne, seller,
		api.Summary("An order of something that I sell"))
	api.Put(r, "/orders/{id}/update", "orders.update", s.putUpdate, seller,
		api.Summary("Go on with an order: processing, shipped with its tracking, delivered, or refunded"))
	api.Put(r, "/orders/{id}/tracking", "orders.tracking", s.putTracking, seller,
		api.Summary("Correct where a shipped order can be followed; its buyer is told"))
}

// SoldOrder is an order as its seller sees it.
type SoldOrder struct {
	OrderView
	UserInfo    Person    `json:"userInfo" doc:"who bought it"`
	Delivery    *Delivery `json:"delivery,omitempty" doc:"only in the details, while the order is open"`
	RefundUntil time.Time `json:"refundUntil,omitzero" doc:"until when I can refund it alone; absent: for ever, or not at all as it is"`
}

func (s *Selling) soldView(d Details) SoldOrder {
	w := SoldOrder{OrderView: s.view(d), UserInfo: Person{d.MemberID, d.MemberName}}
	if d.Status.Open() {
		w.Delivery = s.delivery(d.Address)
	}
	if slices.Contains(transitions[d.Status][Refunded], seller) {
		w.RefundUntil = s.refundEnds(d.Order)
	}
	return w
}

func (s *Selling) getSold(ctx context.Context, in *SearchInput) (api.List[SoldOrder], error) {
	return page(ctx, s.core, *in, func(f *Filter) { f.PerformerID = account.CallerFrom(ctx).ID }, s.soldView)
}

func (s *Selling) getSoldOne(ctx context.Context, in *orderInput) (SoldOrder, error) {
	me := account.CallerFrom(ctx).ID
	d, err := s.Find(ctx, in.ID, func(o Order) bool { return o.PerformerID == me })
	return s.soldView(d), err
}

type updateInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Status         Status `json:"status" enum:"processing,shipped,delivered,refunded"`
		Carrier        string `json:"carrier,omitempty" maxLength:"60" doc:"needed of what is shipped, as is trackingNumber"`
		TrackingNumber string `json:"trackingNumber,omitempty" maxLength:"60"`
		TrackingURL    string `json:"trackingUrl,omitempty" maxLength:"500" doc:"https"`
		Note           string `json:"note,omitempty" maxLength:"500" doc:"for the buyer"`
	}
}

func (s *Selling) putUpdate(ctx context.Context, in *updateInput) (SoldOrder, error) {
	b := in.Body
	d, err := s.Update(ctx, account.CallerFrom(ctx).ID, in.ID, Update{
		Status: b.Status, Tracking: Tracking{b.Carrier, b.TrackingNumber, b.TrackingURL}, Note: b.Note,
	}, in.IdempotencyKey)
	return s.soldView(d), err
}

type trackingInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Carrier        string `json:"carrier" maxLength:"60"`
		TrackingNumber string `json:"trackingNumber" maxLength:"60"`
		TrackingURL    string `json:"trackingUrl,omitempty" maxLength:"500" doc:"https"`
	}
}

func (s *Selling) putTracking(ctx context.Context, in *trackingInput) (SoldOrder, error) {
	b := in.Body
	d, err := s.CorrectTracking(ctx, account.CallerFrom(ctx).ID, in.ID, Tracking{b.Carrier, b.TrackingNumber, b.TrackingURL}, in.IdempotencyKey)
	return s.soldView(d), err
}
