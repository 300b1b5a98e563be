package assets

import (
	"cmp"
	"context"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// Query is what a visitor looks for among the assets of a kind on sale.
type Query struct {
	Kind        string
	Text        string
	PerformerID string
	Category    string // id or slug
	Tag         string
	Popular     bool // by what was sold instead of the newest first
	Offset      int
	Limit       int
}

// Seller is whose asset it is, as buyers see them.
type Seller struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
}

// Offer is an asset as a visitor sees it.
type Offer struct {
	Asset
	Seller   Seller
	Photos   int   // that a buyer gets
	Cover    Photo // zero: none that may be shown
	IsBought bool
	IsOwn    bool
	File     Medium     // what a digital product is, for who may have it; zero: for nobody else
	Undoable Undoable   // of a view
	content  videoMedia // of a video
}

// Opened reports whether the visitor may see the photos themselves.
func (o Offer) Opened() bool { return o.IsBought || o.IsOwn || !o.rules().sellsPhotos }

// SellsPhotos reports whether the photos are what is sold: buyers alone see them.
func (o Offer) SellsPhotos() bool { return o.rules().sellsPhotos }

// Shop is what is on sale, as visitors see it, and what becomes a purchase.
type Shop struct {
	*core
	videos *Videos
}

// Search is a page of what is on sale for the visitor, of a kind.
func (s *Shop) Search(ctx context.Context, viewer account.Caller, q Query) (list []Offer, total int, err error) {
	if q.PerformerID != "" && !id.Valid(q.PerformerID) || q.Category != "" && !id.Valid(q.Category) {
		return []Offer{}, 0, nil
	}
	q.Text, q.Tag = strings.Join(fold.Words(q.Text), " "), fold.Text(q.Tag)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		countries, err := s.Performers.Countries(ctx, tx, viewer)
		if err != nil {
			return err
		}
		if list, total, err = selectOffers(ctx, tx, q, viewer.ID, countries); err != nil {
			return err
		}
		return s.complete(ctx, tx, viewer, list)
	})
	return list, total, err
}

// complete tells offers, all of one kind, what they are to the viewer, and videos what they
// consist of.
func (s *Shop) complete(ctx context.Context, tx *db.Tx, viewer account.Caller, list []Offer) error {
	if err := s.mark(ctx, tx, viewer, list); err != nil {
		return err
	}
	return s.videos.addVideos(ctx, tx, list)
}

// mark says which offers, all of one kind, are the viewer's.
func (s *Shop) mark(ctx context.Context, tx *db.Tx, viewer account.Caller, list []Offer) error {
	ids := make([]string, len(list))
	for i, o := range list {
		ids[i] = o.ID
		list[i].IsOwn = viewer.ID != "" && o.PerformerID == viewer.ID
	}
	if viewer.Role != account.Member || len(ids) == 0 {
		return addOwnFiles(ctx, tx, list)
	}
	owned, err := s.Purchases.Owned(ctx, tx, viewer.ID, list[0].Kind, ids)
	if err != nil {
		return err
	}
	for i, o := range list {
		list[i].IsBought = owned[o.ID] && !o.hasEnded()
	}
	return addOwnFiles(ctx, tx, list)
}

// View is an asset that the visitor may see: on sale, or bought before. ErrNone for
// everything else.
func (s *Shop) View(ctx context.Context, viewer account.Caller, assetID string) (o Offer, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o, err = s.view(ctx, tx, viewer, assetID); err != nil || !o.IsBought {
			return err
		}
		o.Undoable, err = s.Purchases.Undoable(ctx, tx, viewer.ID, o.Kind, o.ID)
		return err
	})
	return o, err
}

func (s *Shop) view(ctx context.Context, tx *db.Tx, viewer account.Caller, assetID string) (Offer, error) {
	if !id.Valid(assetID) {
		return Offer{}, ErrNone
	}
	found, err := selectByID(ctx, tx, []string{assetID})
	if err != nil || len(found) == 0 {
		return Offer{}, cmp.Or[error](err, ErrNone)
	}
	if err := s.complete(ctx, tx, viewer, found); err != nil {
		return Offer{}, err
	}
	if ok, err := s.sees(ctx, tx, viewer, found[0]); err != nil || !ok {
		return Offer{}, cmp.Or[error](err, ErrNone)
	}
	return found[0], nil
}

// sees reports whether the viewer may know of the asset. What was bought stays, also of a
// performer who left, but not for whom they have blocked.
func (s *Shop) sees(ctx context.Context, tx *db.Tx, viewer account.Caller, o Offer) (bool, error) {
	if o.IsBought {
		hides, err := s.Performers.Hides(ctx, tx, o.PerformerID, viewer)
		return !hides && err == nil, err
	}
	if o.Status != Active {
		return false, nil
	}
	return s.Performers.Admits(ctx, tx, o.PerformerID, viewer)
}

