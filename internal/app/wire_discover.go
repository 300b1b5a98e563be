package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/blocking"
	"limelight/internal/discover"
	"limelight/internal/favourites"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/pubsub"
	"limelight/internal/performer"
	"limelight/internal/ranking"
)

// catalogueChannel carries "forget what you cached of the catalogue" between nodes. Its
// payload is the list of viewers whose own marks changed; an empty one means everything.
const catalogueChannel = "window"

// wireDiscover builds what visitors find performers by. It is cached on every node: each of
// them hears when the cache is invalid.
func wireDiscover(s *Services) {
	s.discover = discover.New(discover.Deps{DB: s.db, Accounts: s.accounts, Places: s.locations, Performers: s.performers, Blocking: s.blocking, Assets: profileAssets{s.assets}, Ranking: s.ranking, Now: s.now})
	s.section("discover", "Finding performers", s.discover.Routes)
	cache := catalogueCache{s.nodes, s.discover}
	s.background("window", cache.run)
	bus.Tell(s.bus, "window.performer", func(ctx context.Context, _ performer.Changed) error { return cache.invalidate(ctx) })
	bus.Tell(s.bus, "window.streaming", func(ctx context.Context, _ performer.StreamingChanged) error { return cache.invalidate(ctx) })
	bus.Tell(s.bus, "window.categories", func(ctx context.Context, _ performer.CategoriesChanged) error { return cache.invalidate(ctx) })
	bus.Tell(s.bus, "window.blocking", func(ctx context.Context, e blocking.Changed) error {
		return errors.Join(cache.invalidate(ctx), cache.invalidate(ctx, append(e.UserIDs, e.FreedIDs...)...))
	})
	bus.Tell(s.bus, "window.favourites", func(ctx context.Context, e favourites.Changed) error { return cache.invalidate(ctx, e.MemberID) })
	bus.Tell(s.bus, "window.ranking", func(ctx context.Context, _ ranking.Ranked) error { return cache.invalidate(ctx) })
	bus.Tell(s.bus, "window.profile", func(ctx context.Context, e account.ProfileChanged) error { return cache.invalidate(ctx, e.AccountID) })
}

// catalogueCache is what every node has cached of the catalogue.
type catalogueCache struct {
	nodes    pubsub.Bus
	discover *discover.Service
}

// invalidate has every node forget everything, or what it cached for some viewers; this one also while the others
// cannot be reached.
func (c catalogueCache) invalidate(ctx context.Context, viewerIDs ...string) error {
	c.forget(viewerIDs)
	payload, err := json.Marshal(viewerIDs)
	if err != nil {
		return err
	}
	return c.nodes.Publish(ctx, catalogueChannel, payload)
}

func (c catalogueCache) forget(viewerIDs []string) {
	if len(viewerIDs) == 0 {
		c.discover.Invalidate()
		return
	}
	c.discover.InvalidateViewers(viewerIDs...)
}

// run hears every node's news, this one's included.
func (c catalogueCache) run(ctx context.Context) error {
	cancel, err := c.nodes.Subscribe(ctx, catalogueChannel, func(payload []byte) {
		var viewerIDs []string
		if err := json.Unmarshal(payload, &viewerIDs); err != nil {
			viewerIDs = nil
		}
		c.forget(viewerIDs)
	})
	if err != nil {
		return fmt.Errorf("listen for changes of the catalogue: %w", err)
	}
	defer cancel()
	<-ctx.Done()
	return nil
}

// profileAssets are what a performer sells, in the words of profiles.
type profileAssets struct{ assets *assets.Service }

// maxShown is how many of each a profile names; the rest is for the search.
const maxShown = 24

func (p profileAssets) Latest(ctx context.Context, tx *db.Tx, viewer account.Caller, kind, performerID string) ([]discover.Asset, error) {
	list, err := p.assets.Latest(ctx, tx, viewer, kind, performerID, maxShown)
	found := make([]discover.Asset, len(list))
	for i, o := range list {
		c := o.Card()
		found[i] = discover.Asset{
			ID: c.ID, Type: c.Type, IsBought: c.IsBought, IsOwn: c.IsOwn, Title: c.Title, Price: c.Price, NumPhotos: c.NumPhotos, PublishedAt: c.PublishedAt,
		}
		if c.Cover != nil {
			found[i].Cover = assetPicture(*c.Cover)
		}
		if v := c.Video; v != nil {
			found[i].DurationMS, found[i].HasTrailer, found[i].NumViews = v.DurationMS, v.HasTrailer, v.NumViews
		}
		if one := c.Product; one != nil {
			found[i].ProductType, found[i].IsSoldOut = string(one.Type), one.IsSoldOut
		}
	}
	return found, err
}

func (p profileAssets) Photos(ctx context.Context, tx *db.Tx, viewer account.Caller, performerID string) ([]discover.Photo, error) {
	list, err := p.assets.Newest(ctx, tx, viewer, performerID, maxShown)
	found := make([]discover.Photo, len(list))
	for i, one := range list {
		found[i] = discover.Photo{AssetPicture: *assetPicture(one.Picture), GalleryID: one.GalleryID, IsBought: one.IsBought}
	}
	return found, err
}

func assetPicture(p assets.Picture) *discover.AssetPicture {
	shown := discover.AssetPicture{ID: p.ID, Width: p.Width, Height: p.Height, Blurhash: p.Blurhash, Colour: p.Colour, Blurred: p.Blurred}
	if p.URLs != nil {
		shown.Card, shown.Page = p.URLs.Card, p.URLs.Page
	}
	return &shown
}
