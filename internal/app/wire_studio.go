package app

import (
	"context"

	"limelight/internal/commissions"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/studio"
)

// wireStudio builds studios. What the site keeps of an income is asked when it is needed:
// commissions are built on studios.
func wireStudio(s *Services) {
	s.limits.Add(studio.Limits())
	s.studios = studio.New(studio.Deps{
		DB: s.db, Events: s.bus, Accounts: s.accounts, Files: s.files, Stage: s.performers, Hiring: s.performers,
		Books: studioIncome{}, Ledger: s.ledger, Limits: s.limits, Kinds: kinds.Incomes().IDs(),
		SiteKeeps: keptRates{&s.late.commissions}.of, Now: s.now,
	})
	s.section("studio", "Studios: their members, and how income is shared with them", s.studios.Routes)
	news := agreementNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.offer", news.notifyOffered)
	bus.On(s.bus, "mail.agreed", news.notifyAgreed)
	bus.On(s.bus, "mail.declined", news.notifyDeclined)
	bus.Tell(s.bus, "sockets.offer", news.pushOffered)
	bus.Tell(s.bus, "sockets.agreed", news.pushAgreed)
	bus.Tell(s.bus, "sockets.declined", news.pushDeclined)
}

// studioIncome reads what a studio has earned ever.
type studioIncome struct{}

func (studioIncome) EarnedEver(ctx context.Context, tx *db.Tx, accountID string) (total money.Tokens, err error) {
	earned, err := report.IncomeTotals(ctx, tx, ledger.Earnings(accountID), report.Query{Kinds: kinds.Incomes().IDs()})
	for _, kind := range earned {
		total += kind.Net
	}
	return total, err
}

// keptRates are what the site keeps of a performer's income at this moment, by kind.
type keptRates struct{ commissions *Late[*commissions.Service] }

func (r keptRates) of(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error) {
	return r.commissions.Get().SiteRates(ctx, tx, performerID)
}

// agreementNews tell studios and their performers what they agree on: who is asked, and who
// hears the answer.
type agreementNews struct {
	notifier
	sockets *socket.Server
}

func (n agreementNews) notifyOffered(ctx context.Context, tx *db.Tx, e studio.CommissionOffered) error {
	return notifyOf(ctx, tx, n.notifier, studio.OfferedNotice, e.PerformerID, e.StudioID)
}

func (n agreementNews) notifyAgreed(ctx context.Context, tx *db.Tx, e studio.CommissionChanged) error {
	if !e.Accepted {
		return nil
	}
	return notifyOf(ctx, tx, n.notifier, studio.AcceptedNotice, e.StudioID, e.PerformerID)
}

func (n agreementNews) notifyDeclined(ctx context.Context, tx *db.Tx, e studio.CommissionDeclined) error {
	return notifyOf(ctx, tx, n.notifier, studio.DeclinedNotice, e.StudioID, e.PerformerID)
}

func (n agreementNews) pushOffered(_ context.Context, e studio.CommissionOffered) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}

func (n agreementNews) pushAgreed(_ context.Context, e studio.CommissionChanged) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}

func (n agreementNews) pushDeclined(_ context.Context, e studio.CommissionDeclined) error {
	return pushCommission(n.sockets, e.StudioID, e.PerformerID)
}
