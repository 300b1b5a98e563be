package studio

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// Shares is what performers get of the receipts of their studio.
type Shares struct{ *core }

// ErrNoOffer refuses a decision on an offer that is not the performer's, or not
// open any more.
var ErrNoOffer = fault.New(fault.NotFound, "This offer does not exist any more.")

// ShareOf returns the studio a performer belonged to at an instant and their
// share of its receipts of a kind then. An empty studioID is none, with a share of
// all.
func (s *Shares) ShareOf(ctx context.Context, tx *db.Tx, performerID, kind string, at time.Time) (studioID string, share money.Rate, err error) {
	m, err := selectShareAt(ctx, tx, performerID, kind, at)
	if errors.Is(err, db.ErrNone) {
		return "", money.Full, nil
	}
	return m.studioID, m.share, err
}

// Commissions returns a studio's default and one page of what its performers get,
// the newest first.
func (s *Shares) Commissions(ctx context.Context, studioID string, offset, limit int) (standard Percents, list []Commission, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		defaults, err := selectRates(ctx, tx, studioID, "")
		if err != nil {
			return err
		}
		standard = percents(s.Kinds, defaults)
		members, n, err := selectMembers(ctx, tx, studioID, "", offset, limit)
		total, list = n, make([]Commission, len(members))
		if err != nil || len(members) == 0 {
			return err
		}
		ids := make([]string, len(members))
		for i, m := range members {
			ids[i] = m.ID
		}
		own, err := selectRatesOf(ctx, tx, studioID, ids)
		if err != nil {
			return err
		}
		offers, err := selectOpenOffers(ctx, tx, ids)
		if err != nil {
			return err
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		for i, id := range ids {
			now := defaults.with(own[id])
			list[i] = Commission{ID: id, Performer: cards[id], Rates: percents(s.Kinds, now)}
			if o, open := offers[id]; open {
				o.Rates = percents(s.Kinds, now.with(o.change))
				list[i].Offer = &o
			}
		}
		return err
	})
	return standard, list, total, err
}

func (s *Shares) commission(ctx context.Context, tx *db.Tx, studioID, performerID string) (c Commission, err error) {
	now, err := selectRates(ctx, tx, studioID, performerID)
	if err != nil {
		return c, err
	}
	c.ID, c.Rates = performerID, percents(s.Kinds, now)
	if c.Offer, err = s.openOffer(ctx, tx, performerID, now); err != nil {
		return c, err
	}
	cards, err := s.Accounts.Cards(ctx, tx, performerID)
	c.Performer = cards[performerID]
	return c, err
}

// openOffer is the offer a performer has not answered; nil when there is none.
func (s *Shares) openOffer(ctx context.Context, tx *db.Tx, performerID string, now rates) (*Offer, error) {
	o, err := selectOpenOffer(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		return nil, nil
	}
	o.Rates = percents(s.Kinds, now.with(o.change))
	return &o, err
}

// SetRates changes what a member gets, from now on. A change that lowers nothing
// holds at once; any other waits, whole, for the performer's word, in place of an
// earlier offer.
func (s *Shares) SetRates(ctx context.Context, studioID, performerID string, wanted Change) (c Commission, err error) {
	if err := s.Limits.Allow(ctx, offerRate, studioID+" "+performerID); err != nil {
		return c, err
	}
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
		change := changes(s.Kinds, wanted, now)
		if err := s.propose(ctx, tx, studioID, performerID, now, change); err != nil {
			return err
		}
		if c, err = s.commission(ctx, tx, studioID, performerID); err != nil || len(change) == 0 {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: shareOffered, Subject: "account:" + performerID, After: change.words()})
	})
	return c, err
}

func (s *Shares) propose(ctx context.Context, tx *db.Tx, studioID, performerID string, now, change rates) error {
	if len(change) == 0 {
		return nil
	}
	if !now.lowered(change) {
		if err := insertShares(ctx, tx, studioID, performerID, studioID, change, s.Now()); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, CommissionChanged{StudioID: studioID, PerformerID: performerID})
	}
	return s.ask(ctx, tx, studioID, performerID, "", change)
}

