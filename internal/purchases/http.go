package purchases

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	member := account.Member.Guard()
	api.Post(r, "/purchase-items/{type}/{id}", "purchases.buy", s.postBuy, member,
		api.Summary("Buy an item"))
	api.Post(r, "/purchase-items/{purchaseId}/undo", "purchases.undo", s.postUndo, member,
		api.Summary("Take a purchase back, within a minute and before it was opened"))
	api.Get(r, "/purchased-items/user/galleries", "purchases.galleries", s.library(Gallery), member,
		api.Summary("The galleries that I own"))
	api.Get(r, "/purchased-items/user/videos", "purchases.videos", s.library(Video), member,
		api.Summary("The videos that I own"))
	api.Get(r, "/purchased-items/user/products", "purchases.products", s.library(Product), member,
		api.Summary("The products that I own"))
	api.Get(r, "/purchased-items/user/search", "purchases.search", s.getSearch, member,
		api.Summary("All that I own"))
}

type buyInput struct {
	api.Idempotent
	Type string `path:"type" enum:"gallery,video,product"`
	ID   string `path:"id" maxLength:"64"`
	Body *buyBody
}

type buyBody struct {
	Quantity        *int          `json:"quantity,omitempty" minimum:"1" maximum:"100" doc:"1 unless given; what is bought once has no other"`
	Price           *money.Tokens `json:"price,omitempty" doc:"the one that I saw, of one; another one by now is refused"`
	DeliveryAddress string        `json:"deliveryAddress,omitempty" maxLength:"500" doc:"a name and lines as on a parcel; of a product that is sent, and of no other"`
	PostalCode      string        `json:"postalCode,omitempty" maxLength:"16" doc:"empty where there is none"`
	Country         string        `json:"country,omitempty" maxLength:"2" doc:"where it is sent, two letters; unless given, that of my profile"`
}

// Person is somebody on the other side.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
}

// PurchaseView is a purchase as its buyer sees it at once: what was paid, without the split.
type PurchaseView struct {
	ID            string       `json:"_id"`
	Type          string       `json:"type" enum:"gallery,video,product"`
	ItemID        string       `json:"itemId"`
	Title         string       `json:"title" doc:"as it was bought"`
	PerformerInfo Person       `json:"performerInfo"`
	Price         money.Tokens `json:"price" doc:"what was paid, for all of them"`
	Quantity      int          `json:"quantity"`
	OrderID       string       `json:"orderId,omitempty" doc:"of a product: /orders/user/details/{id}"`
	IsBought      bool         `json:"isBought" doc:"I own the item now"`
	CreatedAt     time.Time    `json:"createdAt"`
	UndoUntil     *time.Time   `json:"undoUntil,omitempty" doc:"until when it may be undone, unless it is opened before"`
	UndoneAt      *time.Time   `json:"undoneAt,omitempty"`
	Balance       money.Tokens `json:"balance" doc:"what is in the wallet then"`
}

func (r Receipt) view() PurchaseView {
	p := r.Purchase
	if p.Quantity == 0 { // a receipt that an older program kept for its key
		p.Quantity, p.Price = 1, p.Item.Price
	}
	return PurchaseView{
		ID: p.ID, Type: p.Item.Kind, ItemID: p.Item.ID, Title: p.Item.Title,
		PerformerInfo: Person{p.Item.PerformerID, p.PerformerName}, Price: p.Price, Quantity: p.Quantity, OrderID: r.OrderID,
		IsBought: p.EndedAt.IsZero(), CreatedAt: p.CreatedAt, UndoUntil: present(p.UndoUntil()), UndoneAt: present(p.UndoneAt), Balance: r.Balance,
	}
}

func present(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s *Service) postBuy(ctx context.Context, in *buyInput) (PurchaseView, error) {
	o := Order{Buyer: account.CallerFrom(ctx), Kind: in.Type, ItemID: in.ID, Quantity: 1}
	if b := in.Body; b != nil {
		o.Price, o.Address = b.Price, Address{Lines: b.DeliveryAddress, PostalCode: b.PostalCode, Country: b.Country}
		if b.Quantity != nil {
			o.Quantity = *b.Quantity
		}
	}
	r, err := s.Buy(ctx, o, in.IdempotencyKey)
	return r.view(), err
}

