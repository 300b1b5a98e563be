package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
)

// core is what every part has: what they stand on, and how an order is read and changed.
type core struct{ Deps }

// by is who changes an order.
type by string

const (
	seller by = "seller"
	buyer  by = "buyer"
	admin  by = "admin"
	clock  by = "clock"
)

// transitions are what an order may become, and by whom. Undone and Refunded are the purchase's
// own, and beside them.
var transitions = map[Status]map[Status][]by{
	Created:    {Processing: {seller}, Cancelled: {buyer}, Refunded: {seller, admin, clock}},
	Processing: {Shipped: {seller}, Refunded: {seller, admin, clock}},
	Shipped:    {Delivered: {seller, clock}, Refunded: {seller, admin}},
	Delivered:  {Refunded: {seller, admin}},
}

// The bounds of texts, in characters.
const (
	maxNote   = 500
	minReason = 10
)

// once is what a caller's Idempotency-Key stands for, besides the order.
type once struct {
	scope, key string
	said       any
}

// change does something with an order that is the caller's, once; to others it does not exist.
// What is kept of the answer is the order's id: an address lies nowhere but in its own row.
func (s *core) change(
	ctx context.Context, orderID string, once once, theirs func(Order) bool, do func(context.Context, *db.Tx, Order) (Order, error),
) (d Details, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err := selectTheirs(ctx, tx, orderID, theirs)
		if err != nil {
			return err
		}
		done := false
		_, err = idempotency.Once(ctx, tx, once.scope, once.key, []any{orderID, once.said}, s.Now(), func() (string, error) {
			o, err = do(ctx, tx, o)
			done = true
			return orderID, err
		})
		if err == nil && !done { // by another request, which may have ended since we read it
			o, err = selectOrder(ctx, tx, orderID)
		}
		if err != nil {
			return err
		}
		d, err = s.detail(ctx, tx, o)
		return err
	})
	return d, err
}

// selectTheirs is an order that is the caller's; to others it does not exist.
func selectTheirs(ctx context.Context, tx *db.Tx, orderID string, theirs func(Order) bool) (Order, error) {
	if !id.Valid(orderID) {
		return Order{}, ErrNone
	}
	o, err := selectOrder(ctx, tx, orderID)
	if err == nil && !theirs(o) {
		err = ErrNone
	}
	return o, err
}

// move gives an order another status, with the tokens that go with it, unless it has
// another one by now.
func (s *core) move(ctx context.Context, tx *db.Tx, o Order, to Status, who by) (Order, error) {
	from := o.Status
	if !slices.Contains(transitions[from][to], who) {
		return o, ErrStatus.With("status", from)
	}
	if to == Refunded && who == seller && s.late(o) {
		return o, ErrRefundLate
	}
	if to == Shipped {
		if err := s.undisputed(ctx, tx, o); err != nil {
			return o, err
		}
	}
	o.Status, o.ChangedAt, o.WaitingSince = to, s.Now(), s.Now()
	switch to {
	case Shipped:
		o.ShippedAt = o.ChangedAt
	case Delivered:
		o.DeliveredAt = o.ChangedAt
	}
	if !to.Open() && o.ClosedAt.IsZero() {
		o.ClosedAt = o.ChangedAt
	}
	o, moved, err := updateStatus(ctx, tx, o, from)
	if err != nil {
		return o, err
	}
	if !moved {
		return o, overtaken(ctx, tx, o.ID)
	}
	if err := s.pay(ctx, tx, o); err != nil {
		return o, err
	}
	return o, s.Events.Publish(ctx, tx, Changed{Order: o, From: from})
}

// undisputed refuses to pay a seller while a payment of the buyer's is checked: what is in
// the hold is nobody's income yet, so nobody would bear its loss. Then a check does not begin
// before tx ends.
func (s *core) undisputed(ctx context.Context, tx *db.Tx, o Order) error {
	if err := s.Disputes.HoldDisputes(ctx, tx, o.MemberID); err != nil {
		return fmt.Errorf("hold the disputes of %s: %w", o.MemberID, err)
	}
	disputed, err := s.Disputes.Disputed(ctx, tx, o.MemberID)
	if err == nil && len(disputed) > 0 {
		err = ErrChecked
	}
	return err
}

// refundEnds is when an order's seller was paid too long ago to refund it: what followed
// from the payment, such as somebody's reward, may have been spent by then. It is zero while
// nobody was paid.
func (s *core) refundEnds(o Order) time.Time {
	paid := o.CreatedAt
	if o.Physical {
		paid = o.ShippedAt
	}
	if paid.IsZero() {
		return paid
	}
	return paid.Add(s.RefundableFor())
}

func (s *core) late(o Order) bool {
	ends := s.refundEnds(o)
	return !ends.IsZero() && !s.Now().Before(ends)
}

// overtaken says what an order has become since it was read.
func overtaken(ctx context.Context, tx *db.Tx, orderID string) error {
	now, err := selectOrder(ctx, tx, orderID)
	if err != nil {
		return err
	}
	return ErrStatus.With("status", now.Status)
}

// pay moves what an order's new status means.
func (s *core) pay(ctx context.Context, tx *db.Tx, o Order) error {
	switch o.Status {
	case Shipped:
		return s.Money.Capture(ctx, tx, o.PurchaseID)
	case Cancelled:
		return s.Money.GiveBack(ctx, tx, o.PurchaseID, cancelledMemo.With(o.Number))
	case Refunded:
		return s.Money.GiveBack(ctx, tx, o.PurchaseID, refundedMemo.With(o.Number))
	}
	return nil
}

// open is where an order goes; false when that was forgotten, or was never told.
func (s *core) open(o Order) (a Address, known bool, err error) {
	if o.sealed == "" {
		return a, false, nil
	}
	text, err := s.Seals.Open(place(o.ID), o.sealed)
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		return a, false, fmt.Errorf("read the address of %s: %w", o.ID, err)
	}
	return a, true, nil
}