// ask offers a change that waits for the performer's word; a batch is that of a proposal to several.
func (s *Shares) ask(ctx context.Context, tx *db.Tx, studioID, performerID, batchID string, change rates) error {
	o := Offer{ID: id.New(s.Now()), studioID: studioID, batchID: batchID, change: change}
	if err := insertOffer(ctx, tx, o, performerID, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, CommissionOffered{OfferID: o.ID, StudioID: studioID, PerformerID: performerID})
}

// SetDefault changes what new members get from now on. The present members
// keep what they have.
func (s *Shares) SetDefault(ctx context.Context, studioID string, wanted Change) (p Percents, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockStudio(ctx, tx, studioID); err != nil {
			return absent(err, ErrAbsent)
		}
		now, err := selectRates(ctx, tx, studioID, "")
		if err != nil {
			return err
		}
		change := changes(s.Kinds, wanted, now)
		for kind := range change {
			if err := keepShares(ctx, tx, studioID, kind, now.of(kind), s.Now()); err != nil {
				return err
			}
		}
		p = percents(s.Kinds, now.with(change))
		if err := insertShares(ctx, tx, studioID, "", studioID, change, s.Now()); err != nil || len(change) == 0 {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: defaultShared, Subject: "studio:" + studioID, After: change.words()})
	})
	return p, err
}

// Decide is the performer's word on an offer. It is ErrNoOffer when the studio
// has withdrawn it, when it is another's, and the second time.
func (s *Shares) Decide(ctx context.Context, performerID, offerID string, accept bool) (in Income, err error) {
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

func (s *Shares) settle(ctx context.Context, tx *db.Tx, o Offer, performerID string, accept bool) error {
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

// Income returns what a performer gets of each kind, and what the studio would
// like to change.
func (s *Shares) Income(ctx context.Context, performerID string) (in Income, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		in, err = s.income(ctx, tx, performerID)
		return err
	})
	return in, err
}

func (s *Shares) income(ctx context.Context, tx *db.Tx, performerID string) (in Income, err error) {
	site, err := s.SiteKeeps(ctx, tx, performerID)
	if err != nil {
		return in, err
	}
	in.Site = percents(s.Kinds, site)
	studioID, err := selectStudioOf(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		all := rates{}
		for _, kind := range s.Kinds {
			all[kind] = money.Full
		}
		in.Rates = percents(s.Kinds, all)
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

type commissionList struct {
	Default Percents     `json:"default" doc:"what performers get who join from now on"`
	Data    []Commission `json:"data"`
	Total   int          `json:"total"`
}

func (s *Shares) commissions(ctx context.Context, in *api.Page) (list commissionList, err error) {
	list.Default, list.Data, list.Total, err = s.Commissions(ctx, account.ActsFor(ctx), in.Offset, in.Limit)
	return list, err
}

type defaultInput struct{ Body Change }

func (s *Shares) setDefault(ctx context.Context, in *defaultInput) (Percents, error) {
	return s.SetDefault(ctx, account.ActsFor(ctx), in.Body)
}

type ratesInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body Change
}

func (s *Shares) setRates(ctx context.Context, in *ratesInput) (Commission, error) {
	return s.SetRates(ctx, account.ActsFor(ctx), in.ID, in.Body)
}

func (s *Shares) ownIncome(ctx context.Context, _ *struct{}) (Income, error) {
	return s.Income(ctx, account.ActsFor(ctx))
}

type decideInput struct {
	ID   string `path:"id" maxLength:"64"`
	Word string `path:"word" enum:"accept,decline"`
}

func (s *Shares) decide(ctx context.Context, in *decideInput) (Income, error) {
	return s.Decide(ctx, account.ActsFor(ctx), in.ID, in.Word == "accept")
}
