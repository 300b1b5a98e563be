package studio

import (
	"context"
	"errors"
	"maps"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// ErrNoOffer refuses a decision on an offer that is not the performer's, or not
// open any more.
var ErrNoOffer = fault.New(fault.NotFound, "This offer does not exist any more.")

// Percents are rates by kind of income.
type Percents = api.Each[ledger.Incomes, api.Percent]

// Change names the kinds whose rate is to be another one.
type Change = api.Some[ledger.Incomes, api.Percent]

// rates are shares by kind, in basis points.
type rates map[string]money.Rate

func (r rates) of(kind string) money.Rate {
	if share, set := r[kind]; set {
		return share
	}
	return DefaultShare
}

// with are the rates after a change.
func (r rates) with(change rates) rates {
	after := maps.Clone(r)
	if after == nil {
		after = rates{}
	}
	maps.Copy(after, change)
	return after
}

// lowered reports whether a change takes something from the performer.
func (r rates) lowered(change rates) bool {
	for kind, share := range change {
		if share < r.of(kind) {
			return true
		}
	}
	return false
}

func (s *Service) percents(r rates) Percents {
	p := Percents{}
	for _, kind := range s.Kinds {
		p[kind] = api.Percent(r.of(kind))
	}
	return p
}

// changes are the kinds that were named, without those that stay as they are.
func (s *Service) changes(wanted Change, now rates) rates {
	change := rates{}
	for _, kind := range s.Kinds {
		if percent, named := wanted[kind]; named && money.Rate(percent) != now.of(kind) {
			change[kind] = money.Rate(percent)
		}
	}
	return change
}

// Offer is a change that waits for the performer's word.
type Offer struct {
	ID        string    `json:"_id"`
	Rates     Percents  `json:"rates" doc:"as they would be"`
	CreatedAt time.Time `json:"createdAt"`
	studioID  string
	change    rates
}

// Commission is how a studio shares with one performer.
type Commission struct {
	ID        string       `json:"_id"`
	Performer account.Card `json:"performer"`
	Rates     Percents     `json:"rates" doc:"percent that she gets of the studio's receipts"`
	Offer     *Offer       `json:"offer,omitempty" doc:"a change that waits for her word"`
}

// Income is what a performer gets, and who else of it.
type Income struct {
	Site   Percents      `json:"site" doc:"percent that the site keeps"`
	Studio *account.Card `json:"studio,omitempty"`
	Rates  Percents      `json:"rates" doc:"percent that she gets of what reaches her studio; all without one"`
	Offer  *Offer        `json:"offer,omitempty" doc:"what her studio would like to change"`
}

// CommissionOffered is published when a studio asks a performer to accept less.
type CommissionOffered struct {
	OfferID     string `json:"offerId"`
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
}

// EventName names the event on the bus.
func (CommissionOffered) EventName() string { return "studio.commission_offered" }

// CommissionChanged is published when the rates of a performer have changed: by
// her word (Accepted), or because nothing became less.
type CommissionChanged struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
	Accepted    bool   `json:"accepted"`
}

// EventName names the event on the bus.
func (CommissionChanged) EventName() string { return "studio.commission_changed" }

// CommissionDeclined is published when a performer has refused to accept less.
type CommissionDeclined struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
}

// EventName names the event on the bus.
func (CommissionDeclined) EventName() string { return "studio.commission_declined" }

// StudioOrSelf is the studio an account belongs to now: a performer's, or itself when
// it is one; empty for none.
func (s *Service) StudioOrSelf(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	studioID, err := selectStudioOf(ctx, tx, accountID)
	if !errors.Is(err, db.ErrNone) {
		return studioID, err
	}
	if _, err := selectStudio(ctx, tx, accountID); err != nil {
		return "", absent(err, nil)
	}
	return accountID, nil
}

// ShareOf returns the studio a performer belonged to at an instant and what she
// got of its receipts of a kind then. An empty studioID is none; she then gets
// all.
func (s *Service) ShareOf(ctx context.Context, tx *db.Tx, performerID, kind string, at time.Time) (studioID string, share money.Rate, err error) {
	m, err := selectShareAt(ctx, tx, performerID, kind, at)
	if errors.Is(err, db.ErrNone) {
		return "", money.Full, nil
	}
	return m.studioID, m.share, err
}

// Commissions returns a studio's default and one page of what its performers get,
// the newest first.
func (s *Service) Commissions(ctx context.Context, studioID string, offset, limit int) (standard Percents, list []Commission, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		defaults, err := selectRates(ctx, tx, studioID, "")
		if err != nil {
			return err
		}
		standard = s.percents(defaults)
		members, n, err := selectMembers(ctx, tx, studioID, "", offset, limit)
		total, list = n, make([]Commission, len(members))
		for i := range members {
			if err == nil {
				list[i], err = s.commission(ctx, tx, studioID, members[i].ID)
			}
		}
		return err
	})
	return standard, list, total, err
}

func (s *Service) commission(ctx context.Context, tx *db.Tx, studioID, performerID string) (c Commission, err error) {
	now, err := selectRates(ctx, tx, studioID, performerID)
	if err != nil {
		return c, err
	}
	c.ID, c.Rates = performerID, s.percents(now)
	if c.Offer, err = s.openOffer(ctx, tx, performerID, now); err != nil {
		return c, err
	}
	cards, err := s.Accounts.Cards(ctx, tx, performerID)
	c.Performer = cards[performerID]
	return c, err
}

