package orders

import (
	"cmp"
	"net/url"
	"time"

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
