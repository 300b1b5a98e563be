// Package ledger keeps every token that exists: double entry, append-only.
//
// A transfer moves positive amounts from account to account, so all accounts sum
// to zero; every token came from an account of the world. The database itself
// refuses what must not be: a guarded balance below zero, a key posted twice, a
// transfer reversed twice, a changed or deleted row. README.md has the model and
// the invariants; Audit proves them.
//
// Everything here runs inside the caller's transaction: tokens move together
// with the fact that moves them, or not at all.
package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// The refusals. None of them writes anything, so a caller may go on in the same
// transaction; most return the error and roll back.
var (
	// ErrFunds: a guarded account holds too little. Its answer says how many
	// tokens are missing.
	ErrFunds = fault.New(fault.Conflict, "You do not have enough tokens.").Coded("insufficient_balance")
	// ErrRepeated: the key has been posted.
	ErrRepeated = fault.New(fault.Conflict, "This has already been done.").Coded("repeated")
	// ErrReversed: the transfer has been reversed, or is itself a reversal.
	ErrReversed = fault.New(fault.Conflict, "This has already been reversed.").Coded("reversed")
	// ErrUnknown: no such transfer.
	ErrUnknown = fault.New(fault.NotFound, "This transfer does not exist.")
)

// most bounds one leg, in units: what a JSON number carries exactly.
const maxAmount = money.Tokens(1) << 53

// Leg takes Amount, which is positive, from Source to Target.
type Leg struct {
	Source, Target Account
	Amount         money.Tokens
}

// Transfer is one economic fact.
type Transfer struct {
	Key       string // what the caller will not do twice: "tip:" + the tip's id
	Kind      string // "tip", "grant", …: the domain that accounts for it (Rule)
	Reference string // the id of the fact in its domain
	Payer     string // the account ids of the people in whose eyes it happened;
	Payee     string // empty for nobody
	Memo      Memo   // at most 200 characters, for people
	Promised  bool   // it settles what was agreed before: the Gate is not asked
	Legs      []Leg  // at least one; no account is both source and target
}

// Posted is a transfer that will exist when the caller commits.
type Posted struct {
	ID string
	At time.Time

	after map[Account]money.Tokens // what guarded accounts hold since then, when that is known for sure
}

// Gate is asked before tokens leave a member's wallet to be spent: an error keeps
// them. What takes tokens back (a reversal, or what goes to the world, to a
// receivable or into a payout) is no spending and is not asked about.
type Gate func(ctx context.Context, tx *db.Tx, memberID string, amount money.Tokens) error

// Refusal is what the Gate said: the member has tokens and may not spend them now.
// It reads as the gate's own error.
type Refusal struct{ Fault *fault.Fault }

func (r *Refusal) Error() string { return r.Fault.Error() }

// Unwrap is what the gate returned.
func (r *Refusal) Unwrap() error { return r.Fault }

// Bearer is who loses what was earned when the member's money is taken back. It is
// kept with each transfer that pays into earnings, and never changes there.
type Bearer string

// The bearers.
const (
	House  Bearer = "house"  // the site: performers and studios keep what they earned
	Shared Bearer = "shared" // performer and studio, of what was not paid out yet
)

// Ledger posts transfers and answers for balances.
type Ledger struct {
	Gate     Gate          // set before the first call; nil: everything may be spent
	Bearer   func() Bearer // who bears a chargeback of what is earned now; nil: Shared
	MAC      secretbox.MAC // set before the first call; zero: transfers have none
	Moved    func(Moved)   // set before the first call; nil: nobody hears of it
	now      func() time.Time
	ids      ids
	follower Follower // nil: nobody

	overtaken atomic.Bool // a day of the journal was closed that this clock has not ended
}

// New makes a ledger. Its records are in the database of each call's tx.
func New(now func() time.Time) *Ledger { return &Ledger{now: now} }

// Post writes the transfer and moves the balances, opening accounts as needed.
// It fails with ErrFunds, ErrRepeated or a Refusal of the Gate's.
func (l *Ledger) Post(ctx context.Context, tx *db.Tx, t Transfer) (Posted, error) {
	return l.post(ctx, tx, t, "")
}

