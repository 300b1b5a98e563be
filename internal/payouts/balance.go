package payouts

import (
	"context"
	"slices"
	"time"

	"limelight/internal/kit/currency"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/payouts/rails"
)

// Balances are what people have earned, and what of it can be paid out.
type Balances struct {
	*core
	destinations *Destinations
}

// Balance is what an account has earned, in tokens, and what of it a request would cover now.
type Balance struct {
	Earned    money.Tokens // earned, not paid and not reserved
	Held      money.Tokens // of it, too young to be paid out
	Owed      money.Tokens // of it, spoken for
	Available money.Tokens // the rest
	Reserved  money.Tokens // in an open request
	Paid      money.Tokens // ever

	HeldEntries []HeldEntry // the next to become free first
}

// HeldEntry is an income that waits.
type HeldEntry struct {
	Kind      string
	Reference string
	Token     money.Tokens // what is left of it
	FreeAt    time.Time
}

// Preview is what a request would be, and why it may not be made yet.
type Preview struct {
	Balance
	Method      rails.Method
	Units       money.Tokens // that the request would reserve
	Amount      int64        // that they are worth
	Currency    string
	Rate        int64
	Minimum     int64 // minor units
	Lines       []Line
	Since       time.Time
	Until       time.Time
	FrozenUntil time.Time
	OpenID      string // an open request; empty: none
	Refusal     error  // a fault; nil: the request can be made
}

// Preview says what a request of so many tokens, or of all when it asks for none,
// would cover now. Its Refusal is what Create would answer.
func (s *Balances) Preview(ctx context.Context, o Order) (p Preview, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		p, _, err = s.preview(ctx, tx, o)
		return err
	})
	return p, err
}

// preview finds everything a request needs to know. What a person should read about
// it is in Refusal; an error is ours.
func (s *Balances) preview(ctx context.Context, tx *db.Tx, o Order) (p Preview, to rails.Destination, err error) {
	rules := s.Rules()
	p = Preview{
		Method: o.Method, Currency: rules.Currency, Rate: rules.Rate,
		Minimum: rules.Minimum[o.Method] * currency.Scale(rules.Currency),
		Until:   s.Now().Add(-rules.Hold + time.Millisecond), // an income is free the moment its hold is over
	}
	if p.Balance, err = s.balance(ctx, tx, o.AccountID, p.Until); err != nil {
		return p, to, err
	}
	kept, known, err := s.destinations.details(ctx, tx, o.AccountID, o.Method)
	if err == nil {
		p.FrozenUntil, err = s.destinations.frozenUntil(ctx, tx, o.AccountID)
	}
	if err == nil {
		p.OpenID, err = selectOpen(ctx, tx, o.AccountID)
	}
	if err == nil {
		p.Since, err = selectCovered(ctx, tx, o.AccountID)
	}
	if err != nil {
		return p, to, err
	}
	p.price(o.Units)
	if p.Lines, err = coveredLines(ctx, tx, o.AccountID, p); err != nil {
		return p, to, err
	}
	switch {
	case p.OpenID != "":
		p.Refusal = ErrOpen
	case !known:
		p.Refusal = ErrNoDetails
	case !p.FrozenUntil.IsZero():
		p.Refusal = ErrFrozen.With("frozenUntil", p.FrozenUntil)
	}
	return p, kept.to, nil
}

// price fills in what the tokens are worth, or why they cannot be paid.
func (p *Preview) price(asked money.Tokens) {
	if asked > p.Available {
		p.Refusal = ledger.ErrFunds.With("missing", asked-p.Available)
	}
	if asked == 0 || asked > p.Available {
		asked = p.Available
	}
	minor, reserve, err := worth(asked, p.Rate, p.Currency)
	if err != nil {
		p.Refusal = err
		return
	}
	p.Amount, p.Units = minor, reserve
	if p.Refusal == nil && (minor == 0 || minor < p.Minimum) {
		p.Refusal = ErrMinimum.With("minimum", currency.Text(p.Minimum, p.Currency)).With("currency", p.Currency)
	}
}

