package studio

import (
	"context"
	"maps"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// Proposals are one set of shares for several members at once. Each of them answers for herself, as with
// a single offer, and until she has, what was offered can be taken back.
type Proposals struct {
	*core
	shares *Shares
}

// What a proposal does to a member.
const (
	Unchanged = "unchanged" // has these shares already
	AtOnce    = "atOnce"    // nothing becomes less
	Waits     = "waits"     // for the member's word
)

// ProposedChange is what a proposal changes for one member.
type ProposedChange struct {
	Performer account.Card `json:"performer"`
	Before    Percents     `json:"before"`
	After     Percents     `json:"after"`
	Effect    string       `json:"effect" enum:"unchanged,atOnce,waits"`
	Replaces  bool         `json:"replaces" doc:"another offer waits, and would be taken back"`
}

// Proposal is what was offered to several members.
type Proposal struct {
	ID      string           `json:"_id" doc:"empty: of a preview"`
	Changes []ProposedChange `json:"changes"`
	Waiting int              `json:"waiting" doc:"how many have to answer"`
	AtOnce  int              `json:"atOnce" doc:"for how many it holds at once"`
}

// Preview says what a proposal would change, and changes nothing.
func (s *Proposals) Preview(ctx context.Context, studioID string, performerIDs []string, wanted Change) (p Proposal, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		all, err := s.each(ctx, tx, studioID, performerIDs, wanted, "")
		p = s.told(all)
		return err
	})
	return p, err
}

// Propose offers shares to several members, in one transaction: to all of them, or to none.
func (s *Proposals) Propose(ctx context.Context, studioID string, performerIDs []string, wanted Change) (p Proposal, err error) {
	if err := s.Limits.Allow(ctx, proposalRate, studioID); err != nil {
		return p, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		batchID := id.New(s.Now())
		all, err := s.each(ctx, tx, studioID, performerIDs, wanted, tx.Fragment(db.ForUpdate))
		if err != nil {
			return err
		}
		if err := s.offer(ctx, tx, studioID, batchID, all); err != nil {
			return err
		}
		p = s.told(all)
		p.ID = batchID
		names := make([]string, len(all))
		for i, one := range all {
			names[i] = one.card.Username
		}
		return s.Audit.Record(ctx, tx, audit.Act{
			Action: sharesOffered, Subject: "studio:" + studioID,
			After: changes(s.Kinds, wanted, rates{}).words() + ": " + strings.Join(names, ", "),
		})
	})
	return p, err
}

// proposed is what a proposal does to one member.
type proposed struct {
	card     account.Card
	now      rates
	change   rates
	replaces bool
}

// each says what a proposal does to each member. With a lock members are locked, in the order of their ids, so that two
// proposals at once do not wait for each other.
func (s *Proposals) each(ctx context.Context, tx *db.Tx, studioID string, performerIDs []string, wanted Change, lock string) ([]proposed, error) {
	performerIDs = slices.Compact(slices.Sorted(slices.Values(performerIDs)))
	if len(performerIDs) == 0 {
		return nil, fault.Missing("members")
	}
	if len(wanted) == 0 {
		return nil, fault.Missing("rates")
	}
	switch members, err := selectThese(ctx, tx, studioID, performerIDs, lock); {
	case err != nil:
		return nil, err
	case len(members) < len(performerIDs):
		return nil, ErrNoMember
	}
	cards, err := s.Accounts.Cards(ctx, tx, performerIDs...)
	if err != nil {
		return nil, err
	}
	defaults, err := selectRates(ctx, tx, studioID, "")
	if err != nil {
		return nil, err
	}
	own, err := selectRatesOf(ctx, tx, studioID, performerIDs)
	if err != nil {
		return nil, err
	}
	offers, err := selectOpenOffers(ctx, tx, performerIDs)
	all := make([]proposed, len(performerIDs))
	for i, performerID := range performerIDs {
		now := defaults.with(own[performerID])
		_, waits := offers[performerID]
		all[i] = proposed{card: cards[performerID], now: now, change: changes(s.Kinds, wanted, now), replaces: waits}
	}
	return all, err
}

