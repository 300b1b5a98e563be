package orders

import (
	"context"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Person is somebody on the other side.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// Delivery is where a parcel goes.
type Delivery struct {
	DeliveryAddress string `json:"deliveryAddress" doc:"a name and lines"`
	PostalCode      string `json:"postalCode,omitempty"`
	Country         string `json:"country" doc:"two letters"`
	CountryName     string `json:"countryName"`
}

// OrderView is an order as everybody of it sees it.
type OrderView struct {
	ID             string       `json:"_id"`
	OrderNumber    string       `json:"orderNumber"`
	PurchaseID     string       `json:"purchaseId"`
	ProductID      string       `json:"productId"`
	Title          string       `json:"title" doc:"as it was bought"`
	ProductType    string       `json:"productType" enum:"physical,digital"`
	Quantity       int          `json:"quantity"`
	Price          money.Tokens `json:"price" doc:"what was paid, for all of them"`
	Refunded       money.Tokens `json:"refunded,omitempty" doc:"what of the price was given back"`
	Status         Status       `json:"status" enum:"created,processing,shipped,delivered,cancelled,refunded"`
	Carrier        string       `json:"carrier,omitempty"`
	TrackingNumber string       `json:"trackingNumber,omitempty"`
	TrackingURL    string       `json:"trackingUrl,omitempty"`
	Note           string       `json:"note,omitempty" doc:"the seller's, for the buyer"`
	Reason         string       `json:"reason,omitempty" doc:"why it was refunded"`
	CreatedAt      time.Time    `json:"createdAt"`
	UpdatedAt      time.Time    `json:"updatedAt" doc:"when it got its status"`
	ShippedAt      time.Time    `json:"shippedAt,omitzero"`
	DeliveredAt    time.Time    `json:"deliveredAt,omitzero"`
	DueAt          time.Time    `json:"dueAt,omitzero" doc:"of an open one: when the clock refunds it, or has a shipped one delivered, unless somebody goes on with it"`
	PaymentChecked bool         `json:"paymentChecked,omitempty" doc:"a payment of the buyer is checked: it cannot be shipped now, and its deadline begins anew when that is over"`

	TrackingHistory []TrackingView `json:"trackingHistory,omitempty" doc:"what was corrected, newest first; only in the details"`
}

// TrackingView is what was said of a parcel before it was corrected.
type TrackingView struct {
	Carrier        string    `json:"carrier"`
	TrackingNumber string    `json:"trackingNumber"`
	TrackingURL    string    `json:"trackingUrl,omitempty"`
	ReplacedAt     time.Time `json:"replacedAt"`
}

func (s *core) view(d Details) OrderView {
	o, kind := d.Order, "digital"
	if o.Physical {
		kind = "physical"
	}
	var history []TrackingView
	for _, r := range d.Replaced {
		history = append(history, TrackingView{r.Carrier, r.TrackingNumber, r.TrackingURL, r.At})
	}
	return OrderView{
		ID: o.ID, OrderNumber: o.Number, PurchaseID: o.PurchaseID, ProductID: o.ItemID, Title: o.Title, ProductType: kind,
		Quantity: o.Quantity, Price: o.Price, Refunded: d.Returned, Status: o.Status, Carrier: o.Carrier, TrackingNumber: o.TrackingNumber,
		TrackingURL: o.TrackingURL, Note: o.Note, Reason: o.Reason, CreatedAt: o.CreatedAt, UpdatedAt: o.ChangedAt,
		ShippedAt: o.ShippedAt, DeliveredAt: o.DeliveredAt,
		DueAt: s.dueAt(d), PaymentChecked: d.Checked, TrackingHistory: history,
	}
}

func (s *core) delivery(a *Address) *Delivery {
	if a == nil {
		return nil
	}
	return &Delivery{DeliveryAddress: a.Lines, PostalCode: a.PostalCode, Country: a.Country, CountryName: s.Countries.Name(a.Country)}
}

// SearchInput chooses orders.
type SearchInput struct {
	api.Page
	Status    Status    `query:"status" enum:"created,processing,shipped,delivered,cancelled,refunded" doc:"all unless given"`
	Q         string    `query:"q" maxLength:"100" doc:"words of the number, the item or a username"`
	ProductID string    `query:"productId" maxLength:"64" doc:"of one product"`
	FromDate  time.Time `query:"fromDate" doc:"ordered from this instant on"`
	ToDate    time.Time `query:"toDate" doc:"up to and including this instant"`
	SortBy    string    `query:"sortBy" enum:"createdAt,updatedAt,price,dueAt" default:"createdAt" doc:"by dueAt those without one are last"`
	Sort      string    `query:"sort" enum:"asc,desc" default:"desc"`
}

func (in SearchInput) filter() (Filter, error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	return Filter{
		Status: in.Status, Text: in.Q, ItemID: in.ProductID, From: in.FromDate, To: end, SortBy: in.SortBy, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	}, err
}

// page is a listing of what a filter, completed, chooses.
func page[V any](ctx context.Context, s *core, in SearchInput, complete func(*Filter), view func(Details) V) (api.List[V], error) {
	f, err := in.filter()
	if err != nil {
		return api.List[V]{}, err
	}
	complete(&f)
	list, total, err := s.Search(ctx, f)
	return api.ListOf(list, total, view), err
}

type orderInput struct {
	ID string `path:"id" maxLength:"64"`
}
