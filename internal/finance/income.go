package finance

import (
	"context"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// KindIncome is what transfers of one kind did for the site. Gross and Refunded
// are what members paid and got back; the rest is the site's part of it.
type KindIncome struct {
	Kind     string
	Count    int          // payments of members, not counting what takes them back
	Gross    money.Tokens // paid by members
	Refunded money.Tokens // given back to them
	Fee      money.Tokens // that the site kept
	FeeBack  money.Tokens // of it, given back with refunds
	Losses   money.Tokens // of others that the site bore
	Rewards  money.Tokens // that the site gave of its part
	Other    money.Tokens // whatever else reached the site; negative when it left
}

// Net is what all of it changed of site:revenue.
func (k KindIncome) Net() money.Tokens {
	return k.Fee - k.FeeBack - k.Losses - k.Rewards + k.Other
}

// SiteIncome says what the site earned.
type SiteIncome struct{ *core }

// Income is what the site earned in a time.
type Income struct {
	Span    Span
	Opening money.Tokens // of site:revenue
	Closing money.Tokens
	Kinds   []KindIncome // in the order of their names
}

// Income is the site's, by kind. The nets sum to Closing − Opening.
func (s *SiteIncome) Income(ctx context.Context, span Span) (in Income, err error) {
	in.Span = s.upToNow(span)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		site, err := report.TurnoverOf(ctx, tx, ledger.SiteRevenue, in.Span.From, in.Span.To)
		if err != nil {
			return err
		}
		in.Opening, in.Closing = site.Opening, site.Closing()
		flows, err := report.KindFlows(ctx, tx, in.Span.From, in.Span.To)
		for _, f := range flows {
			if k := s.ofKind(f); k != (KindIncome{Kind: f.Kind}) {
				in.Kinds = append(in.Kinds, k)
			}
		}
		return err
	})
	return in, err
}

// Total sums the kinds.
func (in Income) Total() (t KindIncome) {
	for _, k := range in.Kinds {
		t.Count += k.Count
		t.Gross += k.Gross
		t.Refunded += k.Refunded
		t.Fee += k.Fee
		t.FeeBack += k.FeeBack
		t.Losses += k.Losses
		t.Rewards += k.Rewards
		t.Other += k.Other
	}
	return t
}

// ofKind sorts what the site got and gave: what members paid is a fee, what went
// into a receivable a loss; of a kind that rewards, everything is a reward.
func (s *SiteIncome) ofKind(f report.KindFlow) KindIncome {
	k := KindIncome{Kind: f.Kind}
	if s.isReward(f.Kind) {
		k.Rewards = -f.SiteChange()
		return k
	}
	if s.isIncome(f.Kind) {
		k.Count, k.Gross, k.Refunded = f.Payments, f.Paid, f.Returned
	}
	k.Fee, k.FeeBack = f.SiteFromMembers, f.SiteToMembers
	k.Losses = f.SiteToReceivables - f.SiteFromReceivables
	k.Other = f.SiteFromOthers - f.SiteToOthers
	return k
}

func (s *core) isIncome(kind string) bool       { return slices.Contains(s.Kinds.Incomes().IDs(), kind) }
func (s *SiteIncome) isReward(kind string) bool { return slices.Contains(s.Rewards, kind) }
