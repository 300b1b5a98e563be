package ledger

import (
	"fmt"

	"limelight/internal/kit/money"
)

// Terms are how an income is shared, at the moment it is earned. They are stored
// with it: a change acts on later income only (behaviours, "Commission and
// studio split").
type Terms struct {
	Site     money.Rate `db:"site_rate"`   // what the site keeps of the gross
	StudioID string     `db:"studio_id"`   // the performer's studio; empty without one
	Member   money.Rate `db:"member_rate"` // the performer's part of what reaches the studio; Full without one
}

// Shares are the three parts of a gross amount; they always sum to it.
type Shares struct {
	SiteFee   money.Tokens `db:"site_fee"`
	StudioNet money.Tokens `db:"studio_net"`
	Net       money.Tokens `db:"net"` // the performer's
}

// Alone are the terms of a performer without a studio.
func Alone(site money.Rate) Terms { return Terms{Site: site, Member: money.Full} }

// Valid reports what is wrong with the terms: a rate outside nothing and all, or
// a studio's part without a studio.
func (t Terms) Valid() error {
	if !t.Site.Valid() || !t.Member.Valid() || t.StudioID == "" && t.Member != money.Full {
		return fmt.Errorf("ledger: terms %d and %d basis points with studio %q", t.Site, t.Member, t.StudioID)
	}
	return nil
}

// Split shares a gross amount, which must not be negative. The site's and the
// studio's parts are rounded down; what rounding leaves is the performer's.
func (t Terms) Split(gross money.Tokens) Shares {
	fee := t.Site.Of(gross)
	studio := (money.Full - t.Member).Of(gross - fee)
	return Shares{SiteFee: fee, StudioNet: studio, Net: gross - fee - studio}
}

// Refund is what each gives back when a gross amount shrinks to remaining: the
// difference of the two splits, which is never negative.
func (t Terms) Refund(gross, remaining money.Tokens) Shares {
	was, is := t.Split(gross), t.Split(remaining)
	return Shares{
		SiteFee:   was.SiteFee - is.SiteFee,
		StudioNet: was.StudioNet - is.StudioNet,
		Net:       was.Net - is.Net,
	}
}

// Gross is the sum of the shares.
func (s Shares) Gross() money.Tokens { return s.SiteFee + s.StudioNet + s.Net }

// Legs are the postings that pay the shares out of source, without empty ones.
func (t Terms) Legs(s Shares, source Account, performerID string) []Leg {
	var legs []Leg
	for _, leg := range []Leg{
		{source, Earnings(performerID), s.Net},
		{source, Earnings(t.StudioID), s.StudioNet},
		{source, SiteRevenue, s.SiteFee},
	} {
		if leg.Amount > 0 {
			legs = append(legs, leg)
		}
	}
	return legs
}
