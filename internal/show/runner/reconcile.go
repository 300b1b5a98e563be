package runner

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// reconcile brings a paid show in line with its media room, and ends what
// has waited too long. Events tell the same sooner; this is what holds when one
// was lost.
func (r *Runner) reconcile(ctx context.Context, current lifecycle.Show, seats []lifecycle.Seat, present []sfu.Participant, asked time.Time) error {
	if current.Status != lifecycle.Live {
		if err := r.OpenRooms(ctx, current); err != nil {
			return err
		}
	}
	in := presence(current, present, asked)
	in.Picture = in.Picture && r.Engine.Media(current.Room(), current.Publisher).Moves(asked, frameLoss)
	if !lifecycle.NeedsSync(lifecycle.State{Show: current, Seats: seats, Presence: in, Now: r.Now(), Rules: r.Rules().Life()}) {
		return nil
	}
	return r.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := r.LockShow(ctx, tx, current.ID)
		if err != nil || !current.OnStage() {
			return err
		}
		stored, err := r.State(ctx, tx, current)
		if err != nil {
			return err
		}
		stored.Presence = in
		seen, changes := lifecycle.Observe(stored)
		if changes.Any() {
			if err := r.StoreSeats(ctx, tx, changes, stored.Now); err != nil {
				return err
			}
			if seen, err = r.Settle(ctx, tx, seen); err != nil {
				return err
			}
		}
		return r.EndOverdue(ctx, tx, seen)
	})
}

// presence reads what the engine said of a show's media room when it was asked.
func presence(current lifecycle.Show, present []sfu.Participant, asked time.Time) lifecycle.Presence {
	in := lifecycle.Presence{At: asked, Present: make(map[string]bool, len(present))}
	for _, p := range present {
		in.Present[p.Identity] = true
		if p.Identity == current.Publisher {
			in.Publisher, in.Picture = true, p.Video
		}
	}
	return in
}
