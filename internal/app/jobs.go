package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/funds"
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
		"balances": h.balances.Run,
		"mail":     h.mailer.Run,
		"media":    h.engine.Run,
		"hls":      h.runHLS,
		"uploads":  h.uploads.Run,
		"videos":   h.videos.Run,
		"window":   h.keepWindowFresh,
		"sight":    h.watchVisibility,
	}
}

// watching lists what looks after shows, each until its context ends. It may not see a
// demo's history while that is being written: by the clock of today its shows were over
// long ago, and would be ended in the midst of it.
func (h *house) watching() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"shows":   h.shows.Run,
		"records": h.recordings.Run,
	}
}

// keeping lists what looks after what has happened, each until its context ends:
// it sweeps, pays, expires and closes days, and makes AVIF of pictures.
func (h *house) keeping() map[string]func(context.Context) error {
	services := map[string]func(context.Context) error{
		"sweep":    h.every("sweep", sweepEvery, h.sweep),
		"partial":  h.every("partial", uploadsEvery, h.uploads.Sweep),
		"removed":  h.every("removed", uploadsEvery, h.videos.Sweep),
		"orphans":  h.every("orphans", 24*time.Hour, h.dropOrphans),
		"rewards":  h.every("rewards", time.Minute, h.referrals.Release),
		"debts":    h.every("debts", time.Minute, h.refunds.Repay),
		"papers":   h.every("papers", time.Minute, h.performers.ExpirePapers),
		"assets":   h.every("assets", time.Minute, h.assets.PublishDue),
		"orders":   h.every("orders", time.Minute, h.orders.Tick),
		"payments": h.every("payments", time.Minute, h.reconcile),
		"forget":   h.every("forget", 24*time.Hour, h.forgetNotifications),
		"ways":     h.every("ways", 24*time.Hour, h.funds.SealWays),
		"ratios":   h.every("ratios", time.Hour, h.tellRatios),
		"journal":  h.every("journal", 10*time.Minute, h.closeDays),
		"anchor":   h.every("anchor", anchorEvery, h.anchorHead),
		"seat":     h.keepSeat,
		"audit":    h.nightly("audit", h.auditAll),
	}
	if !h.cfg.DisableAVIF {
		services["pictures"] = h.files.Run // a demo that is filled would take turns with it
	}
	return services
}

// uploadsEvery is how often uploads that nobody goes on with are looked for, and videos that
// were removed.
const uploadsEvery = 10 * time.Minute

// every runs a job at once and then at each interval; its failure is logged and
// tried again at the next.
func (h *house) every(name string, interval time.Duration, job func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			h.runJob(ctx, name, "jobs.timed", job)
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
		}
	}
}

// runJob runs a job once; its failure is logged and counted.
func (h *house) runJob(ctx context.Context, name, barrier string, job func(context.Context) error) {
	err := recovery.Run(h.log, barrier, func() error { return job(ctx) })
	if err != nil && ctx.Err() == nil {
		h.counts.jobs.WithLabelValues(name).Inc()
		h.log.Error("timed job", "job", name, "error", err)
	}
}

// dropOrphans drops what uploads left that were cut off by a crash.
func (h *house) dropOrphans(ctx context.Context) error {
	_, err := h.files.SweepOrphans(ctx)
	_, other := h.uploads.SweepOrphans(ctx)
	err = errors.Join(err, other, h.assets.DropUnowned(ctx), h.assets.DropUnused(ctx), h.videos.DropOrphans(ctx))
	if folder, ok := h.blobs.(*blob.Folder); ok {
		err = errors.Join(err, folder.Sweep(h.now()))
	}
	return err
}

// sweep drops what has expired.
func (h *house) sweep(ctx context.Context) error {
	return errors.Join(
		sweepTempFolder(h.cfg.Data, time.Now().Add(-uploadForgotten)), // by the clock of files
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
			_, err := h.assets.ForgetViews(ctx, tx)
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

// tellRatios writes to the operator when so many sales were disputed that card
// networks take notice.
func (h *house) tellRatios(ctx context.Context) error {
	return h.funds.TellRatios(ctx, func(ctx context.Context, tx *db.Tx, r funds.Ratio) error {
		where := cmp.Or(r.Gateway, "all gateways together")
		h.log.Warn("many sales were disputed", "level", r.Level(), "gateway", where, "disputes", r.Disputes, "frauds", r.Frauds, "sales", r.Sales)
		to := h.settings.Get().OperatorEmail
		if to == "" {
			return nil
		}
		return h.mails.Queue(ctx, tx, mail.Message{
			At: h.now(), To: to, Subject: fmt.Sprintf("Disputes: %s, %s %% of sales", r.Level(), r.Percent()),
			Text: fmt.Sprintf("In %s %d of %d payments by %s were disputed, and %d reported as fraud: %s %%.\n\n"+
				"Card networks watch this ratio. From 0.75 %% on they warn, from 1.50 %% on they fine, and then end the account. "+
				"Look at who disputed what, and refund what is likely to follow:\n\n%s\n",
				r.Month.Format("January 2006"), r.Disputes, r.Sales, where, r.Frauds, r.Percent(), h.home()+"/admin/payments/receivables"),
		})
	})
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
func (h *house) nightly(name string, job func(context.Context) error) func(context.Context) error {
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
			h.runJob(ctx, name, "jobs.nightly", job)
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
	if err != nil {
		return err
	}
	h.counts.violations.Store(int64(len(found)))
	if len(found) == 0 {
		return nil
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
