package app

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/mail"
	"limelight/internal/ledger"
	"limelight/internal/settings"
)

// auditHour is when the books are proved, in UTC: the day before is closed.
const auditHour = 3

// wireCheck has the books proved each night.
func wireCheck(s *Services) {
	s.counts = newCounts()
	s.rule(macRule(s.keys))
	s.check = &checker{s.db, s.settings, s.mails, s.anchors, s.counts, s.rules, s.now, s.log}
	s.job(cron.Job{Name: "audit", Hour: auditHour, EachNode: true, Run: s.check.nightly}) // each says what it found
}

// checker proves the invariants of the ledger and of the audit log.
type checker struct {
	db       *db.DB
	settings *settings.Service
	mails    *mail.Outbox
	anchors  *anchors
	counts   *counts
	rules    []ledger.Rule
	now      func() time.Time
	log      *slog.Logger
}

// violations are what breaks an invariant of the ledger or of the staff's log.
func (c *checker) violations(ctx context.Context) (found []string, err error) {
	err = c.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found = nil
		broken, err := ledger.Audit(ctx, tx, c.rules...)
		if err != nil {
			return err
		}
		for _, v := range broken {
			found = append(found, v.String())
		}
		return checkAudit(ctx, tx, &found)
	})
	return found, err
}

// nightly proves the books; what breaks them is logged, one line each, and
// mailed to the operator.
func (c *checker) nightly(ctx context.Context) error {
	found, err := c.violations(ctx)
	if err == nil {
		var differ []string
		differ, _, err = c.anchors.differences(ctx)
		found = append(found, differ...)
	}
	if err != nil {
		return err
	}
	c.counts.violations.Store(int64(len(found)))
	if len(found) == 0 {
		return nil
	}
	text := ""
	for _, line := range found {
		c.log.Error("the books do not agree", "violation", line)
		text += line + "\n"
	}
	to := c.settings.Get().OperatorEmail
	if to == "" {
		return nil
	}
	// Every node proves them; one of them writes.
	night := c.now().UTC().Format(time.DateOnly)
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := idempotency.Once(ctx, tx, "audit.mail", night, struct{}{}, c.now(), func() (struct{}, error) {
			return struct{}{}, c.mails.Queue(ctx, tx, mail.Message{At: c.now(), To: to, Subject: "The books do not agree", Text: text})
		})
		return err
	})
}
