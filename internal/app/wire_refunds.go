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
		DB: s.db, Ledger: s.ledger, People: s.people, Audit: s.audit, Events: s.bus, Limiter: s.limits, Now: s.now,
		Alone: s.funds.DecidesAlone,
	})
	s.section("refunds", "Refund requests", s.refunds.Routes)
	s.rule(refunds.Rule())
	s.job(cron.Job{Name: "debts", Every: time.Minute, Run: s.refunds.Repay})
	s.demoPart(demosite.Refunds(s.refunds))
	bus.On(s.bus, "mail.refund", refundMails{s.letters}.decided)
	wireTipsRefunds(s)
	wireShowRefunds(s)
	wireWheelRefunds(s)
	wirePurchasesRefunds(s)
}

// refundMails tell members what became of their requests.
type refundMails struct{ letters letters }

func (m refundMails) decided(ctx context.Context, tx *db.Tx, e refunds.Decided) error {
	r := e.Request
	if r.Status == refunds.Rejected {
		return m.letters.write(ctx, tx, r.MemberID, "Your refund request was rejected",
			"we have looked at your refund request and cannot give the tokens back. The reason:\n\n"+r.Note)
	}
	much := "all of it"
	if r.Resolution == refunds.Partial {
		much = "a part of it"
	}
	return m.letters.write(ctx, tx, r.MemberID, "Your tokens were given back",
		"we have looked at your refund request and gave back "+much+": "+r.Split.Amount.String()+
			" tokens are in your balance again. Our answer:\n\n"+r.Note)
}
