// Package commissions decides how an income is shared: what the site keeps, and
// what studio and performer get of the rest.
//
// What the site keeps of a kind is, first of all, what an admin has set for the
// performer; else what is set for her studio; else the site's default, which is a
// setting. What she gets of the rest is agreed with her studio (package studio).
//
// Invariants:
//   - Terms is the one answer to (performer, kind, instant); whoever splits an
//     income asks it and stores what it said;
//   - a change is a new version with author and time: it holds from its instant
//     on, and what was earned before stays as it was;
//   - every change by an admin says why, and stands in the audit log.
package commissions

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
	"limelight/internal/settings"
)

// maxReason bounds what an admin writes, in characters.
const maxReason = 500

// ErrNoAccount refuses a rate for who earns nothing.
var ErrNoAccount = fault.New(fault.NotFound, "There is no {performer} or studio with this id.")

// Level says whose word a site's rate is.
type Level string

// The levels, the strongest last.
const (
	Default   Level = "default"
	Studio    Level = "studio"
	Performer Level = "performer"
	Share     Level = "share" // in a history: what a performer gets of her studio's receipts
)

// Changed is published when an admin has set a rate of an account.
type Changed struct {
	AccountID string `json:"accountId"`
	By        string `json:"by"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "commissions.changed" }

// Studios know who belongs to whom and what was agreed.
type Studios interface {
	// ShareOf is the studio of a performer at an instant, empty for none, and what
	// she got of its receipts of a kind.
	ShareOf(ctx context.Context, tx *db.Tx, performerID, kind string, at time.Time) (studioID string, share money.Rate, err error)
	StudioOf(ctx context.Context, tx *db.Tx, performerID string) (studioID string, err error)
	// MembersOf are the performers of a studio and since when.
	MembersOf(ctx context.Context, tx *db.Tx, studioID string) (since map[string]time.Time, err error)
	// ShareChanges are the newest changes of a studio's shares, of one performer's
	// when there is one, and how many there were.
	ShareChanges(ctx context.Context, tx *db.Tx, studioID, performerID string, limit int) ([]Change, int, error)
}

// Deps are what commissions stand on.
type Deps struct {
	DB       *db.DB
	Kinds    []string // the incomes that are shared (behaviours, "Commission and studio split")
	Accounts *account.Service
	Settings *settings.Service // what the site keeps unless told otherwise, with its history
	Studios  Studios
	Audit    *audit.Log
	Events   *bus.Bus
	Now      func() time.Time
}

// Service decides on shares.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Terms are how a performer's income of a kind was shared at an instant.
func (s *Service) Terms(ctx context.Context, tx *db.Tx, performerID, kind string, at time.Time) (ledger.Terms, error) {
	studioID, share, err := s.Studios.ShareOf(ctx, tx, performerID, kind, at)
	if err != nil {
		return ledger.Terms{}, err
	}
	site, _, err := s.site(ctx, tx, performerID, studioID, kind, at)
	return ledger.Terms{Site: site, StudioID: studioID, Member: share}, err
}

// site is what the site kept, and whose word that was.
func (s *Service) site(ctx context.Context, tx *db.Tx, performerID, studioID, kind string, at time.Time) (money.Rate, Level, error) {
	own, studio, err := selectSite(ctx, tx, performerID, studioID, kind, at)
	switch {
	case err != nil:
		return 0, "", err
	case own != nil:
		return *own, Performer, nil
	case studio != nil:
		return *studio, Studio, nil
	}
	rate, err := s.Settings.SiteCommissionAt(ctx, tx, kind, at)
	return rate, Default, err
}

// SiteRates are what the site keeps of a performer's income now, by kind.
func (s *Service) SiteRates(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error) {
	all := map[string]money.Rate{}
	for _, kind := range s.Kinds {
		terms, err := s.Terms(ctx, tx, performerID, kind, s.Now())
		if err != nil {
			return nil, err
		}
		all[kind] = terms.Site
	}
	return all, nil
}

// DefaultRates are what the site keeps unless told otherwise, now.
func (s *Service) DefaultRates(ctx context.Context, tx *db.Tx) (map[string]money.Rate, error) {
	all := map[string]money.Rate{}
	for _, kind := range s.Kinds {
		rate, err := s.Settings.SiteCommissionAt(ctx, tx, kind, s.Now())
		if err != nil {
			return nil, err
		}
		all[kind] = rate
	}
	return all, nil
}

// Rate is what the site keeps of a kind of somebody's income.
type Rate struct {
	Kind ledger.IncomeID `json:"kind"`
	Site api.Percent     `json:"site" doc:"percent that the site keeps"`
	From Level           `json:"from" enum:"default,studio,performer" doc:"whose rate that is"`
}

// Rated is a performer or a studio and what the site keeps of her income.
type Rated struct {
	Account account.Card `json:"account"`
	Rates   []Rate       `json:"rates"`
}

// RateChange is a kind and what the site is to keep of it; nil for the default again.
type RateChange struct {
	Kind string
	Site *money.Rate
}

// Set changes what the site keeps of an account's income, from now on. What is
// so already is no change. The reason is for the site's own people.
func (s *Service) Set(ctx context.Context, accountID string, changes []RateChange, reason string) (r Rated, err error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 1, maxReason); err != nil {
		return r, err
	}
	by := account.CallerFrom(ctx).ID
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		card, err := s.earner(ctx, tx, accountID)
		if err != nil {
			return err
		}
		if err := s.change(ctx, tx, accountID, by, reason, changes); err != nil {
			return err
		}
		r, err = s.ratesOf(ctx, tx, card)
		return err
	})
	return r, err
}

func (s *Service) change(ctx context.Context, tx *db.Tx, accountID, by, reason string, changes []RateChange) error {
	// Two admins at once: the second one sees what the first one changed.
	if err := db.Lock(ctx, tx, "commissions:"+accountID); err != nil {
		return err
	}
	now, err := selectOwn(ctx, tx, accountID)
	if err != nil {
		return err
	}
	var before, after []string
	for _, w := range changes {
		old, had := now[w.Kind]
		if had == (w.Site != nil) && (!had || old == *w.Site) {
			continue
		}
		if err := insertOverride(ctx, tx, accountID, w, by, reason, s.Now()); err != nil {
			return err
		}
		before, after = append(before, written(w.Kind, old, had)), append(after, w.String())
		if w.Site != nil {
			now[w.Kind] = *w.Site
		} else {
			delete(now, w.Kind)
		}
	}
	if len(after) == 0 {
		return nil
	}
	err = s.Audit.Record(ctx, tx, audit.Act{Action: rateChanged, Subject: "account:" + accountID, Reason: reason, Before: list(before), After: list(after)})
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{AccountID: accountID, By: by})
}

// earner is the card of a performer or a studio.
func (s *Service) earner(ctx context.Context, tx *db.Tx, accountID string) (account.Card, error) {
	cards, err := s.Accounts.Cards(ctx, tx, accountID)
	if err != nil {
		return account.Card{}, err
	}
	card, known := cards[accountID]
	if !known || card.Role != account.Performer && card.Role != account.Studio {
		return account.Card{}, ErrNoAccount
	}
	return card, nil
}

// ratesOf says what the site keeps of somebody's income now, and why.
func (s *Service) ratesOf(ctx context.Context, tx *db.Tx, card account.Card) (r Rated, err error) {
	performerID, studioID := card.ID, ""
	if card.Role == account.Studio {
		performerID, studioID = "", card.ID
	} else if studioID, err = s.Studios.StudioOf(ctx, tx, performerID); err != nil {
		return r, err
	}
	r = Rated{Account: card, Rates: make([]Rate, len(s.Kinds))}
	for i, kind := range s.Kinds {
		rate, from, err := s.site(ctx, tx, performerID, studioID, kind, s.Now())
		if err != nil {
			return r, err
		}
		r.Rates[i] = Rate{Kind: ledger.IncomeID(kind), Site: api.Percent(rate), From: from}
	}
	return r, nil
}

// Rates are what the site keeps of one account's income.
func (s *Service) Rates(ctx context.Context, accountID string) (r Rated, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		card, err := s.earner(ctx, tx, accountID)
		if err != nil {
			return err
		}
		r, err = s.ratesOf(ctx, tx, card)
		return err
	})
	return r, err
}

// Found is a page of accounts and their rates: of those whose name has q in it,
// or, without one, of those who have a rate of their own, the newest first.
func (s *Service) Found(ctx context.Context, q string, role account.Role, offset, limit int) (found []Rated, total int, err error) {
	found = []Rated{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, n, err := s.find(ctx, tx, q, role, offset, limit)
		total = n
		for _, card := range cards {
			if err == nil {
				var one Rated
				one, err = s.ratesOf(ctx, tx, card)
				found = append(found, one)
			}
		}
		return err
	})
	return found, total, err
}

func (s *Service) find(ctx context.Context, tx *db.Tx, q string, role account.Role, offset, limit int) ([]account.Card, int, error) {
	if q != "" {
		page, total, err := s.Accounts.List(ctx, tx, account.Filter{Role: role, Query: q, Offset: offset, Limit: limit})
		cards := make([]account.Card, len(page))
		for i, a := range page {
			cards[i] = a.Card()
		}
		return cards, total, err
	}
	ids, total, err := selectSubjects(ctx, tx, offset, limit)
	if err != nil {
		return nil, 0, err
	}
	known, err := s.Accounts.Cards(ctx, tx, ids...)
	cards := make([]account.Card, 0, len(ids))
	for _, id := range ids {
		cards = append(cards, known[id])
	}
	return cards, total, err
}

// SetDefaults changes what the site keeps unless told otherwise, from now on.
func (s *Service) SetDefaults(ctx context.Context, changes []RateChange) error {
	rates := map[string]money.Rate{}
	for i, w := range changes {
		if w.Site == nil {
			return fault.Field("site", "This field is required!")
		}
		if slices.ContainsFunc(changes[:i], func(o RateChange) bool { return o.Kind == w.Kind }) {
			return fault.Field("kind", "Must be named once")
		}
		rates[w.Kind] = *w.Site
	}
	return s.Settings.SetSiteCommissions(ctx, account.CallerFrom(ctx).ID, rates)
}