// Shown is a page of the photos of an asset that a buyer gets, for whoever may see it.
// Those who have not bought a gallery are told of the photos, and shown blurs.
func (s *Shop) Shown(ctx context.Context, viewer account.Caller, assetID string, offset, limit int) (o Offer, list []Photo, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o, err = s.view(ctx, tx, viewer, assetID); err != nil {
			return err
		}
		since := time.Time{}
		if o.IsBought {
			if since, err = s.Purchases.OwnedSince(ctx, tx, viewer.ID, o.Kind, o.ID); err != nil {
				return err
			}
		}
		list, total, err = selectShown(ctx, tx, assetID, since, offset, limit)
		return err
	})
	return o, list, total, err
}

// Newest are the photos of a performer's galleries on sale that came last, for a viewer
// whom they admit.
func (s *Shop) Newest(ctx context.Context, tx *db.Tx, viewer account.Caller, performerID string, limit int) ([]ShownPhoto, error) {
	list, err := selectNewest(ctx, tx, performerID, limit)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	galleries := []string{}
	for _, p := range list {
		galleries = append(galleries, p.AssetID)
	}
	owned := map[string]bool{}
	if viewer.Role == account.Member {
		owned, err = s.Purchases.Owned(ctx, tx, viewer.ID, Gallery, distinct(galleries))
	}
	shown := make([]ShownPhoto, len(list))
	for i, p := range list {
		open := owned[p.AssetID] || viewer.ID == performerID
		shown[i] = ShownPhoto{Picture: pictureOf(p, open), GalleryID: p.AssetID, IsBought: owned[p.AssetID]}
	}
	return shown, err
}

// Latest are a performer's assets of a kind on sale, the newest first, for a viewer whom
// they admit.
func (s *Shop) Latest(ctx context.Context, tx *db.Tx, viewer account.Caller, kind, performerID string, limit int) ([]Offer, error) {
	list, _, err := selectOffers(ctx, tx, Query{Kind: kind, PerformerID: performerID, Limit: limit}, "", nil)
	if err != nil {
		return nil, err
	}
	return list, s.complete(ctx, tx, viewer, list)
}

// Item is what a purchase is about.
type Item struct {
	Kind, ID, PerformerID, Title string
	Price                        money.Tokens
	Physical                     bool // a product that the seller sends
}

// ForSale is an asset as the caller may buy it now, its row locked for the rest of tx.
// ErrNone for what is not active, and for what is hidden from the caller.
func (s *Shop) ForSale(ctx context.Context, tx *db.Tx, kind, assetID string, caller account.Caller) (Item, error) {
	if !id.Valid(assetID) {
		return Item{}, ErrNone
	}
	a, err := selectAsset(ctx, tx, assetID, tx.Fragment(db.ForUpdate))
	if err != nil || a.Kind != kind || a.Status != Active {
		return Item{}, cmp.Or[error](unlessNone(err), ErrNone)
	}
	if ok, err := s.Performers.Admits(ctx, tx, a.PerformerID, caller); err != nil || !ok {
		return Item{}, cmp.Or[error](err, ErrNone)
	}
	if ok, err := s.Performers.MaySell(ctx, tx, a.PerformerID); err != nil || !ok {
		return Item{}, cmp.Or[error](err, ErrNone)
	}
	return Item{Kind: a.Kind, ID: a.ID, PerformerID: a.PerformerID, Title: a.ShownTitle, Price: a.Price, Physical: a.Product.Type == Physical}, nil
}

// Cards are the assets by their ids, whatever their status, for lists of what somebody
// has bought: the caller has proved that.
func (s *Shop) Cards(ctx context.Context, tx *db.Tx, ids []string) (map[string]Offer, error) {
	list, err := selectByID(ctx, tx, ids)
	if err == nil {
		err = s.videos.addVideos(ctx, tx, list)
	}
	cards := make(map[string]Offer, len(list))
	for _, o := range list {
		o.IsBought = !o.hasEnded()
		cards[o.ID] = o
	}
	return cards, err
}

// NoteSold counts a purchase, or takes one back, for the order of the popular.
func (s *Shop) NoteSold(ctx context.Context, tx *db.Tx, assetID string, change int) error {
	return addSold(ctx, tx, assetID, change)
}

// ViewOf is View of an asset of a kind.
func (s *Shop) ViewOf(ctx context.Context, viewer account.Caller, kind, assetID string) (Offer, error) {
	o, err := s.View(ctx, viewer, assetID)
	if err == nil && o.Kind != kind {
		return Offer{}, ErrNone
	}
	return o, err
}
