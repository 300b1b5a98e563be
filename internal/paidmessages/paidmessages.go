// Package paidmessages takes what performers ask for in conversations: a price for each line
// that a member writes to them, and a price for opening a photo that they have sent.
//
// A line and its charge are one transaction, which is the conversation's: the charge is recorded
// with the rates of its moment and the ledger moves the tokens, or nothing is written at all. What
// waits for staff is paid into a hold of the charge: Release shares it when the line is let go,
// Drop gives it back when it never will be.
//
// Invariants (Rule proves them):
//   - a charge exists exactly when its transfer "message:"+id does, which paid exactly its
//     shares, or all into hold:id;
//   - a hold has what was neither captured nor given back, and what was captured was shared by
//     the rates of the charge;
//   - a line is charged once, however often it is sent: message_id is unique;
//   - an unlock exists exactly when its transfer "messagePhoto:"+id does, which paid exactly its
//     shares, for a photo that was declared and approved by then, at its price;
//   - who opened what at which price, and which file was offered, declared and approved how, is as it was written, under MACs;
//   - a member has at most one unlock of a photo that has not ended; it has ended exactly when all
//     of it was given back.
package paidmessages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// Message is what the ledger and the earnings call the price of a line.
const Message = "message"

// Incomes are what conversations bring, to the ledger's readers.
var Incomes = ledger.Kinds{
	{ID: Message, One: "Message", Many: "Messages", Income: true},
	{ID: Photo, One: "Photo in a message", Many: "Photos in messages", Income: true},
}

// undeliveredMemo is what the transfer says that gives a price back.
var undeliveredMemo = ledger.DeclareMemo("The message was not delivered")

// maxPrice is the highest price of a line, in tokens.
const maxPrice = 1000

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// Deps are what paid messages stand on.
type Deps struct {
	DB      *db.DB
	Ledger  *ledger.Ledger
	Rates   Rates
	Sellers Sellers
	Events  *bus.Bus
	MAC     secretbox.MAC // zero: unlocks have none
	Now     func() time.Time
}

// Service takes what lines and photos cost.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Price is what a performer asks for a line; zero: nothing.
func (s *Service) Price(ctx context.Context, performerID string) (price money.Tokens, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		prices, err := s.Prices(ctx, tx, performerID)
		price = prices[performerID]
		return err
	})
	return price, err
}

// SetPrice lets a performer ask so much for a line from now on; zero: nothing.
func (s *Service) SetPrice(ctx context.Context, performerID string, price money.Tokens) error {
	switch {
	case price < 0 || price > money.Whole(maxPrice):
		return fault.Between("price", 0, maxPrice)
	case price%money.Whole(1) != 0:
		return fault.Field("price", "Must be whole tokens")
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return storePrice(ctx, tx, performerID, price, s.Now())
	})
}

// Prices are what performers ask for a line; who asks nothing is absent.
func (s *Service) Prices(ctx context.Context, tx *db.Tx, performerIDs ...string) (map[string]money.Tokens, error) {
	return selectPrices(ctx, tx, performerIDs)
}

// Line is what a member pays for.
type Line struct {
	MessageID   string
	MemberID    string
	PerformerID string
	Price       money.Tokens
	Held        bool // it waits for staff
}

// Charge is what was paid for a line, and how it is shared.
type Charge struct {
	ID          string        `db:"id"`
	MessageID   string        `db:"message_id"`
	MemberID    string        `db:"member_id"`
	PerformerID string        `db:"performer_id"`
	Gross       money.Tokens  `db:"gross"`
	Terms       ledger.Terms  `db:",inline"`
	Shares      ledger.Shares `db:",inline"`
	CreatedAt   time.Time     `db:"created_at"`
	Held        bool          `db:"held"`        // it was paid into a hold
	CapturedAt  time.Time     `db:"captured_at"` // the hold was shared; zero: it was not
	ReturnedAt  time.Time     `db:"returned_at"` // the hold was given back; zero: it was not
	Refunded    money.Tokens  `db:"refunded"`    // on request
}

