package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/blocking"
	"limelight/internal/files"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/performer"
	"limelight/internal/purchases"
)

// rateOfPhotos bounds the photos of galleries that an account uploads: a gallery may have
// hundreds, so they are counted apart from the other forms with files.
const rateOfPhotos = "api.uploads.photos"

// photoUploadRoutes are the forms that are counted so: with photos, of messages too, and of videos and
// products, whose large files uploads count too, and of which most bring none.
var photoUploadRoutes = []string{"photos.create", "messages.sendPhoto", "videos.create", "videos.change", "videos.addCaptions", "products.create", "products.change"}

var photoRates = limit.Rules{rateOfPhotos: {Max: 1000, Per: time.Hour}}

// wireAssets builds galleries, videos and products: made of uploads, reviewed, shown.
func wireAssets(s *Services) {
	s.limits.Add(assets.Limits())
	s.limits.Add(photoRates)
	s.assets = assets.New(assets.Deps{
		DB: s.db, Store: s.blobs, Files: s.files, Performers: sellers{s.performers, s.blocking}, Purchases: sold{&s.late.purchases},
		Media: media{s.uploads, s.videos, s.blobs, s.cfg.ScanWith, s.log}, Storage: lateStorage{&s.late.storage},
		Events: s.bus, Audit: s.audit, Limiter: s.limits, Mode: func() string { return s.settings.Get().ReviewMode },
		PhotoLimits: func() files.Limits { return photoLimits(s.settings.Get()) }, Now: s.now, Log: s.log,
	})
	s.late.storage.Set(storage{s.settings, s.uploads, s.assets, s.videos, s.openUploads, s.disk})
	s.section("assets", "Galleries, videos and products: made, reviewed, shown", s.assets.Routes)
	s.photos = append(s.photos, s.assets)
	s.erases("assets", s.assets.EraseOf)
	s.rule(assets.Rule())
	s.job(cron.Job{Name: "assets", Every: time.Minute, Run: s.assets.PublishDue})
	s.job(cron.Job{Name: "assetViews", Every: sweepEvery, Run: inTransaction(s.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := s.assets.ForgetViews(ctx, tx)
		return err
	})})
	s.job(cron.Job{Name: "unowned", Every: orphansEvery, Run: func(ctx context.Context) error {
		return errors.Join(s.assets.DropUnowned(ctx), s.assets.DropUnused(ctx))
	}})
	subscribeAssets(s)
}

func subscribeAssets(s *Services) {
	news := assetNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.asset", news.notifyDecided)
	bus.Tell(s.bus, "sockets.assetDecided", news.pushDecided)
	bus.Tell(s.bus, "sockets.assetPublished", news.pushPublished)
	bus.On(s.bus, "mail.assetTakenDown", news.notifyTakenDown)
	bus.Tell(s.bus, "sockets.assetTakenDown", news.pushTakenDown)
	videos := assetVideos{s.assets, s.sockets}
	bus.Tell(s.bus, "sockets.assetMedia", videos.push)
	bus.Tell(s.bus, "assets.poster", videos.usePoster)
}

// sellers know who may sell, and who may see whom, in the words of assets.
type sellers struct {
	performers *performer.Service
	blocking   *blocking.Service
}

func (s sellers) MaySell(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.performers.Listed(ctx, tx, performerID)
}

func (s sellers) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return s.performers.Admits(ctx, tx, performerID, viewer)
}

func (s sellers) Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return s.blocking.Hides(ctx, tx, performerID, viewer)
}

func (s sellers) Countries(ctx context.Context, tx *db.Tx, viewer account.Caller) ([]string, error) {
	return s.blocking.Countries(ctx, tx, viewer)
}

func (s sellers) Categories(ctx context.Context, tx *db.Tx, ids []string) ([]string, error) {
	return s.performers.CategoryIDs(ctx, tx, ids)
}

// sold is what members have bought, in the words of assets.
type sold struct{ purchases *Late[*purchases.Service] }

func (s sold) Owned(ctx context.Context, tx *db.Tx, memberID, kind string, itemIDs []string) (map[string]bool, error) {
	return s.purchases.Get().Owned(ctx, tx, memberID, kind, itemIDs)
}

func (s sold) OwnedSince(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (time.Time, error) {
	return s.purchases.Get().OwnedSince(ctx, tx, memberID, kind, itemID)
}

func (s sold) FirstOwned(ctx context.Context, tx *db.Tx, kind, itemID string) (time.Time, error) {
	return s.purchases.Get().FirstOwned(ctx, tx, kind, itemID)
}

func (s sold) Undoable(ctx context.Context, tx *db.Tx, memberID, kind, itemID string) (assets.Undoable, error) {
	purchaseID, until, ok, err := s.purchases.Get().Undoable(ctx, tx, memberID, kind, itemID)
	if err != nil || !ok {
		return assets.Undoable{}, err
	}
	return assets.Undoable{PurchaseID: purchaseID, Until: until}, nil
}

func (s sold) Deliver(ctx context.Context, memberID, kind, itemID string) (bool, error) {
	return s.purchases.Get().Deliver(ctx, memberID, kind, itemID)
}

func (s sold) DeliverCover(ctx context.Context, memberID, kind, itemID string) (bool, error) {
	return s.purchases.Get().DeliverCover(ctx, memberID, kind, itemID)
}

func (s sold) Sales(ctx context.Context, tx *db.Tx, kind string, itemIDs []string) (map[string]assets.Sales, error) {
	found, err := s.purchases.Get().Sales(ctx, tx, kind, itemIDs)
	sales := make(map[string]assets.Sales, len(found))
	for itemID, one := range found {
		sales[itemID] = assets.Sales(one)
	}
	return sales, err
}