type undoInput struct {
	api.Idempotent
	PurchaseID string `path:"purchaseId" maxLength:"64"`
}

func (s *Service) postUndo(ctx context.Context, in *undoInput) (PurchaseView, error) {
	r, err := s.Undo(ctx, account.CallerFrom(ctx).ID, in.PurchaseID, in.IdempotencyKey)
	return r.view(), err
}

// OwnedItem is an item in its owner's library.
type OwnedItem struct {
	ID            string       `json:"_id" doc:"of the purchase"`
	Type          string       `json:"type" enum:"gallery,video,product"`
	ItemID        string       `json:"itemId"`
	Title         string       `json:"title"`
	Cover         string       `json:"cover" doc:"the path of a picture; of a gallery that may still be undone its blur; empty for none"`
	PerformerInfo Person       `json:"performerInfo"`
	Price         money.Tokens `json:"price" doc:"what was paid, for all of them"`
	Quantity      int          `json:"quantity"`
	IsSent        bool         `json:"isSent,omitempty" doc:"a product that its performer sends"`
	Refunded      money.Tokens `json:"refunded" doc:"what of it the site gave back"`
	IsBought      bool         `json:"isBought" doc:"false: the site has taken it from its buyers"`
	AccessEndedAt *time.Time   `json:"accessEndedAt,omitempty" doc:"since when the site has taken it from its buyers"`
	CreatedAt     time.Time    `json:"createdAt"`
	LastSeenAt    *time.Time   `json:"lastSeenAt,omitempty" doc:"to some minutes; absent until it is opened"`
	UndoUntil     *time.Time   `json:"undoUntil,omitempty" doc:"until when it may be undone, unless it is opened before"`
	DurationMS    int64        `json:"durationMs,omitempty" doc:"of a video"`
	PositionMS    int64        `json:"positionMs,omitempty" doc:"where I am in a video that I have begun"`
}

func (o LibraryItem) wire(now time.Time) OwnedItem {
	w := OwnedItem{
		ID: o.ID, Type: o.Item.Kind, ItemID: o.Item.ID, Title: o.Title, Cover: o.Cover,
		PerformerInfo: Person{o.Item.PerformerID, o.PerformerName}, Price: o.Price, Quantity: o.Quantity, IsSent: o.Item.Physical, Refunded: o.Refunded,
		IsBought: o.AccessEndedAt.IsZero(), AccessEndedAt: present(o.AccessEndedAt), CreatedAt: o.CreatedAt, LastSeenAt: present(o.LastSeenAt),
		DurationMS: o.DurationMS, PositionMS: o.PositionMS,
	}
	if until := o.UndoUntil(); !now.After(until) {
		w.UndoUntil = &until
	}
	return w
}

// LibraryInput chooses of a library.
type LibraryInput struct {
	api.Page
	Q      string `query:"q" maxLength:"100" doc:"words of the title or of the performer's name"`
	Seen   string `query:"seen" enum:"never,seen,begun" doc:"begun: videos that I have begun, not watched to the end and can still watch; all unless given"`
	SortBy string `query:"sortBy" enum:"createdAt,lastSeenAt,title,price" default:"createdAt"`
	Sort   string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (s *Service) library(kind string) func(context.Context, *LibraryInput) (api.List[OwnedItem], error) {
	return func(ctx context.Context, in *LibraryInput) (api.List[OwnedItem], error) {
		return s.page(ctx, kind, *in)
	}
}

type librarySearchInput struct {
	LibraryInput
	Type string `query:"type" enum:"gallery,video,product" doc:"all unless given"`
}

func (s *Service) getSearch(ctx context.Context, in *librarySearchInput) (api.List[OwnedItem], error) {
	return s.page(ctx, in.Type, in.LibraryInput)
}

func (s *Service) page(ctx context.Context, kind string, in LibraryInput) (page api.List[OwnedItem], err error) {
	list, total, err := s.Library(ctx, Query{
		MemberID: account.CallerFrom(ctx).ID, Kind: kind, Text: in.Q, Seen: in.Seen,
		SortBy: in.SortBy, Ascending: in.Sort == "asc", Offset: in.Offset, Limit: in.Limit,
	})
	now := s.Now()
	page = api.List[OwnedItem]{Data: make([]OwnedItem, len(list)), Total: total}
	for i, o := range list {
		page.Data[i] = o.wire(now)
	}
	return page, err
}
