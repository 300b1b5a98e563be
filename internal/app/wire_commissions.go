package app

import (
	"context"
	"time"

	"limelight/internal/commissions"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/studio"
)

// commissionChanged tells an account's devices to ask again for GET /users/me, and for its rates.
var commissionChanged = socket.Declare[profilePayload]("commission/changed")

// wireCommissions builds what the site keeps of income, by the kind of it, and what a studio
// has agreed on with its performers.
func wireCommissions(s *Services) {
	s.commissions = commissions.New(commissions.Deps{
		DB: s.db, Kinds: kinds.Incomes().IDs(), Accounts: s.accounts, Settings: s.settings, Studios: agreed{s.studios},
		Audit: s.audit, Events: s.bus, Now: s.now,
	})
	s.late.commissions.Set(s.commissions)
	s.terms = incomeTerms{s.commissions, s.now}
	s.section("commissions", "What the site keeps of income", s.commissions.Routes)
	news := commissionNews{s.notifier, s.sockets}
	bus.On(s.bus, "mail.commission", news.notify)
	bus.Tell(s.bus, "sockets.commission", news.push)
}

// incomeTerms are how an income is shared at this moment.
type incomeTerms struct {
	commissions *commissions.Service
	now         func() time.Time
}

func (t incomeTerms) Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error) {
	return t.commissions.Terms(ctx, tx, performerID, kind, t.now())
}

// agreed are what studios and their performers have agreed on, in the words of
// commissions.
type agreed struct{ *studio.Service }

func (a agreed) ShareChanges(ctx context.Context, tx *db.Tx, studioID, performerID string, most int) ([]commissions.Change, int, error) {
	found, total, err := a.Service.ShareChanges(ctx, tx, studioID, performerID, most)
	list := make([]commissions.Change, len(found))
	for i, c := range found {
		list[i] = commissions.Change{
			Level: commissions.Share, Kind: ledger.IncomeID(c.Kind), AccountID: c.PerformerID, AuthorID: c.By, CreatedAt: c.At,
			Before: commissions.PercentOf(c.Before), After: commissions.PercentOf(c.After),
		}
	}
	return list, total, err
}

// commissionNews tell who gets less or more from now on.
type commissionNews struct {
	notifier
	sockets *socket.Server
}

func (n commissionNews) notify(ctx context.Context, tx *db.Tx, e commissions.Changed) error {
	if e.By != "" { // else the program has set it
		if err := n.accounts.NotifyRateChange(ctx, tx, e.By, e.AccountID); err != nil {
			return err
		}
	}
	return notify(ctx, tx, n.notifier, commissions.ChangedNotice, e.AccountID, n.profile.name())
}

func (n commissionNews) push(_ context.Context, e commissions.Changed) error {
	return pushCommission(n.sockets, e.AccountID)
}

// pushCommission has accounts ask again what is kept of their income.
func pushCommission(sockets *socket.Server, accountIDs ...string) error {
	for _, accountID := range accountIDs {
		if err := socket.To(sockets, socket.AccountRoom(accountID), commissionChanged, profilePayload{}); err != nil {
			return err
		}
	}
	return nil
}