// DeliveredAt is when the line reached its performer; of one that waits, when it was written.
func (c Charge) DeliveredAt() time.Time {
	if c.CapturedAt.IsZero() {
		return c.CreatedAt
	}
	return c.CapturedAt
}

// waits reports whether the tokens lie in the charge's hold.
func (c Charge) waits() bool { return c.Held && c.CapturedAt.IsZero() && c.ReturnedAt.IsZero() }

// Charge takes the price of a new line. It fails with ledger.ErrFunds or a ledger.Refusal.
func (s *Service) Charge(ctx context.Context, tx *db.Tx, l Line) error {
	terms, err := s.Rates.Terms(ctx, tx, Message, l.PerformerID)
	if err == nil {
		err = terms.Valid()
	}
	if err != nil {
		return fmt.Errorf("terms of %s: %w", l.PerformerID, err)
	}
	now := s.Now()
	c := Charge{
		ID: id.New(now), MessageID: l.MessageID, MemberID: l.MemberID, PerformerID: l.PerformerID,
		Gross: l.Price, Terms: terms, Shares: terms.Split(l.Price), CreatedAt: now, Held: l.Held,
	}
	if err := insertCharge(ctx, tx, c); err != nil {
		return err
	}
	_, err = s.Ledger.Post(ctx, tx, c.payment())
	return err
}

// payment pays for the line: those who earn it, or the hold of what waits.
func (c Charge) payment() ledger.Transfer {
	wallet := ledger.Wallet(c.MemberID)
	legs := c.Terms.Legs(c.Shares, wallet, c.PerformerID)
	if c.Held {
		legs = []ledger.Leg{{Source: wallet, Target: ledger.Hold(c.ID), Amount: c.Gross}}
	}
	return c.posting(Message, legs)
}

// posting is a transfer about the charge, with a key of its own.
func (c Charge) posting(key string, legs []ledger.Leg) ledger.Transfer {
	return ledger.Transfer{Key: key + ":" + c.ID, Kind: Message, Reference: c.ID, Payer: c.MemberID, Payee: c.PerformerID, Legs: legs}
}

// Release shares what was paid for a line that waited, as its performer gets it now, under
// another id, and approves the photo that it sells. It does nothing for any other line.
func (s *Service) Release(ctx context.Context, tx *db.Tx, heldID, messageID string) error {
	if err := approveOffer(ctx, tx, heldID, messageID, s.Now(), s.MAC); err != nil {
		return err
	}
	c, found, err := captureCharge(ctx, tx, heldID, messageID, s.Now())
	if err != nil || !found {
		return err
	}
	_, err = s.Ledger.Post(ctx, tx, c.posting(Message+"-released", c.Terms.Legs(c.Shares, ledger.Hold(c.ID), c.PerformerID)))
	return err
}

// Drop gives back what was paid for lines that waited, and that their performer never gets.
func (s *Service) Drop(ctx context.Context, tx *db.Tx, messageIDs ...string) error {
	dropped, err := returnCharges(ctx, tx, messageIDs, s.Now())
	if err != nil {
		return err
	}
	for _, c := range dropped {
		paid, err := s.Ledger.IDOf(ctx, tx, Message+":"+c.ID)
		if err != nil {
			return fmt.Errorf("give the charge %s back: %w", c.ID, err)
		}
		if _, err := s.Ledger.Reverse(ctx, tx, paid, undeliveredMemo.With()); err != nil {
			return fmt.Errorf("give the charge %s back: %w", c.ID, err)
		}
	}
	return nil
}

// Balance is what is in a member's wallet.
func (s *Service) Balance(ctx context.Context, tx *db.Tx, memberID string) (money.Tokens, error) {
	return s.Ledger.Balance(ctx, tx, ledger.Wallet(memberID))
}
