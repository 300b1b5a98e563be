package orders

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Selling is the side of those who sell: they go on with their orders.
type Selling struct{ *core }

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
func (s *Selling) Update(ctx context.Context, sellerID, orderID string, u Update, key string) (Details, error) {
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

// CorrectTracking lets a seller say otherwise where a shipped order can be followed. Nothing
// else changes: no tokens move, and its deadline goes on. The same tracking again changes
// nothing. It fails with ErrNone, ErrStatus, ErrCorrected or a refused field.
func (s *Selling) CorrectTracking(ctx context.Context, sellerID, orderID string, to Tracking, key string) (Details, error) {
	if err := to.clean(); err != nil {
		return Details{}, err
	}
	once := once{"orders.tracking:" + sellerID, key, to}
	return s.change(ctx, orderID, once, func(o Order) bool { return o.PerformerID == sellerID }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		if o.Status != Shipped {
			return o, ErrStatus.With("status", o.Status)
		}
		if o.Tracking == to {
			return o, nil
		}
		was, err := selectReplaced(ctx, tx, o.ID)
		if err != nil {
			return o, err
		}
		if len(was) >= maxCorrections {
			return o, ErrCorrected
		}
		corrected, err := updateTracking(ctx, tx, o, to)
		if err != nil {
			return o, err
		}
		if !corrected {
			return o, db.Again(errors.New("the order has changed since the look"))
		}
		if err := insertReplaced(ctx, tx, o.ID, len(was)+1, Replaced{o.Tracking, s.Now()}); err != nil {
			return o, err
		}
		o.Tracking = to
		return o, s.Events.Publish(ctx, tx, TrackingCorrected{o})
	})
}