// openOffer is the offer a performer has not answered; nil when there is none.
func (s *Service) openOffer(ctx context.Context, tx *db.Tx, performerID string, now rates) (*Offer, error) {
	o, err := selectOpenOffer(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		return nil, nil
	}
	o.Rates = s.percents(now.with(o.change))
	return &o, err
}

// SetRates changes what a member gets, from now on. A change that lowers nothing
// holds at once; any other waits, whole, for her word, in place of an earlier
// offer.
func (s *Service) SetRates(ctx context.Context, studioID, performerID string, wanted Change) (c Commission, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockMember(ctx, tx, studioID, performerID); err != nil {
			return absent(err, ErrNoMember)
		}
		now, err := selectRates(ctx, tx, studioID, performerID)
		if err != nil {
			return err
		}
		if err := closeOffer(ctx, tx, performerID, "withdrawn", s.Now()); err != nil {
			return err
		}
		if err := s.propose(ctx, tx, studioID, performerID, now, s.changes(wanted, now)); err != nil {
			return err
		}
		c, err = s.commission(ctx, tx, studioID, performerID)
		return err
	})
	return c, err
}

func (s *Service) propose(ctx context.Context, tx *db.Tx, studioID, performerID string, now, change rates) error {
	if len(change) == 0 {
		return nil
	}
	if !now.lowered(change) {
		if err := insertShares(ctx, tx, studioID, performerID, studioID, change, s.Now()); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CommissionChanged{StudioID: studioID, PerformerID: performerID})
	}
	o := Offer{ID: id.New(s.Now()), studioID: studioID, change: change}
	if err := insertOffer(ctx, tx, o, performerID, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, CommissionOffered{OfferID: o.ID, StudioID: studioID, PerformerID: performerID})
}

// SetDefault changes what performers get who join from now on. Those who are
// there keep what they have.
func (s *Service) SetDefault(ctx context.Context, studioID string, wanted Change) (p Percents, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockStudio(ctx, tx, studioID); err != nil {
			return absent(err, ErrAbsent)
		}
		now, err := selectRates(ctx, tx, studioID, "")
		if err != nil {
			return err
		}
		change := s.changes(wanted, now)
		for kind := range change {
			if err := keepShares(ctx, tx, studioID, kind, now.of(kind), s.Now()); err != nil {
				return err
			}
		}
		p = s.percents(now.with(change))
		return insertShares(ctx, tx, studioID, "", studioID, change, s.Now())
	})
	return p, err
}

// Decide is the performer's word on an offer. It is ErrNoOffer when the studio
// has withdrawn it, when it is another's, and the second time.
func (s *Service) Decide(ctx context.Context, performerID, offerID string, accept bool) (in Income, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		o, err := selectOpenOffer(ctx, tx, performerID)
		if err != nil {
			return absent(err, ErrNoOffer)
		}
		if o.ID != offerID {
			return ErrNoOffer
		}
		if err := lockMember(ctx, tx, o.studioID, performerID); err != nil {
			return absent(err, ErrNoOffer)
		}
		if err := s.settle(ctx, tx, o, performerID, accept); err != nil {
			return err
		}
		in, err = s.income(ctx, tx, performerID)
		return err
	})
	return in, err
}

func (s *Service) settle(ctx context.Context, tx *db.Tx, o Offer, performerID string, accept bool) error {
	state := "declined"
	if accept {
		state = "accepted"
	}
	first, err := updateOffer(ctx, tx, o.ID, state, s.Now())
	switch {
	case err != nil:
		return err
	case !first: // withdrawn, or decided on another device, a moment ago
		return ErrNoOffer
	case !accept:
		return s.Events.Publish(ctx, tx, CommissionDeclined{StudioID: o.studioID, PerformerID: performerID})
	}
	if err := insertShares(ctx, tx, o.studioID, performerID, performerID, o.change, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, CommissionChanged{StudioID: o.studioID, PerformerID: performerID, Accepted: true})
}

// Income returns what a performer gets of each kind, and what her studio would
// like to change.
func (s *Service) Income(ctx context.Context, performerID string) (in Income, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err = s.income(ctx, tx, performerID)
		return err
	})
	return in, err
}

func (s *Service) income(ctx context.Context, tx *db.Tx, performerID string) (in Income, err error) {
	site, err := s.SiteKeeps(ctx, tx, performerID)
	if err != nil {
		return in, err
	}
	in.Site = s.percents(site)
	studioID, err := selectStudioOf(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		all := rates{}
		for _, kind := range s.Kinds {
			all[kind] = money.Full
		}
		in.Rates = s.percents(all)
		return in, nil
	}
	if err != nil {
		return in, err
	}
	c, err := s.commission(ctx, tx, studioID, performerID)
	if err != nil {
		return in, err
	}
	in.Rates, in.Offer = c.Rates, c.Offer
	cards, err := s.Accounts.Cards(ctx, tx, studioID)
	if card, known := cards[studioID]; known {
		in.Studio = &card
	}
	return in, err
}
