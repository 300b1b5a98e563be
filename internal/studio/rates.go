package studio

import (
	"maps"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

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

// words are a change as people read it: "tip 55%, wheel 60%".
func (r rates) words() string {
	list := make([]string, 0, len(r))
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		list = append(list, kind+" "+money.Tokens(r[kind]).String()+"%")
	}
	return strings.Join(list, ", ")
}

func percents(kinds []string, r rates) Percents {
	p := Percents{}
	for _, kind := range kinds {
		p[kind] = api.Percent(r.of(kind))
	}
	return p
}

// changes are the kinds that were named, without those that stay as they are.
func changes(kinds []string, wanted Change, now rates) rates {
	change := rates{}
	for _, kind := range kinds {
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
	batchID   string // that it was made in with others; empty: alone
	change    rates
}

// Commission is how a studio shares with one performer.
type Commission struct {
	ID        string       `json:"_id"`
	Performer account.Card `json:"performer"`
	Rates     Percents     `json:"rates" doc:"percent that she gets of the studio's receipts"`
	Offer     *Offer       `json:"offer,omitempty" doc:"a change that waits for her word"`
}

// Income is how the income of a performer is shared.
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

func (CommissionOffered) EventName() string { return "studio.commission_offered" }

// CommissionChanged is published when the rates of a performer have changed: by
// their word (Accepted), or because nothing became less.
type CommissionChanged struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
	Accepted    bool   `json:"accepted"`
}

func (CommissionChanged) EventName() string { return "studio.commission_changed" }

// CommissionDeclined is published when a performer has refused to accept less.
type CommissionDeclined struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
}

func (CommissionDeclined) EventName() string { return "studio.commission_declined" }
