package app

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/orders"
)

// orderNews tell both sides of an order.
type orderNews struct {
	notifier
	sockets *socket.Server
}

// push has both sides of an order look at it again.
func (n orderNews) push(o orders.Order, corrected bool) error {
	return orders.ChangedPush.To(n.sockets, orders.News{Order: o, Corrected: corrected}, o.MemberID, o.PerformerID)
}

// notifyChanged tells the two sides of an order what happened to it. What is not sent is
// there at once, and is only told when it is refunded.
func (n orderNews) notifyChanged(ctx context.Context, tx *db.Tx, e orders.Changed) error {
	o := e.Order
	if !o.Physical && o.Status != orders.Refunded {
		return nil
	}
	failed := []error{notify(ctx, tx, n.notifier, orders.BuyerNotice, o.MemberID, o)}
	if o.TellsSeller() {
		failed = append(failed, notify(ctx, tx, n.notifier, orders.SellerNotice, o.PerformerID, o))
	}
	return errors.Join(failed...)
}

// notifyTracking tells the buyer where a parcel can be followed since its seller said so.
func (n orderNews) notifyTracking(ctx context.Context, tx *db.Tx, e orders.TrackingCorrected) error {
	return notify(ctx, tx, n.notifier, orders.TrackingNotice, e.Order.MemberID, e.Order)
}
