// Package lots says which of a member's credits paid for what: the cost basis of tokens,
// first promotional ones, then the oldest that were bought. Nothing of it is stored: a
// replay of the member's postings makes it (README.md of the ledger, "Lots").
package lots

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Kind is what a lot was credited for.
type Kind string

// The kinds of lot (behaviours.md, "Token packages"). Promotional is whatever was
// not bought: grants, bonuses, and what came back of which no spending is known.
const (
	Paid        Kind = "paid"
	Promotional Kind = "promotional"
)

// Lot is one credit to a member, and where its tokens are now:
//
//	Credited = Left + Held + Σ(Spent.Amount − Spent.Returned) + TakenBack
//
// A purchase with a bonus is two lots of one transfer.
type Lot struct {
	TransferID string
	Kind       Kind
	Fact       string // the kind of the transfer: "grant", "purchase", …
	Reference  string // and its reference
	At         time.Time
	Credited   money.Tokens
	Left       money.Tokens // in the wallet
	Held       money.Tokens // in open holds
	TakenBack  money.Tokens // by the world, or for a receivable, and not restored
	Spent      []Spent      // in the order of posting
}

// Spent is what one transfer took of a lot.
type Spent struct {
	TransferID string
	Amount     money.Tokens // never changes once it was posted
	Returned   money.Tokens // what has come back of it
}

// Funded is a spending as far as one credit paid for it and nothing came back.
type Funded struct {
	TransferID string
	Kind       string
	Reference  string
	Payee      string // the performer
	StudioID   string // empty without one
	At         time.Time
	Amount     money.Tokens // the sum of the shares
	Shares     ledger.Shares
	Bearer     ledger.Bearer // as it was frozen
}

// Of are the member's credits, oldest first, as the whole journal made them. It
// reads all that ever happened to the wallet: it is for refunds and disputes, not
// for every tip.
func Of(ctx context.Context, tx *db.Tx, memberID string) ([]Lot, error) {
	b, err := read(ctx, tx, ledger.Wallet(memberID))
	if err != nil {
		return nil, err
	}
	return b.list(), nil
}

// FundedBy is what the tokens of a credit paid for, in the order of posting. It
// fails with ledger.ErrUnknown when the transfer credited no member.
func FundedBy(ctx context.Context, tx *db.Tx, transferID string) ([]Funded, error) {
	wallet, err := selectCredited(ctx, tx, transferID)
	if errors.Is(err, db.ErrNone) {
		return nil, ledger.ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	b, err := read(ctx, tx, wallet)
	if err != nil {
		return nil, err
	}
	funded := b.fundedBy(transferID)
	ids := make([]string, len(funded))
	for i, f := range funded {
		ids[i] = f.TransferID
	}
	bearers, err := selectBearers(ctx, tx, ids)
	for i, f := range funded {
		funded[i].Bearer = bearers[f.TransferID]
	}
	return funded, err
}

func read(ctx context.Context, tx *db.Tx, wallet ledger.Account) (*book, error) {
	postings, err := selectJournal(ctx, tx, wallet)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", wallet, err)
	}
	return replay(wallet, postings), nil
}
