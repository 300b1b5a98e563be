package app

import (
	"context"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/refunds"
)

// wireRefunds builds refunds on request; what may be asked about is plugged in by those who
// take payments (wire_*_refunds.go). Who asked reads the answer in a mail.
func wireRefunds(h *house) {
	h.limits.Add(refunds.Limits())
	h.refunds = refunds.New(refunds.Deps{
		DB: h.db, Ledger: h.ledger, People: people{h.accounts}, Acts: acts{h}, Events: h.bus, Limiter: h.limits, Now: h.now,
		Alone: func(ctx context.Context, tx *db.Tx, adminID, subject string, tokens money.Tokens) (bool, error) {
			return h.funds.DecidesAlone(ctx, tx, adminID, subject, tokens)
		},
	})
	h.section("refunds", "Refund requests", h.refunds.Routes)
	h.accountFor(refunds.Rule())
	h.often(cron.Job{Name: "debts", Every: time.Minute, Run: h.refunds.Repay})
	bus.On(h.bus, "mail.refund", refundMails{h}.decided)
}

// refundMails tell members what became of their requests.
type refundMails struct{ *house }

func (m refundMails) decided(ctx context.Context, tx *db.Tx, e refunds.Decided) error {
	r := e.Request
	if r.Status == refunds.Rejected {
		return m.writeOf(ctx, tx, r.MemberID, "Your refund request was rejected",
			"we have looked at your refund request and cannot give the tokens back. The reason:\n\n"+r.Note)
	}
	much := "all of it"
	if r.Resolution == refunds.Partial {
		much = "a part of it"
	}
	return m.writeOf(ctx, tx, r.MemberID, "Your tokens were given back",
		"we have looked at your refund request and gave back "+much+": "+r.Split.Amount.String()+
			" tokens are in your balance again. Our answer:\n\n"+r.Note)
}
