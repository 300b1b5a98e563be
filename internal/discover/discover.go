// Package discover is the catalogue: search, lists, profiles and related
// performers. It reads across the tables of account, performer, favourites,
// schedules and blocking, and writes nothing.
//
// Invariants:
//   - only verified performers with an active account appear;
//   - who is blocked, by account or by country, finds no trace: a hidden
//     performer and an absent one get the same answer, byte for byte;
//   - every list has one total order (orders), whose last key is the id; the usual
//     one is live first, then the published ranking, and in it some places of the
//     first page rotate (rotation.go).
//
// The first pages are kept in memory (cache.go), so that a home page costs no
// query; Invalidate and InvalidateViewers drop what events have made stale.
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
	IsNotified      bool         `json:"isNotified" doc:"whether the member is told when this favourite goes live"`
	IsRotating      bool         `json:"isRotating" doc:"in a place of the first page that rotates among live performers who were shown least today"`
	StreamingStatus string       `db:"p.streaming_status" json:"streamingStatus" enum:"offline,public,private,group,away"`
	IsOnline        bool         `json:"isOnline"`
	Viewers         int          `db:"p.viewers" json:"viewers"`
	LiveSince       time.Time    `json:"liveSince,omitzero"`
	Snapshot        string       `db:"p.snapshot" json:"snapshot"`
	PrivatePrice    money.Tokens `db:"p.private_price" json:"privatePrice"`
	GroupPrice      money.Tokens `db:"p.group_price" json:"groupPrice"`
	NextLiveAt      time.Time    `json:"nextLiveAt,omitzero" doc:"when their next hours begin, by their schedule"`
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
	PublishedAt time.Time     `json:"publishedAt,omitzero"`
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

// Link is an address elsewhere.
type Link struct {
	Label string `json:"label"`
	URL   string `json:"url"`
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
	Links          []Link       `json:"links"`
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

// Places knows where an address is.
type Places interface {
	PlaceOf(address string) string
}

// Assets knows what a performer sells, of a kind, and the photos of her galleries, for a
// viewer whom she admits: the newest first.
type Assets interface {
	Latest(ctx context.Context, tx *db.Tx, viewer account.Caller, kind, performerID string) ([]Asset, error)
	Photos(ctx context.Context, tx *db.Tx, viewer account.Caller, performerID string) ([]Photo, error)
}

// Ranking knows which places rotate, and is told who was shown.
type Ranking interface {
	// RotatingShare is how many of a hundred places of the first page rotate.
	RotatingShare() int
	// Shown is told whom a viewer was shown on a first page. It writes nothing.
	Shown(viewer string, performerIDs []string)
}

// Deps is what the service is made of.
type Deps struct {
	DB         *db.DB
	Accounts   *account.Service
	Places     Places
	Performers Performers
	Blocking   Blocking
	Assets     Assets
	Ranking    Ranking
	Now        func() time.Time
}

// Service answers for the catalogue.
type Service struct {
	Deps
	cache *cache
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, cache: newCache(d.Now)} }

// Invalidate drops all pages and totals kept; call it when a performer, a streaming state,
// a category or a block has changed.
func (s *Service) Invalidate() { s.cache.invalidate() }

// InvalidateViewers drops what is known of viewers; call it when their favourites,
// their country or a block against them has changed.
func (s *Service) InvalidateViewers(accountIDs ...string) { s.cache.invalidateViewers(accountIDs) }

// Search returns one page of performers for whoever makes the call.
func (s *Service) Search(ctx context.Context, q Query) (api.List[Card], error) {
	v, err := s.viewer(ctx)
	if err != nil {
		return api.List[Card]{}, err
	}
	if q.Order == FavouritesFirst && v.id == "" {
		q.Order = Ranked
	}
	found, err := s.page(ctx, q, v)
	if err != nil {
		return api.List[Card]{}, err
	}
	s.countShown(ctx, q, found.cards)
	return api.List[Card]{Data: v.mark(found.cards), Total: found.total}, nil
}

// page answers from the cache when it may, else from the database. A viewer whom
// somebody has blocked is answered for herself alone.
func (s *Service) page(ctx context.Context, q Query, v viewer) (page, error) {
	q = q.clean()
	if v.blocked || q.Text != "" || q.Order == FavouritesFirst {
		return s.read(ctx, q, v, nil)
	}
	key := q.key(v.countries)
	if p, ok := s.cache.page(key); ok {
		return p, nil
	}
	version := s.cache.version()
	p, err := s.read(ctx, q, v, &version)
	if err == nil && q.Offset+q.Limit <= maxDepth {
		s.cache.put(key, p, version)
	}
	return p, err
}

// read asks the database. A short page tells its total; else it is counted, unless
// there is one that was counted lately. kept is the cache's version from before; nil: the cache is not used.
func (s *Service) read(ctx context.Context, q Query, v viewer, kept *int) (p page, err error) {
	q.now = s.Now()
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if p.cards, err = s.cards(ctx, tx, q, v); err != nil {
			return err
		}
		n := len(p.cards)
		if n < q.Limit && (n > 0 || q.Offset == 0) {
			p.total = q.Offset + n
			return nil
		}
		p.total, err = s.total(ctx, tx, q, v, kept)
		return err
	})
	return p, err
}

// cards are one page of a query.
func (s *Service) cards(ctx context.Context, tx *db.Tx, q Query, v viewer) ([]Card, error) {
	switch {
	case q.Order == FavouritesFirst:
		return favouritesFirst(ctx, tx, q, v)
	case q.rotates():
		return selectRotated(ctx, tx, q, v, s.Ranking.RotatingShare())
	}
	return selectCards(ctx, tx, q, v)
}

// total counts what a query chooses. Who is on line changes too often to keep.
func (s *Service) total(ctx context.Context, tx *db.Tx, q Query, v viewer, kept *int) (int, error) {
	if kept == nil || q.Online != "" || q.Status != "" {
		return selectTotal(ctx, tx, q, v)
	}
	key := q.totalKey(v.countries)
	if total, ok := s.cache.total(key); ok {
		return total, nil
	}
	total, err := selectTotal(ctx, tx, q, v)
	if err == nil {
		s.cache.putTotal(key, total, *kept)
	}
	return total, err
}

// Profile returns a performer's page, or ErrAbsent, whatever the reason.
func (s *Service) Profile(ctx context.Context, username string) (p Profile, err error) {
	v, err := s.viewer(ctx)
	if err != nil {
		return p, err
	}
	if caller := account.CallerFrom(ctx); strings.EqualFold(caller.Username, username) {
		v.countries = nil // whoever hides in a country sees their own page there
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
	p.IsNotified, p.IsFavorite = v.likes(p.ID)
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

// Favourites returns one page of the performers a member likes, live first and
// then by the ranking. Who hides from the member or has left is not on it.
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
	return list, err
}
