// Package discover is the catalogue: search, lists, profiles and related
// performers. It reads across the tables of account, performer, favourites and
// blocking, and writes nothing.
//
// Invariants:
//   - only verified performers with an active account appear;
//   - who is blocked, by account or by country, finds no trace: a hidden
//     performer and an absent one get the same answer, byte for byte;
//   - every list has one total order: live first, then viewers, then recency,
//     then id.
//
// The first pages are kept in memory (cache.go), so that a home page costs no
// query; Invalidate, InvalidatePages and InvalidateViewers drop what events have made stale.
package discover

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/money"
)

// Related is how many other performers a profile names (spec §9).
const Related = 12

// maxWords bounds the words of one search.
const maxWords = 5

// ErrAbsent is the answer for a performer who does not exist for the caller.
var ErrAbsent = fault.New(fault.NotFound, "This {performer} does not exist.")

// Card is a performer as lists show her.
type Card struct {
	ID              string       `db:"p.id" json:"_id"`
	Username        string       `db:"a.username" json:"username"`
	Name            string       `db:"a.name" json:"name"`
	Avatar          string       `db:"a.avatar" json:"avatar"`
	CardImage       string       `db:"p.card_image" json:"cardImage"`
	Headline        string       `db:"p.headline" json:"headline"`
	Gender          string       `db:"p.gender" json:"gender"`
	Country         string       `db:"p.country" json:"country"`
	Languages       []string     `json:"languages"`
	Tags            []string     `json:"tags"`
	CategoryIDs     []string     `json:"categoryIds"`
	IsPerformer     bool         `json:"isPerformer"`
	Verified        bool         `json:"verified"`
	VIP             bool         `db:"p.vip" json:"vip"`
	IsFavorite      bool         `json:"isFavorite"`
	StreamingStatus string       `db:"p.streaming_status" json:"streamingStatus" enum:"offline,public,private,group,away"`
	IsOnline        bool         `json:"isOnline"`
	Viewers         int          `db:"p.viewers" json:"viewers"`
	LiveSince       *time.Time   `json:"liveSince,omitempty"`
	Snapshot        string       `db:"p.snapshot" json:"snapshot"`
	PrivatePrice    money.Tokens `db:"p.private_price" json:"privatePrice"`
	GroupPrice      money.Tokens `db:"p.group_price" json:"groupPrice"`
	CreatedAt       time.Time    `db:"p.created_at" json:"createdAt"`
}

// Asset is a thing a performer sells, as her profile shows it (Assets).
type Asset struct {
	ID          string        `json:"_id"`
	Type        string        `json:"type" enum:"gallery,video,product"`
	IsBought    bool          `json:"isBought"`
	IsOwn       bool          `json:"isOwn" doc:"the caller sells it"`
	Title       string        `json:"title"`
	Price       money.Tokens  `json:"price"`
	NumPhotos   int           `json:"numPhotos"`
	Cover       *AssetPicture `json:"cover,omitempty"`
	PublishedAt *time.Time    `json:"publishedAt,omitempty"`
	DurationMS  int64         `json:"durationMs,omitempty" doc:"of a video"`
	HasTrailer  bool          `json:"hasTrailer,omitempty" doc:"of a video"`
	NumViews    int64         `json:"numViews,omitempty" doc:"of a video"`
	ProductType string        `json:"productType,omitempty" enum:"physical,digital" doc:"of a product"`
	IsSoldOut   bool          `json:"isSoldOut,omitempty" doc:"of a product"`
}

