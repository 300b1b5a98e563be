package orders

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Tracking is who carries a parcel, and where it can be followed.
type Tracking struct {
	Carrier        string `db:"carrier"`
	TrackingNumber string `db:"tracking_number"`
	TrackingURL    string `db:"tracking_url"` // https; may be empty
}

// Replaced is a tracking that its seller corrected, and when.
type Replaced struct {
	Tracking
	At time.Time
}

// The bounds of texts, in characters.
const (
	maxCarrier = 60
	maxNumber  = 60
	maxURL     = 500
)

// maxCorrections bounds how often the tracking of an order is corrected: its buyer is
// written to each time.
const maxCorrections = 5

func (t *Tracking) clean() error {
	t.Carrier, t.TrackingNumber = sanitize.Line(t.Carrier), sanitize.Reference(t.TrackingNumber)
	switch {
	case t.Carrier == "":
		return fault.Missing("carrier")
	case t.TrackingNumber == "":
		return fault.Missing("trackingNumber")
	}
	if t.TrackingURL != "" {
		where, err := url.Parse(t.TrackingURL)
		if err != nil || where.Scheme != "https" || where.Host == "" || where.User != nil {
			return fault.Field("trackingUrl", "Must be an https address")
		}
		t.TrackingURL = where.String() // escaped, it may be longer than it came
	}
	return cmp.Or(
		fault.Length("carrier", t.Carrier, 0, maxCarrier),
		fault.Length("trackingNumber", t.TrackingNumber, 0, maxNumber),
		fault.Length("trackingUrl", t.TrackingURL, 0, maxURL),
	)
}

// CorrectTracking lets a seller say otherwise where a shipped order can be followed. Nothing
// else changes: no tokens move, and its deadline goes on. The same tracking again changes
// nothing. It fails with ErrNone, ErrStatus, ErrCorrected or a refused field.
func (s *Service) CorrectTracking(ctx context.Context, sellerID, orderID string, to Tracking, key string) (Details, error) {
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
