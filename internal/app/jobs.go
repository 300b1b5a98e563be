package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/idem"
	"limelight/internal/kit/mail"
)

// running lists everything that works in the background, each until its context
// ends.
func (h *house) running() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"events":   h.bus.Run,
		"settings": h.settings.Run,
		"sockets":  h.sockets.Run,
		"mail":     h.mailer.Run,
		"media":    h.engine.Run,
		"shows":    h.shows.Run,
		"hls":      h.runHLS,
		"records":  h.recordings.Run,
		"window":   h.keepWindowFresh,
		"sweep":    h.every(sweepEvery, h.sweep),
		"orphans":  h.every(24*time.Hour, h.dropOrphans),
		"papers":   h.every(time.Minute, h.performers.ExpirePapers),
	}
}

// every runs a job at once and then at each interval; its failure is logged and
// tried again at the next.
func (h *house) every(interval time.Duration, job func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			if err := job(ctx); err != nil && ctx.Err() == nil {
				h.log.Error("timed job", "error", err)
			}
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
		}
	}
}

// dropOrphans drops what uploads left that were cut off by a crash.
func (h *house) dropOrphans(ctx context.Context) error {
	_, err := h.files.SweepOrphans(ctx)
	return err
}

// sweep drops what has expired.
func (h *house) sweep(ctx context.Context) error {
	return errors.Join(
		h.accounts.Sweep(ctx),
		h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := idem.Forget(ctx, tx, h.now())
			return err
		}),
		h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := mail.Forget(ctx, tx, h.now())
			return err
		}),
		h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := h.performers.ForgetViews(ctx, tx)
			return err
		}),
		h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := h.shows.ForgetTokens(ctx, tx)
			return err
		}),
	)
}
