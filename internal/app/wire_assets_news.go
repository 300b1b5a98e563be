package app

import (
	"context"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
)

// assetNews tell performers what became of what they sell.
type assetNews struct {
	notifier
	sockets *socket.Server
}

func (n assetNews) pushDecided(_ context.Context, e assets.Decided) error {
	return assets.ChangedPush.To(n.sockets, assets.News{ID: e.AssetID, Type: e.Kind, Status: e.Status}, e.PerformerID)
}

func (n assetNews) pushPublished(_ context.Context, e assets.Published) error {
	return assets.ChangedPush.To(n.sockets, assets.News{ID: e.AssetID, Type: e.Kind, Status: assets.Active}, e.PerformerID)
}

func (n assetNews) pushTakenDown(_ context.Context, e assets.TakenDown) error {
	change := assets.News{ID: e.AssetID, Type: e.Kind, Status: e.Status, TakenDown: !e.PutBack, PutBack: e.PutBack}
	return assets.ChangedPush.To(n.sockets, change, e.PerformerID)
}

// notifyDecided tells a performer what staff decided of a submission.
func (n assetNews) notifyDecided(ctx context.Context, tx *db.Tx, e assets.Decided) error {
	return notify(ctx, tx, n.notifier, assets.DecidedNotice, e.PerformerID, e)
}

// notifyTakenDown tells a performer what staff did with what they sell.
func (n assetNews) notifyTakenDown(ctx context.Context, tx *db.Tx, e assets.TakenDown) error {
	return notify(ctx, tx, n.notifier, assets.TakenDownNotice, e.PerformerID, e)
}
