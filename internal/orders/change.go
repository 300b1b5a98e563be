package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/sanitize"
)

// by is who changes an order.
type by string

const (
	seller by = "seller"
	buyer  by = "buyer"
	admin  by = "admin"
	clock  by = "clock"
)

// moves are what an order may become, and by whom. Undone and Refunded are the purchase's
// own, and beside them.
var moves = map[Status]map[Status][]by{
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

// Update is what a seller says of an order.
type Update struct {
	Status   Status
	Tracking        // of what is shipped
	Note     string // for the buyer; empty keeps the last one
}

func (u *Update) clean() error {
	u.Note = sanitize.Paragraphs(u.Note)
	if err := fault.Length("note", u.Note, 0, maxNote); err != nil {
		return err
	}
	if u.Status == Shipped {
		return u.Tracking.clean()
	}
	if u.Tracking != (Tracking{}) {
		return fault.Field("carrier", "Only of what is shipped")
	}
	return nil
}

// Update lets a seller go on with an order of theirs. It fails with ErrNone, ErrStatus,
// ErrRefundLate, ErrChecked, a refused field, or what Money refuses. The key makes one change, however
// often it is sent: it is answered with the order as it is then.
func (s *Service) Update(ctx context.Context, sellerID, orderID string, u Update, key string) (Details, error) {
	if err := u.clean(); err != nil {
		return Details{}, err
	}
	once := once{"orders.update:" + sellerID, key, u}
	return s.change(ctx, orderID, once, func(o Order) bool { return o.PerformerID == sellerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		if u.Status == Shipped {
			o.Tracking = u.Tracking
		}
		if u.Note != "" {
			o.Note = u.Note
		}
		if u.Status == Refunded {
			o.Reason = "The seller has refunded it."
		}
		return s.move(ctx, tx, o, u.Status, seller)
	})
}

// Cancel lets a buyer cancel an order that nobody has begun with. It fails with ErrNone or
// ErrStatus. The key is as in Update.
func (s *Service) Cancel(ctx context.Context, buyerID, orderID, key string) (Details, error) {
	once := once{"orders.cancel:" + buyerID, key, nil}
	return s.change(ctx, orderID, once, func(o Order) bool { return o.MemberID == buyerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		return s.move(ctx, tx, o, Cancelled, buyer)
	})
}

// Refund lets an admin refund an order for a reason, which both sides read. It fails with
// ErrNone, ErrStatus, a refused field, or what Money refuses. The key is as in Update.
func (s *Service) Refund(ctx context.Context, orderID, reason, adminID, key string) (Details, error) {
	reason = sanitize.Paragraphs(reason)
	if err := fault.Length("reason", reason, minReason, maxNote); err != nil {
		return Details{}, err
	}
	once := once{"orders.refund:" + adminID, key, reason}
	return s.change(ctx, orderID, once, func(Order) bool { return true }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		o.Reason = reason
		o, err := s.move(ctx, tx, o, Refunded, admin)
		if err != nil {
			return o, err
		}
		return o, s.Audit.Record(ctx, tx, audit.Act{Action: orderRefunded, Subject: "order:" + o.ID, Reason: reason})
	})
}

// once is what a caller's Idempotency-Key stands for, besides the order.
type once struct {
	scope, key string
	said       any
}

// change does something with an order that is the caller's, once; to others it does not exist.
// What is kept of the answer is the order's id: an address lies nowhere but in its own row.
func (s *Service) change(
	ctx context.Context, orderID string, once once, theirs func(Order) bool, do func(context.Context, *db.Tx, Order) (Order, error),
) (d Details, err error) {
	if !id.Valid(orderID) {
		return d, ErrNone
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err := selectOrder(ctx, tx, orderID)
		if err == nil && !theirs(o) {
			err = ErrNone
		}
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

// move gives an order another status, with the tokens that go with it, unless it has
// another one by now.
func (s *Service) move(ctx context.Context, tx *db.Tx, o Order, to Status, who by) (Order, error) {
	from := o.Status
	if !slices.Contains(moves[from][to], who) {
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
		return o, s.overtaken(ctx, tx, o.ID)
	}
	if err := s.pay(ctx, tx, o); err != nil {
		return o, err
	}
	return o, s.Events.Publish(ctx, tx, Changed{Order: o, From: from})
}

// undisputed refuses to pay a seller while a payment of the buyer's is checked: what is in
// the hold is nobody's income yet, so nobody would bear its loss. Then a check does not begin
// before tx ends.
func (s *Service) undisputed(ctx context.Context, tx *db.Tx, o Order) error {
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
func (s *Service) refundEnds(o Order) time.Time {
	paid := o.CreatedAt
	if o.Physical {
		paid = o.ShippedAt
	}
	if paid.IsZero() {
		return paid
	}
	return paid.Add(s.RefundableFor())
}

func (s *Service) late(o Order) bool {
	ends := s.refundEnds(o)
	return !ends.IsZero() && !s.Now().Before(ends)
}

// overtaken says what an order has become since it was read.
func (s *Service) overtaken(ctx context.Context, tx *db.Tx, orderID string) error {
	now, err := selectOrder(ctx, tx, orderID)
	if err != nil {
		return err
	}
	return ErrStatus.With("status", now.Status)
}

// pay moves what an order's new status means.
func (s *Service) pay(ctx context.Context, tx *db.Tx, o Order) error {
	switch o.Status {
	case Shipped:
		return s.Money.Capture(ctx, tx, o.PurchaseID)
	case Cancelled:
		return s.Money.GiveBack(ctx, tx, o.PurchaseID, "Order "+o.Number+" cancelled")
	case Refunded:
		return s.Money.GiveBack(ctx, tx, o.PurchaseID, "Order "+o.Number+" refunded")
	}
	return nil
}

// Undone cancels the order of a purchase that its buyer takes back, in tx; ErrStatus when
// the seller has begun with it.
func (s *Service) Undone(ctx context.Context, tx *db.Tx, purchaseID string) error {
	o, err := selectByPurchase(ctx, tx, purchaseID)
	if err != nil {
		return err
	}
	if o.Status != Created && (o.Physical || o.Status != Delivered) {
		return ErrStatus.With("status", o.Status)
	}
	return s.end(ctx, tx, o, Cancelled)
}

// GivenBack notes that all of a purchase was given back on request, in tx.
func (s *Service) GivenBack(ctx context.Context, tx *db.Tx, purchaseID string) error {
	o, err := selectByPurchase(ctx, tx, purchaseID)
	if err != nil {
		return err
	}
	if o.Status == Cancelled || o.Status == Refunded {
		return ErrStatus.With("status", o.Status)
	}
	o.Reason = "The site gave the tokens back on the buyer's request."
	return s.end(ctx, tx, o, Refunded)
}

// end gives an order its last status, whose tokens were moved by whoever asks.
func (s *Service) end(ctx context.Context, tx *db.Tx, o Order, to Status) error {
	from := o.Status
	o.Status, o.ChangedAt, o.WaitingSince = to, s.Now(), s.Now()
	if o.ClosedAt.IsZero() {
		o.ClosedAt = o.ChangedAt
	}
	o, moved, err := updateStatus(ctx, tx, o, from)
	if err == nil && !moved {
		err = db.Again(errors.New("the order has changed since the look"))
	}
	if err != nil {
		return fmt.Errorf("end order %s: %w", o.ID, err)
	}
	return s.Events.Publish(ctx, tx, Changed{Order: o, From: from})
}
