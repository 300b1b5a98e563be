package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// LotKind is what a lot was credited for.
type LotKind string

// The kinds of lot (behaviours.md, "Token packages"). Promotional is whatever was
// not bought: grants, bonuses, and what came back of which no spending is known.
const (
	Paid        LotKind = "paid"
	Promotional LotKind = "promotional"
)

// Lot is one credit to a member, and where its tokens are now:
//
//	Credited = Left + Held + Σ(Spent.Amount − Spent.Returned) + TakenBack
//
// A purchase with a bonus is two lots of one transfer.
type Lot struct {
	TransferID string
	Kind       LotKind
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
	Shares     Shares
	Bearer     Bearer // as it was frozen
}

// Piece is a part of a lot.
type Piece struct {
	TransferID string // of the lot
	Kind       LotKind
	Amount     money.Tokens
}

// Lots are the member's credits, oldest first, as the whole journal made them. It
// reads all that ever happened to the wallet: it is for refunds and disputes, not
// for every tip.
func (l *Ledger) Lots(ctx context.Context, tx *db.Tx, memberID string) ([]Lot, error) {
	book, err := l.replay(ctx, tx, Wallet(memberID))
	if err != nil {
		return nil, err
	}
	return book.Lots(), nil
}

// FundedBy is what the tokens of a credit paid for, in the order of posting. It
// fails with ErrUnknown when the transfer credited no member.
func (l *Ledger) FundedBy(ctx context.Context, tx *db.Tx, lotTransferID string) ([]Funded, error) {
	book, err := l.bookOf(ctx, tx, lotTransferID)
	if err != nil {
		return nil, err
	}
	funded := book.FundedBy(lotTransferID)
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

// ClawBack is what can be taken back of a credit, in the order in which it goes:
// from its own lots, then promotional ones, then others, the oldest first; never
// more than was credited and not taken back yet, and nothing out of holds. Posting
// the sum from the wallet to WorldCard, with the kind and the reference of the
// credit, takes exactly this. It fails with ErrUnknown like FundedBy.
func (l *Ledger) ClawBack(ctx context.Context, tx *db.Tx, lotTransferID string) ([]Piece, error) {
	book, err := l.bookOf(ctx, tx, lotTransferID)
	if err != nil {
		return nil, err
	}
	return book.ClawBack(lotTransferID), nil
}

func (l *Ledger) bookOf(ctx context.Context, tx *db.Tx, lotTransferID string) (*Book, error) {
	wallet, err := selectCredited(ctx, tx, lotTransferID)
	if errors.Is(err, db.ErrNone) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	return l.replay(ctx, tx, wallet)
}

func (l *Ledger) replay(ctx context.Context, tx *db.Tx, wallet Account) (*Book, error) {
	postings, err := selectJournal(ctx, tx, wallet)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", wallet, err)
	}
	return Replay(wallet, postings), nil
}
