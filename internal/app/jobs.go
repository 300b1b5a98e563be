package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/funds"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idem"
	"limelight/internal/kit/mail"
)

// service is something that runs in the background until its context ends.
type service struct {
	name string
	run  func(context.Context) error
}

// services serve people.
func (h *house) services() []service {
	return []service{
		{"events", h.bus.Run},
		{"settings", h.settings.Run},
		{"sockets", h.sockets.Run},
		{"balances", h.balances.Run},
		{"mail", h.mailer.Run},
		{"media", h.engine.Run},
		{"hls", h.runHLS},
		{"uploads", h.uploads.Run},
		{"videos", h.videos.Run},
		{"window", h.keepWindowFresh},
		{"sight", h.watchVisibility},
	}
}

// followUp is what looks after shows and after what has happened. It may not see a demo's
// history while that is being written: by the clock of today its shows were over long ago,
// and would be ended in the midst of it.
func (h *house) followUp() []service {
	list := []service{
		{"shows", h.shows.Run},
		{"records", h.recordings.Run},
		{"seat", h.keepSeat},
		{"jobs", h.runJobs},
	}
	if !h.cfg.DisableAVIF {
		list = append(list, service{"pictures", h.files.Run}) // a demo that is filled would take turns with it
	}
	return list
}

// auditHour is when the books are proved, in UTC: the day before is closed.
const auditHour = 3

// jobs are what is done again and again: what has expired is swept, what is due is paid,
// days are closed.
func (h *house) jobs() []cron.Job {
	return append([]cron.Job{
		{Name: "sweep", Every: sweepEvery, EachNode: true, Run: h.sweep}, // its folder for what is on its way, too
		{Name: "partial", Every: uploadsEvery, Run: h.uploads.Sweep},
		{Name: "removed", Every: uploadsEvery, EachNode: true, Run: h.videos.Sweep}, // its folder of videos, too
		{Name: "orphans", Every: 24 * time.Hour, Run: h.dropOrphans},
		{Name: "papers", Every: time.Minute, Run: h.performers.ExpirePapers},
		{Name: "assets", Every: time.Minute, Run: h.assets.PublishDue},
		{Name: "orders", Every: time.Minute, Run: h.orders.Tick},
		{Name: "payments", Every: time.Minute, Run: h.reconcile},
		{Name: "forget", Every: 24 * time.Hour, Run: h.forgetNotifications},
		{Name: "ways", Every: 24 * time.Hour, Run: h.funds.SealWays},
		{Name: "ratios", Every: time.Hour, Run: h.tellRatios},
		{Name: "journal", Every: 10 * time.Minute, Run: h.closeDays},
		{Name: "anchor", Every: anchorEvery, EachNode: true, Run: h.anchorHead}, // its own places
		{Name: "audit", Hour: auditHour, EachNode: true, Run: h.auditAll},       // each says what it found
	}, h.timed...)
}

// leads reports whether this node runs what one node runs.
func (h *house) leads() bool { return h.seat == nil || h.seat.Leads() }

func (h *house) runJobs(ctx context.Context) error {
	cron.Runner{
		Log: h.log, Now: h.now, Leads: h.leads,
		Failed: func(job string) { h.counts.jobs.WithLabelValues(job).Inc() },
	}.Run(ctx, h.jobs())
	return nil
}

// uploadsEvery is how often uploads that nobody goes on with are looked for, and videos that
// were removed.
const uploadsEvery = 10 * time.Minute

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