// balance reads the account's, from the ledger and the requests.
func (s *Balances) balance(ctx context.Context, tx *db.Tx, accountID string, until time.Time) (b Balance, err error) {
	account := ledger.Earnings(accountID)
	balances, err := s.Ledger.Balances(ctx, tx, account)
	if err != nil {
		return b, err
	}
	b.Earned = balances[account]
	recent, err := report.Incomes(ctx, tx, account, report.Query{From: until})
	if err != nil {
		return b, err
	}
	b.HeldEntries = held(recent, s.Rules().Hold)
	for _, e := range b.HeldEntries {
		b.Held += e.Token
	}
	if b.Owed, err = s.Debts.Owed(ctx, tx, accountID); err != nil {
		return b, err
	}
	if b.Reserved, b.Paid, err = selectTaken(ctx, tx, accountID); err != nil {
		return b, err
	}
	b.Held = min(b.Held, b.Earned)
	b.Available = max(0, b.Earned-b.Held-b.Owed)
	return b, nil
}

// held finds what is left of young incomes, newest first, after what took some of
// them back. A reversal names its income; a part that was refunded is taken off the
// newest incomes of its fact. What takes back an older income is no matter
// here: the balance is less by it. What a studio got for paying a performer was
// held once already, with her.
func held(recent []report.Income, hold time.Duration) (list []HeldEntry) {
	at := map[string]int{}
	for _, i := range recent {
		if i.Net > 0 && i.Reverses == "" && i.Kind != KindReserve && i.Kind != KindDone {
			at[i.TransferID] = len(list)
			list = append(list, HeldEntry{i.Kind, i.Reference, i.Net, i.At.Add(hold)})
		}
	}
	for _, i := range recent {
		if i.Net >= 0 || i.Kind == KindReserve {
			continue
		}
		if n, young := at[i.Reverses]; i.Reverses != "" {
			if young {
				list[n].Token = max(0, list[n].Token+i.Net)
			}
			continue
		}
		back := -i.Net
		for n := range list {
			if list[n].Reference == i.Reference && back > 0 {
				part := min(back, list[n].Token)
				list[n].Token -= part
				back -= part
			}
		}
	}
	list = slices.DeleteFunc(list, func(e HeldEntry) bool { return e.Token == 0 })
	slices.Reverse(list)
	return list
}

// coveredLines are the incomes that a request covers, by kind, and one line for the
// difference to its units.
func coveredLines(ctx context.Context, tx *db.Tx, accountID string, p Preview) (lines []Line, err error) {
	if !p.Since.Before(p.Until) {
		return []Line{{Kind: carried, Token: p.Units}}, nil
	}
	totals, err := report.IncomeTotals(ctx, tx, ledger.Earnings(accountID), report.Query{From: p.Since, To: p.Until})
	if err != nil {
		return nil, err
	}
	rest := p.Units
	for _, t := range totals {
		if t.Kind != KindReserve && t.Net != 0 {
			lines = append(lines, Line{t.Kind, t.Count, t.Net})
			rest -= t.Net
		}
	}
	if rest != 0 {
		lines = append(lines, Line{Kind: carried, Token: rest})
	}
	return lines, nil
}

// Total is how many requests of a status and currency there are, and what they are.
type Total struct {
	Status   Status
	Currency string
	Count    int
	Units    money.Tokens
	Amount   int64
}

// Stats sums an account's requests by status and currency, and says what there is.
func (s *Balances) Stats(ctx context.Context, accountID string) (totals []Total, b Balance, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if totals, err = selectTotals(ctx, tx, accountID); err != nil {
			return err
		}
		b, err = s.balance(ctx, tx, accountID, s.Now().Add(-s.Rules().Hold+time.Millisecond))
		return err
	})
	return totals, b, err
}