// Grant gives a member tokens of the site's, once per key.
func (l *Ledger) Grant(ctx context.Context, tx *db.Tx, memberID string, amount money.Tokens, key string, memo Memo) (Posted, error) {
	p, err := l.Post(ctx, tx, Transfer{
		Key: "grant:" + key, Kind: kindGrant, Reference: key, Payee: memberID, Memo: memo,
		Legs: []Leg{{WorldGrant, Wallet(memberID), amount}},
	})
	if err != nil {
		return p, err
	}
	return p, insertGrant(ctx, tx, p.ID, memberID, amount)
}

const kindGrant = "grant"

// Reverse takes a transfer back, leg by leg, as a transfer of the same kind. It
// fails with ErrUnknown, with ErrReversed, or with ErrFunds when a receiver has
// spent what it got.
func (l *Ledger) Reverse(ctx context.Context, tx *db.Tx, transferID string, memo Memo) (Posted, error) {
	was, err := selectTransfer(ctx, tx, transferID)
	if errors.Is(err, db.ErrNone) {
		return Posted{}, ErrUnknown
	}
	if err != nil {
		return Posted{}, fmt.Errorf("reverse %s: %w", transferID, err)
	}
	if was.reverses != "" {
		return Posted{}, ErrReversed
	}
	back := Transfer{
		Key: "reversal:" + transferID, Kind: was.Kind, Reference: was.Reference,
		Payer: was.Payer, Payee: was.Payee, Memo: memo,
	}
	for _, leg := range slices.Backward(was.Legs) {
		back.Legs = append(back.Legs, Leg{leg.Target, leg.Source, leg.Amount})
	}
	return l.post(ctx, tx, back, transferID)
}

// IDOf is the id of the transfer with this key, or ErrUnknown.
func (l *Ledger) IDOf(ctx context.Context, tx *db.Tx, key string) (string, error) {
	transferID, err := db.One(ctx, tx, db.String, `SELECT id FROM ledger_transfers WHERE key = $1`, key)
	if errors.Is(err, db.ErrNone) {
		return "", ErrUnknown
	}
	if err != nil {
		return "", fmt.Errorf("select the transfer %s: %w", key, err)
	}
	return transferID, nil
}

// Open makes sure that the account exists. Post does so by itself; Open is for
// accounts that should be seen before their first token.
func (l *Ledger) Open(ctx context.Context, tx *db.Tx, account Account) error {
	if !account.valid() {
		return fmt.Errorf("ledger: %q is not an account", account)
	}
	return insertAccounts(ctx, tx, []Account{account})
}

// Balance is what the account holds; nothing when it has never been used.
func (l *Ledger) Balance(ctx context.Context, tx *db.Tx, account Account) (money.Tokens, error) {
	balances, err := l.Balances(ctx, tx, account)
	return balances[account], err
}

// Balances is what each of the accounts holds. An unguarded account costs a sum
// over its postings.
func (l *Ledger) Balances(ctx context.Context, tx *db.Tx, accounts ...Account) (map[Account]money.Tokens, error) {
	return selectBalances(ctx, tx, accounts)
}

// After is what each of the accounts holds after a transfer that this transaction
// has just posted, without asking for what Post has found out already.
func (l *Ledger) After(ctx context.Context, tx *db.Tx, p Posted, accounts ...Account) (map[Account]money.Tokens, error) {
	for _, account := range accounts {
		if _, known := p.after[account]; !known {
			return selectBalances(ctx, tx, accounts)
		}
	}
	return p.after, nil
}

func (l *Ledger) post(ctx context.Context, tx *db.Tx, t Transfer, reverses string) (Posted, error) {
	if err := t.validate(); err != nil {
		return Posted{}, err
	}
	if reverses == "" {
		if err := l.ask(ctx, tx, t); err != nil {
			return Posted{}, err
		}
	}
	held, err := l.prepare(ctx, tx, t)
	if err != nil {
		return Posted{}, err
	}
	then, err := l.follow(ctx, tx, t, reverses)
	if err != nil {
		return Posted{}, err
	}
	p, written, err := l.insert(ctx, tx, t, reverses)
	if err != nil {
		return Posted{}, fmt.Errorf("post %s: %w", t.Key, err)
	}
	if !written {
		return Posted{}, taken(ctx, tx, t.Key)
	}
	if err := insertPostings(ctx, tx, p.ID, t.Legs); err != nil {
		return p, err
	}
	l.tell(tx, t)
	if then != nil {
		return p, then(ctx, tx, p) // it may move what the same accounts hold
	}
	if tx.Alone() {
		p.after = t.after(held)
	}
	return p, nil
}

