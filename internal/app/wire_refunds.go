package app

import (
	"context"
	"time"

	"limelight/internal/demosite"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/refunds"
)

// wireRefunds builds refunds on request; what may be asked about has a file for each kind of
// payment (wire_*_refunds.go). Who asked reads the answer in a mail.
func wireRefunds(s *Services) {
	s.limits.Add(refunds.Limits())
	s.refunds = refunds.New(refunds.Deps{
		DB: s.db, Ledger: s.ledger, People: s.accounts, Audit: s.audit, Events: s.bus, Limiter: s.limits, Now: s.now,
		Alone: s.funds.DecidesAlone,
	})
	s.section("refunds", "Refund requests", s.refunds.Routes)
	s.rule(refunds.Rule())
	s.job(cron.Job{Name: "debts", Every: time.Minute, Run: s.refunds.Repay})
	s.demoPart(demosite.Refunds(s.refunds))
	bus.On(s.bus, "mail.refund", refundNews{s.notifier}.notify)
	wireTipsRefunds(s)
	wireShowRefunds(s)
	wireWheelRefunds(s)
	wirePurchasesRefunds(s)
	wirePaidMessagesRefunds(s)
}

// refundNews tell members what became of their requests.
type refundNews struct{ notifier }

func (n refundNews) notify(ctx context.Context, tx *db.Tx, e refunds.Decided) error {
	return notify(ctx, tx, n.notifier, refunds.DecidedNotice, e.Request.MemberID, e.Request)
}
