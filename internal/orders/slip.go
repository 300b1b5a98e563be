package orders

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/pdf"
)

// Slips are the packing slips of parcels.
type Slips struct{ *core }

func (s *Slips) slipRoutes(r *api.Router) {
	api.Raw(r, http.MethodGet, "/orders/details/{id}/packing-slip", "orders.packingSlip", s.getSlip, account.Performer.Guard())
}

func (s *Slips) getSlip(w http.ResponseWriter, r *http.Request) error {
	pdf, o, err := s.Slip(r.Context(), account.CallerFrom(r.Context()).ID, r.PathValue("id"))
	if err != nil {
		return err
	}
	api.Attach(w, "application/pdf", "packing-slip-"+o.Number+".pdf")
	w.Header().Set("Content-Length", strconv.Itoa(len(pdf)))
	_, err = w.Write(pdf)
	return err
}

// Slip is what a seller puts into the parcel, as PDF: who gets what, and the seller's
// username, which is all that a buyer may know of them. It fails with ErrNone, or
// ErrNoAddress for what is not to be sent.
func (s *Slips) Slip(ctx context.Context, sellerID, orderID string) (file []byte, o Order, err error) {
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

func (s *Slips) slip(d Details, language string) ([]byte, error) {
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
