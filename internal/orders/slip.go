package orders

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"limelight/internal/kit/paper"
)

// Slip is what a seller puts into the parcel, as PDF: who gets what, and the seller's
// username, which is all that a buyer may know of them. It fails with ErrNone, or
// ErrNoAddress for what is not to be sent.
func (s *Service) Slip(ctx context.Context, sellerID, orderID string) (pdf []byte, o Order, err error) {
	if err := s.Limiter.Allow(ctx, slipRule, sellerID); err != nil {
		return nil, o, err
	}
	d, err := s.Find(ctx, orderID, func(o Order) bool { return o.PerformerID == sellerID })
	if err != nil {
		return nil, o, err
	}
	if d.Address == nil || !d.Status.Open() {
		return nil, o, ErrNoAddress
	}
	pdf, err = s.slip(d)
	return pdf, d.Order, err
}

func (s *Service) slip(d Details) ([]byte, error) {
	p, err := paper.New("Packing slip "+d.Number, d.CreatedAt)
	if err != nil {
		return nil, err
	}
	p.Title("Packing slip", s.SiteName())
	p.Rows([][2]string{
		{"Order", d.Number}, {"Date", paper.Moment(d.CreatedAt)}, {"Seller", d.PerformerName},
		{"Item", d.Title}, {"Quantity", strconv.Itoa(d.Quantity)},
	})
	p.Heading("Ship to")
	p.Rows([][2]string{
		{"Address", strings.TrimSpace(d.Address.Lines)}, {"Postal code", d.Address.PostalCode},
		{"Country", cmp.Or(s.Countries.Name(d.Address.Country), d.Address.Country)},
	})
	return p.Bytes()
}
