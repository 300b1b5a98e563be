package commissions

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/settings"
)

// Change is one change of a rate, as its history shows it.
type Change struct {
	Level     Level           `json:"level" enum:"default,studio,performer,share" doc:"share: what a performer gets of her studio's income; else what the site keeps"`
	Kind      ledger.IncomeID `json:"kind"`
	Account   *account.Card   `json:"account,omitempty" doc:"whose rate; of nobody in particular when absent"`
	Before    *api.Percent    `json:"before,omitempty" doc:"percent; absent: the default"`
	After     *api.Percent    `json:"after,omitempty" doc:"percent; absent: the default"`
	By        string          `json:"by" doc:"username of the author; empty: the site"`
	Reason    string          `json:"reason,omitempty" doc:"for admins"`
	CreatedAt time.Time       `json:"createdAt"`

	AccountID string `json:"-"`
	AuthorID  string `json:"-"`
}

// PercentOf is a rate as it is read.
func PercentOf(r money.Rate) *api.Percent {
	p := api.Percent(r)
	return &p
}

// History is a page of all changes of what the site keeps, newest first, and how
// many there were. Of one account it is what concerns that one.
func (s *Service) History(ctx context.Context, accountID string, offset, limit int) (page []Change, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if accountID != "" {
			card, err := s.earner(ctx, tx, accountID)
			if err != nil {
				return err
			}
			page, total, err = s.historyOf(ctx, tx, card, offset, limit)
			return err
		}
		all, n, err := s.siteChanges(ctx, tx, nil, offset+limit)
		if err != nil {
			return err
		}
		page, total, err = s.signed(ctx, tx, all, n, offset, limit)
		return err
	})
	return page, total, err
}

// Mine is what an earner may read of History: no names of the site's people and
// no reasons.
func (s *Service) Mine(ctx context.Context, who account.Caller, offset, limit int) (page []Change, total int, err error) {
	page, total, err = s.History(ctx, who.ActsFor(), offset, limit)
	for i := range page {
		page[i].Reason = ""
		if page[i].Level != Share {
			page[i].By = ""
		}
	}
	return page, total, err
}

// historyOf is what concerns a performer: the defaults, her rates, her studio's
// and her share; or a studio: the defaults, its and its members' rates and shares.
func (s *Service) historyOf(ctx context.Context, tx *db.Tx, who account.Card, offset, limit int) ([]Change, int, error) {
	studioID, performerID, subjects := who.ID, "", []string{who.ID}
	if who.Role == account.Performer {
		of, err := s.Studios.StudioOf(ctx, tx, who.ID)
		if err != nil {
			return nil, 0, err
		}
		studioID, performerID = of, who.ID
		if of != "" {
			subjects = append(subjects, of)
		}
	} else {
		members, err := s.Studios.MembersOf(ctx, tx, who.ID)
		if err != nil {
			return nil, 0, err
		}
		subjects = append(subjects, slices.Sorted(maps.Keys(members))...)
	}
	all, total, err := s.siteChanges(ctx, tx, subjects, offset+limit)
	if err != nil {
		return nil, 0, err
	}
	if studioID != "" {
		shares, n, err := s.Studios.ShareChanges(ctx, tx, studioID, performerID, offset+limit)
		if err != nil {
			return nil, 0, err
		}
		all, total = append(all, shares...), total+n
	}
	return s.signed(ctx, tx, all, total, offset, limit)
}

// siteChanges are the newest changes of the defaults and of accounts' rates.
func (s *Service) siteChanges(ctx context.Context, tx *db.Tx, subjects []string, limit int) ([]Change, int, error) {
	defaults, total, err := s.Settings.CommissionChanges(ctx, tx, limit)
	if err != nil {
		return nil, 0, err
	}
	own, n, err := selectOverrides(ctx, tx, subjects, limit)
	if err != nil {
		return nil, 0, err
	}
	all := make([]Change, 0, len(defaults)+len(own))
	for _, c := range defaults {
		all = append(all, defaultChange(c))
	}
	for _, o := range own {
		all = append(all, o.change())
	}
	return all, total + n, nil
}

func defaultChange(c settings.CommissionChange) Change {
	return Change{
		Level: Default, Kind: ledger.IncomeID(c.Kind), Before: PercentOf(c.Before), After: PercentOf(c.After), AuthorID: c.By, CreatedAt: c.At,
	}
}

func (o override) change() Change {
	c := Change{
		Level: Performer, Kind: ledger.IncomeID(o.kind), Reason: o.reason, AccountID: o.subjectID, AuthorID: o.authorID, CreatedAt: db.Time(o.at),
	}
	if rate := rateOf(o.before); rate != nil {
		c.Before = PercentOf(*rate)
	}
	if rate := rateOf(o.after); rate != nil {
		c.After = PercentOf(*rate)
	}
	return c
}

// signed cuts a page out of the newest changes and puts names on it.
func (s *Service) signed(ctx context.Context, tx *db.Tx, all []Change, total, offset, limit int) ([]Change, int, error) {
	slices.SortStableFunc(all, func(a, b Change) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.Level, b.Level))
	})
	page := all[min(offset, len(all)):min(offset+limit, len(all))]
	ids := make([]string, 0, 2*len(page))
	for _, c := range page {
		ids = append(ids, c.AccountID, c.AuthorID)
	}
	slices.Sort(ids)
	cards, err := s.Accounts.Cards(ctx, tx, slices.Compact(ids)...)
	for i, c := range page {
		page[i].By = cards[c.AuthorID].Username
		if card, known := cards[c.AccountID]; known {
			page[i].Account = &card
			if c.Level == Performer && card.Role == account.Studio {
				page[i].Level = Studio
			}
		}
	}
	return page, total, err
}