// offer carries a proposal out. Offers that wait are taken back where another one comes in their place.
func (s *Proposals) offer(ctx context.Context, tx *db.Tx, studioID, batchID string, all []proposed) error {
	var changed []string
	raised := map[string][]string{} // who gets more at once, by kind
	shares := rates{}
	for _, one := range all {
		switch effectOf(one.now, one.change) {
		case Unchanged:
			continue
		case AtOnce:
			for kind, share := range one.change {
				raised[kind], shares[kind] = append(raised[kind], one.card.ID), share
			}
		}
		changed = append(changed, one.card.ID)
	}
	if err := closeOffers(ctx, tx, changed, "withdrawn", s.Now()); err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(raised)) {
		if err := raiseShares(ctx, tx, studioID, kind, shares[kind], raised[kind], s.Now()); err != nil {
			return err
		}
	}
	for _, one := range all {
		var err error
		switch effectOf(one.now, one.change) {
		case AtOnce:
			err = s.Events.Publish(ctx, tx, CommissionChanged{StudioID: studioID, PerformerID: one.card.ID})
		case Waits:
			err = s.shares.ask(ctx, tx, studioID, one.card.ID, batchID, one.change)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// told is what a proposal does, in numbers and for each.
func (s *Proposals) told(all []proposed) (p Proposal) {
	p.Changes = make([]ProposedChange, len(all))
	for i, one := range all {
		effect := effectOf(one.now, one.change)
		p.Changes[i] = ProposedChange{
			one.card, percents(s.Kinds, one.now), percents(s.Kinds, one.now.with(one.change)), effect, one.replaces && effect != Unchanged,
		}
		switch effect {
		case Waits:
			p.Waiting++
		case AtOnce:
			p.AtOnce++
		}
	}
	return p
}

func effectOf(now, change rates) string {
	switch {
	case len(change) == 0:
		return Unchanged
	case now.lowered(change):
		return Waits
	}
	return AtOnce
}

// Recall takes back what was offered and waits: of one proposal, or to one member. It is ErrNoOffer when
// nothing waits any more.
func (s *Proposals) Recall(ctx context.Context, studioID, batchID, performerID string) (recalled int, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		recalled, err = withdrawOffers(ctx, tx, studioID, batchID, performerID, s.Now())
		if err == nil && recalled == 0 {
			return ErrNoOffer
		}
		if err != nil {
			return err
		}
		act := audit.Act{Action: offerRecalled, Subject: "studio:" + studioID}
		if performerID != "" {
			act.Subject = "account:" + performerID
		}
		return s.Audit.Record(ctx, tx, act)
	})
	return recalled, err
}

type proposalInput struct {
	Body struct {
		Members []string `json:"members" minItems:"1" maxItems:"500"`
		Rates   Change   `json:"rates"`
	}
}

func (s *Proposals) postPreview(ctx context.Context, in *proposalInput) (Proposal, error) {
	return s.Preview(ctx, account.ActsFor(ctx), in.Body.Members, in.Body.Rates)
}

func (s *Proposals) postProposal(ctx context.Context, in *proposalInput) (Proposal, error) {
	return s.Propose(ctx, account.ActsFor(ctx), in.Body.Members, in.Body.Rates)
}

// Recalled says how many offers were taken back.
type Recalled struct {
	Offers int `json:"offers"`
}

type recallInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Proposals) deleteProposal(ctx context.Context, in *recallInput) (r Recalled, err error) {
	r.Offers, err = s.Recall(ctx, account.ActsFor(ctx), in.ID, "")
	return r, err
}

func (s *Proposals) deleteOffer(ctx context.Context, in *recallInput) (r Recalled, err error) {
	r.Offers, err = s.Recall(ctx, account.ActsFor(ctx), "", in.ID)
	return r, err
}

func (s *Proposals) routes(r *api.Router, shares api.Guard) {
	api.Post(r, "/studio/commission/preview", "studio.previewProposal", s.postPreview, shares,
		api.Summary("What the same shares for several members would change"), audit.Silent("it changes nothing"))
	api.Post(r, "/studio/commission/proposals", "studio.propose", s.postProposal, shares,
		api.Summary("Offer several members the same shares"))
	api.Delete(r, "/studio/commission/proposals/{id}", "studio.recallProposal", s.deleteProposal, shares,
		api.Summary("Take back what was offered to several members and waits for an answer"))
	api.Delete(r, "/studio/commission/member/{id}/offer", "studio.recallOffer", s.deleteOffer, shares,
		api.Summary("Take back what was offered to a member and waits for an answer"))
}
