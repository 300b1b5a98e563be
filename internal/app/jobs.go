package app

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idem"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/recovery"
)

// running lists what serves people in the background, each until its context
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
		"sight":    h.watchVisibility,
	}
}

// keeping lists what looks after what has happened, each until its context ends:
// it sweeps, pays, expires and closes days.
func (h *house) keeping() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"sweep":    h.every(sweepEvery, h.sweep),
		"orphans":  h.every(24*time.Hour, h.dropOrphans),
		"rewards":  h.every(time.Minute, h.referrals.Release),
		"debts":    h.every(time.Minute, h.refunds.Repay),
		"papers":   h.every(time.Minute, h.performers.ExpirePapers),
		"payments": h.every(time.Minute, h.reconcile),
		"forget":   h.every(24*time.Hour, h.forgetNotifications),
		"journal":  h.every(10*time.Minute, h.closeDays),
		"anchor":   h.every(anchorEvery, h.anchorHead),
		"seat":     h.keepSeat,
		"audit":    h.nightly(h.auditAll),
	}
}

// every runs a job at once and then at each interval; its failure is logged and
// tried again at the next.
func (h *house) every(interval time.Duration, job func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			if err := recovery.Run(h.log, "jobs.timed", func() error { return job(ctx) }); err != nil && ctx.Err() == nil {
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
	if folder, ok := h.blobs.(*blob.Folder); ok {
		err = errors.Join(err, folder.Sweep(h.now()))
	}
	return err
}

// sweep drops what has expired.
func (h *house) sweep(ctx context.Context) error {
	return errors.Join(
		h.accounts.Sweep(ctx),
		h.referrals.Forget(ctx),
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

func (h *house) reconcile(ctx context.Context) error {
	r, err := h.funds.Reconcile(ctx)
	for gateway, why := range r.Refusals {
		h.log.Warn("a payment gateway told nothing of an open payment", "gateway", gateway, "error", why)
	}
	return err
}

func (h *house) forgetNotifications(ctx context.Context) error {
	_, err := h.funds.Forget(ctx)
	return err
}

func (h *house) closeDays(ctx context.Context) error {
	_, err := h.journal.Close(ctx)
	return err
}

// auditHour is when the books are proved, in UTC: the day before is closed.
const auditHour = 3

// nightly runs a job once a night.
func (h *house) nightly(job func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			now := h.now().UTC()
			next := time.Date(now.Year(), now.Month(), now.Day(), auditHour, 0, 0, 0, time.UTC)
			if !next.After(now) {
				next = next.AddDate(0, 0, 1)
			}
			wait := time.NewTimer(next.Sub(now))
			select {
			case <-ctx.Done():
				wait.Stop()
				return nil
			case <-wait.C:
			}
			if err := recovery.Run(h.log, "jobs.nightly", func() error { return job(ctx) }); err != nil && ctx.Err() == nil {
				h.log.Error("nightly job", "error", err)
			}
		}
	}
}

// auditAll proves the books; what breaks them is logged, one line each, and
// mailed to the operator.
func (h *house) auditAll(ctx context.Context) error {
	found, err := h.violations(ctx)
	if err == nil {
		var differ []string
		differ, _, err = h.anchored(ctx)
		found = append(found, differ...)
	}
	if err != nil || len(found) == 0 {
		return err
	}
	text := ""
	for _, line := range found {
		h.log.Error("the books do not agree", "violation", line)
		text += line + "\n"
	}
	to := h.settings.Get().OperatorEmail
	if to == "" {
		return nil
	}
	// Every node proves them; one of them writes.
	night := h.now().UTC().Format(time.DateOnly)
	return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := idem.Once(ctx, tx, "audit.mail", night, struct{}{}, h.now(), func() (struct{}, error) {
			return struct{}{}, h.mails.Queue(ctx, tx, mail.Message{At: h.now(), To: to, Subject: "The books do not agree", Text: text})
		})
		return err
	})
}
