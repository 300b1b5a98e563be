package finance

import (
	"context"
	"math/big"
	"time"

	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger/report"
)

// TrialBalances say whether the books balance.
type TrialBalances struct{ *core }

// Balances is the trial balance of a time, and what the site owes at its end.
type Balances struct {
	Span   Span
	Groups []report.GroupTotal
}

// Total of the closings: nothing, in a ledger that balances.
func (b Balances) Total() money.Tokens {
	return sum(b.Groups, func(c report.GroupTotal) money.Tokens { return c.Closing })
}

// Balanced reports whether the closings sum to nothing, and each is what its
// postings say.
func (b Balances) Balanced() bool {
	for _, c := range b.Groups {
		if c.Off() != 0 {
			return false
		}
	}
	return b.Total() == 0
}

// Closing is what the accounts of a group hold at the end.
func (b Balances) Closing(group report.Group) money.Tokens {
	for _, c := range b.Groups {
		if c.Group == group {
			return c.Closing
		}
	}
	return 0
}

// Outstanding is every token that somebody else than the site has: what members
// have and have reserved, what was earned and what is on its way out.
func (b Balances) Outstanding() money.Tokens {
	return b.Closing("wallet") + b.Closing("hold") + b.Closing("earn") + b.Closing("payout")
}

// Balances sums all that there is.
func (s *TrialBalances) Balances(ctx context.Context, span Span) (b Balances, err error) {
	b.Span = s.upToNow(span)
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		b.Groups, err = report.TrialBalance(ctx, tx, b.Span.From, b.Span.To)
		return err
	})
	return b, err
}

// Worth writes what tokens are worth as earnings, rounded down, with the decimals
// of the currency; empty when no rate is set.
func (p Price) Worth(t money.Tokens) string {
	if p.Rate <= 0 {
		return ""
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals)), nil)
	minor := new(big.Int).Mul(big.NewInt(int64(t)), big.NewInt(p.Rate))
	minor.Mul(minor, scale).Div(minor, big.NewInt(10_000*money.Unit)) // Div rounds down, below zero too
	return currency.Point(minor.String(), p.Decimals)
}

// Receivables are what people owe the site.
type Receivables struct{ *core }

// Debt is what one person owes the site.
type Debt struct {
	Person Person
	Owed   money.Tokens
	Since  time.Time
	Days   int // whole days that the oldest part is open
}

// Debts are the receivables at a moment, the zero one being now, the largest
// first.
func (s *Receivables) Debts(ctx context.Context, at time.Time) (list []Debt, err error) {
	at = s.upToNow(Span{To: at}).To
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := report.Debts(ctx, tx, at)
		if err != nil {
			return err
		}
		ids := make([]string, len(found))
		for i, d := range found {
			ids[i] = d.AccountID
		}
		names, err := s.names(ctx, tx, ids)
		list = make([]Debt, len(found))
		for i, d := range found {
			list[i] = Debt{
				Person: Person{ID: d.AccountID, Username: names[d.AccountID]}, Owed: d.Owed, Since: d.Since,
				Days: int(at.Sub(d.Since) / (24 * time.Hour)),
			}
		}
		return err
	})
	return list, err
}
