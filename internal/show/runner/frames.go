package runner

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
)

// frameLoss is how long a performer's picture may stand still before it counts as
// lost. Longer than a hiccup of the network; what stood still is not billed,
// because it is lost since its last frame.
const frameLoss = 3 * time.Second

// checkFrames holds the shows that this node watches against what arrives of their
// performers' pictures: a track that is published proves no picture. A camera that
// is off, frozen or never gave a frame is lost media, and one that gives frames
// again is back.
func (r *Runner) checkFrames(ctx context.Context) error {
	open, err := r.OpenShows(ctx)
	if err != nil {
		return err
	}
	return core.Each(open, func(o lifecycle.Show) error {
		if !o.OnStage() || !o.LeasedBy(r.Node, r.Now()) {
			return nil
		}
		return r.checkFramesOf(ctx, o)
	})
}

func (r *Runner) checkFramesOf(ctx context.Context, o lifecycle.Show) error {
	seen, now := r.Engine.Media(o.Room(), o.Publisher), r.Now()
	moves := seen.Moves(now, frameLoss)
	switch {
	case o.HasPicture() && !moves:
		if !o.Paid() && seen.Muted {
			return nil // in public the camera may be off while the sound goes on
		}
		lost, why := lifecycle.Later(seen.FrameAt, o.PictureAt), lifecycle.NoFrames
		if seen.Muted {
			why = lifecycle.CameraOff
		}
		return r.WithStaged(ctx, o.Room(), func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
			if !current.PictureAt.Equal(o.PictureAt) {
				return nil // it came anew since the look
			}
			_, err := r.LosePicture(ctx, tx, current, lost, why)
			return err
		})
	case !o.HasPicture() && moves && !seen.Muted && now.Sub(seen.FrameAt) < frameLoss:
		return r.WithStaged(ctx, o.Room(), func(ctx context.Context, tx *db.Tx, current lifecycle.Show) error {
			_, err := r.GainPicture(ctx, tx, current)
			return err
		})
	}
	return nil
}
