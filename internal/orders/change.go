package orders

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"unicode/utf8"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/plain"
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
	Processing: {Shipped: {seller}, Refunded: {seller, admin}},
	Shipped:    {Delivered: {seller, clock}, Refunded: {seller, admin}},
	Delivered:  {Refunded: {seller, admin}},
}

// The bounds of texts, in characters.
const (
	mostCarrier = 60
	mostNumber  = 60
	mostURL     = 500
	mostNote    = 500
	leastReason = 10
)

// Update is what a seller says of an order.
type Update struct {
	Status         Status
	Carrier        string // of what is shipped, as are the next two
	TrackingNumber string
	TrackingURL    string // https; may be empty
	Note           string // for the buyer; empty keeps the last one
}

func (u *Update) clean() error {
	u.Carrier, u.TrackingNumber, u.Note = plain.Line(u.Carrier), plain.Reference(u.TrackingNumber), plain.Paragraphs(u.Note)
	for _, text := range []struct {
		name, value string
		most        int
	}{
		{"carrier", u.Carrier, mostCarrier}, {"trackingNumber", u.TrackingNumber, mostNumber},
		{"trackingUrl", u.TrackingURL, mostURL}, {"note", u.Note, mostNote},
	} {
		if utf8.RuneCountInString(text.value) > text.most {
			return fault.Field(text.name, "Must have at most %d characters", text.most)
		}
	}
	if u.Status != Shipped {
		if u.Carrier != "" || u.TrackingNumber != "" || u.TrackingURL != "" {
			return fault.Field("carrier", "Only of what is shipped")
		}
		return nil
	}
	return u.tracked()
}

func (u *Update) tracked() error {
	switch {
	case u.Carrier == "":
		return fault.Missing("carrier")
	case u.TrackingNumber == "":
		return fault.Missing("trackingNumber")
	case u.TrackingURL == "":
		return nil
	}
	where, err := url.Parse(u.TrackingURL)
	if err != nil || where.Scheme != "https" || where.Host == "" || where.User != nil {
		return fault.Field("trackingUrl", "Must be an https address")
	}
	u.TrackingURL = where.String()
	if utf8.RuneCountInString(u.TrackingURL) > mostURL { // escaped, it is longer than it came
		return fault.Field("trackingUrl", "Must have at most %d characters", mostURL)
	}
	return nil
}

// Update lets a seller go on with an order of theirs. It fails with ErrNone, ErrStatus,
// ErrRefundLate, a refused field, or what Money refuses.
func (s *Service) Update(ctx context.Context, sellerID, orderID string, u Update) (Details, error) {
	if err := u.clean(); err != nil {
		return Details{}, err
	}
	return s.change(ctx, orderID, func(o Order) bool { return o.PerformerID == sellerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		if u.Status == Shipped {
			o.Carrier, o.TrackingNumber, o.TrackingURL = u.Carrier, u.TrackingNumber, u.TrackingURL
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
// ErrStatus.
func (s *Service) Cancel(ctx context.Context, buyerID, orderID string) (Details, error) {
	return s.change(ctx, orderID, func(o Order) bool { return o.MemberID == buyerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		return s.move(ctx, tx, o, Cancelled, buyer)
	})
}

// Refund lets an admin refund an order for a reason, which both sides read. It fails with
// ErrNone, ErrStatus, a refused field, or what Money refuses.
func (s *Service) Refund(ctx context.Context, orderID, reason string) (Details, error) {
	reason = plain.Paragraphs(reason)
	if n := utf8.RuneCountInString(reason); n < leastReason || n > mostNote {
		return Details{}, fault.Field("reason", "Must have %d to %d characters", leastReason, mostNote)
	}
	return s.change(ctx, orderID, func(Order) bool { return true }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		o.Reason = reason
		o, err := s.move(ctx, tx, o, Refunded, admin)
		if err != nil {
			return o, err
		}
		return o, s.Acts.RecordAct(ctx, tx, "order.refunded", "order:"+o.ID, reason)
	})
}

// change does something with an order that is the caller's; to others it does not exist.
func (s *Service) change(
	ctx context.Context, orderID string, theirs func(Order) bool, do func(context.Context, *db.Tx, Order) (Order, error),
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
		if o, err = do(ctx, tx, o); err != nil {
			return err
		}
		list, err := s.detail(ctx, tx, o)
		if err == nil {
			d = list[0]
		}
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
	o.Status, o.ChangedAt = to, s.Now()
	switch to {
	case Shipped:
		o.ShippedAt = o.ChangedAt
	case Delivered:
		o.DeliveredAt = o.ChangedAt
	}
	if !to.Open() && o.ClosedAt.IsZero() {
		o.ClosedAt = o.ChangedAt
	}
	moved, err := updateStatus(ctx, tx, o, from)
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

// late reports whether an order's seller was paid too long ago to refund it: what followed
// from the payment, such as somebody's reward, may have been spent by then.
func (s *Service) late(o Order) bool {
	paid := o.CreatedAt
	if o.Physical {
		paid = o.ShippedAt
	}
	return !paid.IsZero() && !s.Now().Before(paid.Add(s.RefundableFor()))
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
	o.Status, o.ChangedAt = to, s.Now()
	if o.ClosedAt.IsZero() {
		o.ClosedAt = o.ChangedAt
	}
	moved, err := updateStatus(ctx, tx, o, from)
	if err == nil && !moved {
		err = db.Again(errors.New("the order has changed since the look"))
	}
	if err != nil {
		return fmt.Errorf("end order %s: %w", o.ID, err)
	}
	return s.Events.Publish(ctx, tx, Changed{Order: o, From: from})
}
