package orders

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	seller, buyer := account.Performer.Guard(), account.Member.Guard()
	api.Get(r, "/orders/search", "orders.search", s.getSold, seller, api.Summary("The orders of what I sell"))
	api.Get(r, "/orders/details/{id}", "orders.details", s.getSoldOne, seller,
		api.Summary("An order of something that I sell"))
	api.Put(r, "/orders/{id}/update", "orders.update", s.putUpdate, seller,
		api.Summary("Go on with an order: processing, shipped with its tracking, delivered, or refunded"))
	api.Put(r, "/orders/{id}/tracking", "orders.tracking", s.putTracking, seller,
		api.Summary("Correct where a shipped order can be followed; its buyer is told"))
	api.Raw(r, http.MethodGet, "/orders/details/{id}/packing-slip", "orders.packingSlip", s.getSlip, seller)
	api.Get(r, "/orders/user/search", "orders.user.search", s.getBought, buyer, api.Summary("The orders of what I bought"))
	api.Get(r, "/orders/user/details/{id}", "orders.user.details", s.getBoughtOne, buyer,
		api.Summary("An order of something that I bought"))
	api.Post(r, "/orders/user/{id}/cancel", "orders.user.cancel", s.postCancel, buyer,
		api.Summary("Cancel an order, until the seller begins with it"))
	api.Get(r, "/admin/orders/search", "orders.admin.search", s.getAll, account.SeeOrders.Guard(),
		api.Summary("Everybody's orders"), audit.As(orderSearched, ""))
	api.Post(r, "/admin/orders/{id}/refund", "orders.admin.refund", s.postRefund, account.RefundOrders.Guard(),
		api.Summary("Give back what is left of an order's price, for a reason that both sides read"))
}

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
	ShippedAt      *time.Time   `json:"shippedAt,omitempty"`
	DeliveredAt    *time.Time   `json:"deliveredAt,omitempty"`
	DueAt          *time.Time   `json:"dueAt,omitempty" doc:"of an open one: when the clock refunds it, or has a shipped one delivered, unless somebody goes on with it"`
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

// SoldOrder is an order as its seller sees it.
type SoldOrder struct {
	OrderView
	UserInfo    Person     `json:"userInfo" doc:"who bought it"`
	Delivery    *Delivery  `json:"delivery,omitempty" doc:"only in the details, while the order is open"`
	RefundUntil *time.Time `json:"refundUntil,omitempty" doc:"until when I can refund it alone; absent: for ever, or not at all as it is"`
}

// BoughtOrder is an order as its buyer sees it.
type BoughtOrder struct {
	OrderView
	PerformerInfo Person    `json:"performerInfo"`
	Delivery      *Delivery `json:"delivery,omitempty" doc:"only in the details, until it is forgotten"`
	CanCancel     bool      `json:"canCancel"`
}

// AdminOrder is an order as admins see it: without its address.
type AdminOrder struct {
	OrderView
	UserInfo      Person `json:"userInfo"`
	PerformerInfo Person `json:"performerInfo"`
}

func (s *Service) view(d Details) OrderView {
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
		ShippedAt: present(o.ShippedAt), DeliveredAt: present(o.DeliveredAt),
		DueAt: present(s.dueAt(d)), PaymentChecked: d.Checked, TrackingHistory: history,
	}
}

func present(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s *Service) delivery(a *Address) *Delivery {
	if a == nil {
		return nil
	}
	return &Delivery{DeliveryAddress: a.Lines, PostalCode: a.PostalCode, Country: a.Country, CountryName: s.Countries.Name(a.Country)}
}

func (s *Service) soldView(d Details) SoldOrder {
	w := SoldOrder{OrderView: s.view(d), UserInfo: Person{d.MemberID, d.MemberName}}
	if d.Status.Open() {
		w.Delivery = s.delivery(d.Address)
	}
	if slices.Contains(moves[d.Status][Refunded], seller) {
		w.RefundUntil = present(s.refundEnds(d.Order))
	}
	return w
}

func (s *Service) boughtView(d Details) BoughtOrder {
	return BoughtOrder{
		OrderView: s.view(d), PerformerInfo: Person{d.PerformerID, d.PerformerName}, Delivery: s.delivery(d.Address),
		CanCancel: d.Status == Created,
	}
}

func (s *Service) adminView(d Details) AdminOrder {
	return AdminOrder{OrderView: s.view(d), UserInfo: Person{d.MemberID, d.MemberName}, PerformerInfo: Person{d.PerformerID, d.PerformerName}}
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
	f := Filter{
		Status: in.Status, Text: in.Q, ItemID: in.ProductID, From: in.FromDate, SortBy: in.SortBy, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	}
	if !in.ToDate.IsZero() {
		if in.ToDate.Before(in.FromDate) {
			return f, fault.Field("toDate", "Must not be before fromDate")
		}
		f.To = in.ToDate.Add(time.Millisecond)
	}
	return f, nil
}

