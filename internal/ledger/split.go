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

// Plus adds each of the parts.
func (s Shares) Plus(t Shares) Shares {
	return Shares{s.SiteFee + t.SiteFee, s.StudioNet + t.StudioNet, s.Net + t.Net}
}

// Minus is the opposite of Plus.
func (s Shares) Minus(t Shares) Shares {
	return Shares{s.SiteFee - t.SiteFee, s.StudioNet - t.StudioNet, s.Net - t.Net}
}

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

// TakenBack is what each gives back of an amount, given the incomes of the fact
// before: the newest one first, whole ones as they were split,
// the last as the difference that a smaller gross makes.
func (t Terms) TakenBack(before []money.Tokens, amount money.Tokens) Shares {
	var standing []money.Tokens
	for _, gross := range before {
		if gross > 0 {
			standing = append(standing, gross)
			continue
		}
		standing, _ = t.takeOff(standing, -gross)
	}
	_, back := t.takeOff(standing, amount)
	return back
}

func (t Terms) takeOff(standing []money.Tokens, amount money.Tokens) (left []money.Tokens, back Shares) {
	for amount > 0 && len(standing) > 0 {
		last := len(standing) - 1
		part := min(standing[last], amount)
		back = back.Plus(t.Refund(standing[last], standing[last]-part))
		amount -= part
		if standing[last] -= part; standing[last] == 0 {
			standing = standing[:last]
		}
	}
	return standing, back
}