// after is what the guarded accounts hold when the legs have moved what they held.
func (t Transfer) after(held map[Account]money.Tokens) map[Account]money.Tokens {
	after := map[Account]money.Tokens{}
	move := func(account Account, by money.Tokens) {
		if !account.Guarded() {
			return
		}
		if _, met := after[account]; !met {
			after[account] = held[account]
		}
		after[account] += by
	}
	for _, leg := range t.Legs {
		move(leg.Source, -leg.Amount)
		move(leg.Target, leg.Amount)
	}
	return after
}

// ask lets the gate see what each wallet would spend. What was posted before is
// told so: it has been spent, whatever the gate thinks now.
func (l *Ledger) ask(ctx context.Context, tx *db.Tx, t Transfer) error {
	if l.Gate == nil || t.Promised {
		return nil
	}
	spent := t.spent()
	for _, memberID := range slices.Sorted(maps.Keys(spent)) { // all in one order: the gate may lock
		err := l.Gate(ctx, tx, memberID, spent[memberID])
		if err == nil {
			continue
		}
		if posted, failed := keyExists(ctx, tx, t.Key); failed != nil || posted {
			return cmp.Or(failed, error(ErrRepeated))
		}
		if refused, ok := errors.AsType[*fault.Fault](err); ok {
			return &Refusal{refused}
		}
		return err
	}
	return nil
}

// spent is what members spend by the transfer, by account id.
func (t Transfer) spent() map[string]money.Tokens {
	sums := map[string]money.Tokens{}
	for _, leg := range t.Legs {
		if leg.Source.Class() == ClassWallet && !leg.Target.Outside() && leg.Target.Class() != ClassPayout {
			sums[leg.Source.Owner()] += leg.Amount
		}
	}
	return sums
}

// validate finds what only a mistake in the program can bring here.
func (t Transfer) validate() error {
	if t.Key == "" || t.Kind == "" || len(t.Legs) == 0 {
		return fmt.Errorf("ledger: transfer %q of kind %q with %d legs", t.Key, t.Kind, len(t.Legs))
	}
	sources, targets := map[Account]bool{}, map[Account]bool{}
	for _, leg := range t.Legs {
		if leg.Amount <= 0 || leg.Amount > maxAmount {
			return fmt.Errorf("ledger: %s: %v from %s to %s", t.Key, leg.Amount, leg.Source, leg.Target)
		}
		if !leg.Source.valid() || !leg.Target.valid() {
			return fmt.Errorf("ledger: %s: %q or %q is not an account", t.Key, leg.Source, leg.Target)
		}
		sources[leg.Source], targets[leg.Target] = true, true
	}
	for account := range sources {
		if targets[account] { // the engines would apply its legs in different orders
			return fmt.Errorf("ledger: %s: %s is both source and target", t.Key, account)
		}
	}
	return nil
}

// prepare refuses what the guarded sources cannot pay, before anything is
// written, and opens the accounts that are new. It returns what was kept on the
// rows of those that were there.
func (l *Ledger) prepare(ctx context.Context, tx *db.Tx, t Transfer) (held map[Account]money.Tokens, err error) {
	need, accounts := map[Account]money.Tokens{}, []Account{}
	for _, leg := range t.Legs {
		need[leg.Source] += leg.Amount
		accounts = append(accounts, leg.Source, leg.Target)
	}
	slices.Sort(accounts)
	accounts = slices.Compact(accounts)
	if held, err = selectKept(ctx, tx, accounts); err != nil {
		return nil, fmt.Errorf("post %s: %w", t.Key, err)
	}
	for account, amount := range need {
		if missing := amount - held[account]; account.Guarded() && missing > 0 {
			if posted, err := keyExists(ctx, tx, t.Key); err != nil || posted {
				return nil, errors.Join(err, ErrRepeated)
			}
			return nil, ErrFunds.With("missing", missing)
		}
	}
	absent := slices.DeleteFunc(accounts, func(a Account) bool { _, open := held[a]; return open })
	return held, insertAccounts(ctx, tx, absent)
}

// taken says why a transfer was not written: its key, or what it reverses.
func taken(ctx context.Context, tx *db.Tx, key string) error {
	posted, err := keyExists(ctx, tx, key)
	switch {
	case err != nil:
		return err
	case posted:
		return ErrRepeated
	}
	return ErrReversed
}