// page is a listing of what a filter, completed, chooses.
func page[V any](ctx context.Context, s *Service, in SearchInput, complete func(*Filter), view func(Details) V) (api.List[V], error) {
	f, err := in.filter()
	if err != nil {
		return api.List[V]{}, err
	}
	complete(&f)
	list, total, err := s.Search(ctx, f)
	found := api.List[V]{Data: make([]V, len(list)), Total: total}
	for i, d := range list {
		found.Data[i] = view(d)
	}
	return found, err
}

func (s *Service) getSold(ctx context.Context, in *SearchInput) (api.List[SoldOrder], error) {
	return page(ctx, s, *in, func(f *Filter) { f.PerformerID = account.CallerFrom(ctx).ID }, s.soldView)
}

func (s *Service) getBought(ctx context.Context, in *SearchInput) (api.List[BoughtOrder], error) {
	return page(ctx, s, *in, func(f *Filter) { f.MemberID = account.CallerFrom(ctx).ID }, s.boughtView)
}

type adminSearchInput struct {
	SearchInput
	MemberID    string `query:"memberId" maxLength:"64"`
	PerformerID string `query:"performerId" maxLength:"64"`
}

func (s *Service) getAll(ctx context.Context, in *adminSearchInput) (api.List[AdminOrder], error) {
	return page(ctx, s, in.SearchInput, func(f *Filter) { f.MemberID, f.PerformerID = in.MemberID, in.PerformerID }, s.adminView)
}

type orderInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getSoldOne(ctx context.Context, in *orderInput) (SoldOrder, error) {
	me := account.CallerFrom(ctx).ID
	d, err := s.Find(ctx, in.ID, func(o Order) bool { return o.PerformerID == me })
	return s.soldView(d), err
}

func (s *Service) getBoughtOne(ctx context.Context, in *orderInput) (BoughtOrder, error) {
	me := account.CallerFrom(ctx).ID
	d, err := s.Find(ctx, in.ID, func(o Order) bool { return o.MemberID == me })
	return s.boughtView(d), err
}

type updateInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Status         Status `json:"status" enum:"processing,shipped,delivered,refunded"`
		Carrier        string `json:"carrier,omitempty" maxLength:"60" doc:"needed of what is shipped, as is trackingNumber"`
		TrackingNumber string `json:"trackingNumber,omitempty" maxLength:"60"`
		TrackingURL    string `json:"trackingUrl,omitempty" maxLength:"500" doc:"https"`
		Note           string `json:"note,omitempty" maxLength:"500" doc:"for the buyer"`
	}
}

func (s *Service) putUpdate(ctx context.Context, in *updateInput) (SoldOrder, error) {
	b := in.Body
	d, err := s.Update(ctx, account.CallerFrom(ctx).ID, in.ID, Update{
		Status: b.Status, Tracking: Tracking{b.Carrier, b.TrackingNumber, b.TrackingURL}, Note: b.Note,
	}, in.IdempotencyKey)
	return s.soldView(d), err
}

type trackingInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Carrier        string `json:"carrier" maxLength:"60"`
		TrackingNumber string `json:"trackingNumber" maxLength:"60"`
		TrackingURL    string `json:"trackingUrl,omitempty" maxLength:"500" doc:"https"`
	}
}

func (s *Service) putTracking(ctx context.Context, in *trackingInput) (SoldOrder, error) {
	b := in.Body
	d, err := s.CorrectTracking(ctx, account.CallerFrom(ctx).ID, in.ID, Tracking{b.Carrier, b.TrackingNumber, b.TrackingURL}, in.IdempotencyKey)
	return s.soldView(d), err
}

type cancelInput struct {
	api.Idempotent
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) postCancel(ctx context.Context, in *cancelInput) (BoughtOrder, error) {
	d, err := s.Cancel(ctx, account.CallerFrom(ctx).ID, in.ID, in.IdempotencyKey)
	return s.boughtView(d), err
}

type refundInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason" minLength:"10" maxLength:"500"`
	}
}

func (s *Service) postRefund(ctx context.Context, in *refundInput) (AdminOrder, error) {
	d, err := s.Refund(ctx, in.ID, in.Body.Reason, account.CallerFrom(ctx).ID, in.IdempotencyKey)
	return s.adminView(d), err
}

func (s *Service) getSlip(w http.ResponseWriter, r *http.Request) error {
	pdf, o, err := s.Slip(r.Context(), account.CallerFrom(r.Context()).ID, r.PathValue("id"))
	if err != nil {
		return err
	}
	api.Attach(w, "application/pdf", "packing-slip-"+o.Number+".pdf")
	w.Header().Set("Content-Length", strconv.Itoa(len(pdf)))
	_, err = w.Write(pdf)
	return err
}