// AssetPicture is a picture that is sold. Card and Page are there for who may see it.
type AssetPicture struct {
	ID       string `json:"_id"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Blurhash string `json:"blurhash"`
	Colour   string `json:"colour"`
	Blurred  string `json:"blurred" doc:"address of a blur of 48 pixels; it stands for a picture that is locked"`
	Card     string `json:"card,omitempty" doc:"480 pixels; only of what the caller may see"`
	Page     string `json:"page,omitempty" doc:"1280 pixels; only of what the caller may see"`
}

// Photo is one photo of the galleries that a performer sells.
type Photo struct {
	AssetPicture
	GalleryID string `json:"galleryId"`
	IsBought  bool   `json:"isBought"`
}

// Category is one heading of the catalogue.
type Category struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// Profile is a performer as her own page shows her (spec §3).
type Profile struct {
	Card
	About          string       `db:"p.about" json:"aboutMe"`
	Age            int          `json:"age"`
	WideImage      string       `db:"p.wide_image" json:"wideImage"`
	Welcome        string       `db:"p.welcome" json:"welcomeMessage"`
	Timezone       string       `db:"p.timezone" json:"timezone"`
	Height         string       `db:"p.height" json:"height"`
	Weight         string       `db:"p.weight" json:"weight"`
	Hair           string       `db:"p.hair" json:"hair"`
	Eyes           string       `db:"p.eyes" json:"eyes"`
	Ethnicity      string       `db:"p.ethnicity" json:"ethnicity"`
	BodyType       string       `db:"p.body_type" json:"bodyType"`
	Orientation    string       `db:"p.orientation" json:"sexualPreference"`
	Categories     []Category   `json:"categories"`
	Views          int64        `db:"p.views" json:"views"`
	ExclusivePrice money.Tokens `db:"p.exclusive_price" json:"exclusivePrice"`
	WheelPrice     money.Tokens `db:"p.wheel_price" json:"wheelPrice"`
	MinMinutes     int          `db:"p.min_minutes" json:"minMinutes"`
	PeekIn         bool         `db:"p.peek_in" json:"peekIn" doc:"whether looks into her private shows are sold"`
	Products       []Asset      `json:"products"`
	Videos         []Asset      `json:"videos"`
	Galleries      []Asset      `json:"galleries"`
	Photos         []Photo      `json:"photos" doc:"the newest of her galleries"`
	Related        []Card       `json:"relatedPerformers"`
}

// Query is what a visitor looks for. The zero Query is everybody.
type Query struct {
	Text       string
	Category   string // id or slug
	Gender     string
	Country    string
	Tags       []string
	Languages  []string
	Online     string // "true", "false" or empty for both
	Status     string
	ExcludedID string
	VIP        bool
	Newest     bool // by the day they joined instead of live first
	Offset     int
	Limit      int
}

// Places knows where an address is.
type Places interface {
	CountryOf(address string) string
}

// Assets knows what a performer sells, of a kind, and the photos of her galleries, for a
// viewer whom she admits: the newest first.
type Assets interface {
	Latest(ctx context.Context, tx *db.Tx, viewer account.Caller, kind, performerID string) ([]Asset, error)
	Photos(ctx context.Context, tx *db.Tx, viewer account.Caller, performerID string) ([]Photo, error)
}

// Deps is what the service is made of.
type Deps struct {
	DB     *db.DB
	Places Places
	Assets Assets
	Now    func() time.Time
}

// Service answers for the catalogue.
type Service struct {
	Deps
	cache *cache
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, cache: newCache(d.Now)} }

// Invalidate drops all pages and totals kept; call it when a performer, a category or
// a block has changed.
func (s *Service) Invalidate() { s.cache.invalidate(true) }

// InvalidatePages drops the pages kept; call it when somebody's streaming state has
// changed: the order and the cards are others, how many there are is not.
func (s *Service) InvalidatePages() { s.cache.invalidate(false) }

// InvalidateViewers drops what is known of viewers; call it when their favourites,
// their country or a block against them has changed.
func (s *Service) InvalidateViewers(accountIDs ...string) { s.cache.invalidateViewers(accountIDs) }

// Search returns one page of performers for whoever makes the call.
func (s *Service) Search(ctx context.Context, q Query) (api.List[Card], error) {
	v, err := s.viewer(ctx)
	if err != nil {
		return api.List[Card]{}, err
	}
	found, err := s.page(ctx, q, v)
	if err != nil {
		return api.List[Card]{}, err
	}
	return api.List[Card]{Data: v.mark(found.cards), Total: found.total}, nil
}

// page answers from the cache when it may, else from the database. A viewer whom
// somebody has blocked is answered for herself alone.
func (s *Service) page(ctx context.Context, q Query, v viewer) (page, error) {
	q = q.clean()
	if v.blocked || q.Text != "" {
		return s.read(ctx, q, v, false)
	}
	key := q.key(v.countries)
	if p, ok := s.cache.page(key); ok {
		return p, nil
	}
	version := s.cache.version()
	p, err := s.read(ctx, q, v, true)
	if err == nil && q.Offset+q.Limit <= maxDepth {
		s.cache.put(key, p, version)
	}
	return p, err
}

// read asks the database. A short page tells its total; else it is counted, unless
// keeps allows to take one that was counted lately.
func (s *Service) read(ctx context.Context, q Query, v viewer, keeps bool) (p page, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if p.cards, err = selectCards(ctx, tx, q, v); err != nil {
			return err
		}
		n := len(p.cards)
		if n < q.Limit && (n > 0 || q.Offset == 0) {
			p.total = q.Offset + n
			return nil
		}
		p.total, err = s.total(ctx, tx, q, v, keeps)
		return err
	})
	return p, err
}

// total counts what a query chooses. Who is on line changes too often to keep.
func (s *Service) total(ctx context.Context, tx *db.Tx, q Query, v viewer, keeps bool) (int, error) {
	if !keeps || q.Online != "" || q.Status != "" {
		return selectTotal(ctx, tx, q, v)
	}
	key, version := q.totalKey(v.countries), s.cache.version()
	if total, ok := s.cache.total(key); ok {
		return total, nil
	}
	total, err := selectTotal(ctx, tx, q, v)
	if err == nil {
		s.cache.putTotal(key, total, version)
	}
	return total, err
}

// Profile returns a performer's page, or ErrAbsent, whatever the reason.
func (s *Service) Profile(ctx context.Context, username string) (p Profile, err error) {
	v, err := s.viewer(ctx)
	if err != nil {
		return p, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = selectProfile(ctx, tx, strings.ToLower(username), v, s.Now()); err != nil {
			return err
		}
		return s.addAssets(ctx, tx, &p)
	})
	if errors.Is(err, db.ErrNone) {
		return p, ErrAbsent
	}
	if err != nil {
		return p, err
	}
	p.IsFavorite = v.favourites[p.ID]
	p.Related, err = s.related(ctx, p.Card, v)
	return p, err
}

// addAssets puts what the performer sells on her profile.
func (s *Service) addAssets(ctx context.Context, tx *db.Tx, p *Profile) (err error) {
	caller := account.CallerFrom(ctx)
	for _, of := range []struct {
		kind string
		list *[]Asset
	}{{"gallery", &p.Galleries}, {"video", &p.Videos}, {"product", &p.Products}} {
		if *of.list, err = s.Assets.Latest(ctx, tx, caller, of.kind, p.ID); err != nil {
			return err
		}
	}
	p.Photos, err = s.Assets.Photos(ctx, tx, caller, p.ID)
	return err
}

// related finds other performers: of the same first category, then any.
func (s *Service) related(ctx context.Context, of Card, v viewer) ([]Card, error) {
	queries := []Query{{Limit: 2 * Related}}
	if len(of.CategoryIDs) > 0 {
		queries = slices.Insert(queries, 0, Query{Category: of.CategoryIDs[0], Limit: 2 * Related})
	}
	list := []Card{}
	for _, q := range queries {
		found, err := s.page(ctx, q, v)
		if err != nil {
			return nil, err
		}
		for _, c := range found.cards {
			known := c.ID == of.ID || slices.ContainsFunc(list, func(l Card) bool { return l.ID == c.ID })
			if !known && len(list) < Related {
				list = append(list, c)
			}
		}
	}
	return v.mark(list), nil
}

// Favourites returns one page of the performers a member likes, the newest
// favourite first. Who hides from the member or has left is not on it.
func (s *Service) Favourites(ctx context.Context, offset, limit int) (list api.List[Card], err error) {
	v, err := s.viewer(ctx)
	if err != nil {
		return list, err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := selectFavourites(ctx, tx, v, offset, limit)
		list = api.List[Card]{Data: p.cards, Total: p.total}
		return err
	})
	for i := range list.Data {
		list.Data[i].IsFavorite = true
	}
	return list, err
}

// clean folds what a person typed.
func (q Query) clean() Query {
	q.Text = strings.Join(fold.Words(q.Text), " ")
	q.Tags, q.Languages = folded(q.Tags), folded(q.Languages)
	return q
}

func folded(values []string) (list []string) {
	for _, v := range values {
		if v = fold.Text(v); v != "" {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// viewer is who looks, and what that changes.
type viewer struct {
	id         string
	countries  []string // of the address and of the profile
	blocked    bool     // some performer has blocked the account
	favourites map[string]bool
}

// viewer knows the caller: a guest costs nothing, an account is read once and
// kept for a while.
func (s *Service) viewer(ctx context.Context) (viewer, error) {
	v := viewer{id: account.CallerFrom(ctx).ID}
	here := s.Places.CountryOf(api.Address(ctx))
	if here != "" {
		v.countries = []string{here}
	}
	if v.id == "" {
		return v, nil
	}
	known, ok := s.cache.viewer(v.id)
	if !ok {
		version := s.cache.version()
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			known, err = selectViewer(ctx, tx, v.id)
			return err
		})
		if err != nil {
			return v, err
		}
		s.cache.putViewer(v.id, known, version)
	}
	v.blocked, v.favourites = known.blocked, known.favourites
	if known.country != "" && known.country != here {
		v.countries = append(v.countries, known.country)
	}
	slices.Sort(v.countries)
	return v, nil
}

// mark returns the cards with the viewer's favourites marked; the cards given
// belong to the cache and are not touched.
func (v viewer) mark(cards []Card) []Card {
	list := make([]Card, len(cards))
	copy(list, cards)
	for i := range list {
		list[i].IsFavorite = v.favourites[list[i].ID]
	}
	return list
}
