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
	news := agreementNews{s.letters, s.sockets}
	bus.On(s.bus, "mail.offer", news.mailOffered)
	bus.On(s.bus, "mail.agreed", news.mailAgreed)
	bus.On(s.bus, "mail.declined", news.mailDeclined)
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
	letters letters
	sockets *socket.Server
}

func (n agreementNews) mailOffered(ctx context.Context, tx *db.Tx, e studio.CommissionOffered) error {
	return n.letters.writeAbout(ctx, tx, e.PerformerID, e.StudioID, "Your studio would like to change your share",
		" would like to change what you get of its income. Nothing changes until you say yes: please log in and look at your account settings.")
}

func (n agreementNews) mailAgreed(ctx context.Context, tx *db.Tx, e studio.CommissionChanged) error {
	if !e.Accepted {
		return nil
	}
	return n.letters.writeAbout(ctx, tx, e.StudioID, e.PerformerID, "Your offer was accepted", " has accepted the shares you offered. They hold from now on.")
}

func (n agreementNews) mailDeclined(ctx context.Context, tx *db.Tx, e studio.CommissionDeclined) error {
	return n.letters.writeAbout(ctx, tx, e.StudioID, e.PerformerID, "Your offer was declined", " has declined the shares you offered. What was agreed before goes on.")
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
