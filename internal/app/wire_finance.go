package app

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/finance"
	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/ledger/journal"
	"limelight/internal/settings"
)

// wireFinance builds the back office's reports.
func wireFinance(s *Services) {
	s.finance = finance.New(finance.Deps{
		DB: s.db, People: holders{s.accounts}, Audit: s.audit, Days: days{s.journal},
		Price: func() finance.Price { return payoutPrice(s.settings.Get()) }, SiteName: s.profile.name, Kinds: kinds, Rewards: s.rewards, Now: s.now,
	})
	s.section("finance", "The site's books", s.finance.Routes)
}

// payoutPrice is what a token of earnings is worth today.
func payoutPrice(now settings.Current) finance.Price {
	return finance.Price{Currency: now.Currency, Decimals: currency.Decimals(now.Currency), Rate: int64(now.TokenPayoutRate)}
}

// holders are the people of accounts in the words of finance.
type holders struct{ *account.Service }

func (p holders) Find(ctx context.Context, tx *db.Tx, idOrUsername string) (finance.Person, bool, error) {
	a, err := p.Get(ctx, tx, idOrUsername)
	if errors.Is(err, account.ErrAbsent) {
		a, err = p.ByUsername(ctx, tx, idOrUsername)
	}
	if errors.Is(err, account.ErrAbsent) {
		return finance.Person{}, false, nil
	}
	return finance.Person{ID: a.ID, Username: a.Username, Role: string(a.Role)}, err == nil, err
}

// days say which days of the ledger are closed.
type days struct{ *journal.Journal }

func (d days) Closed(ctx context.Context, day string) (bool, error) {
	_, err := d.Head(ctx, day)
	if errors.Is(err, journal.ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}
