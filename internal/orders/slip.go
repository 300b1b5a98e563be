package orders

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/pdf"
)

// Slip is what a seller puts into the parcel, as PDF: who gets what, and the seller's
// username, which is all that a buyer may know of them. It fails with ErrNone, or
// ErrNoAddress for what is not to be sent.
func (s *Service) Slip(ctx context.Context, sellerID, orderID string) (file []byte, o Order, err error) {
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
	file, err = s.slip(d, lang.Of(ctx))
	return file, d.Order, err
}

func (s *Service) slip(d Details, language string) ([]byte, error) {
	say := lang.To(language)
	p, err := pdf.New(language, say("Packing slip %s", d.Number), d.CreatedAt)
	if err != nil {
		return nil, err
	}
	p.Title(say("Packing slip"), s.SiteName())
	p.Rows([][2]string{
		{say("Order"), d.Number}, {say("Date"), say.Moment(d.CreatedAt)}, {say("Seller"), d.PerformerName},
		{say("Item"), d.Title}, {say("Quantity"), strconv.Itoa(d.Quantity)},
	})
	p.Heading(say("Ship to"))
	p.Rows([][2]string{
		{say("Address"), strings.TrimSpace(d.Address.Lines)}, {say("Postal code"), d.Address.PostalCode},
		{say("Country"), cmp.Or(s.Countries.Name(d.Address.Country), d.Address.Country)},
	})
	return p.Bytes()
}
