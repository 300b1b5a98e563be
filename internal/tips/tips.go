// Package tips lets a member thank a performer with tokens.
//
// Sending a tip is one transaction: the tip is recorded with the rates of its
// moment, the ledger moves the tokens and the event Sent is queued. Telling
// people about it happens after.
//
// Invariants:
//   - a tip exists exactly when its transfer "tip:"+id does (Rule proves it);
//   - site fee, studio net and net sum to gross, and are what was posted;
//   - an Idempotency-Key makes one tip, however often it is sent.
package tips

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
	"limelight/internal/ledger"
)

// Kind is what the ledger and the earnings call a tip.
const Kind = "tip"

// Income is what tips are to the ledger's readers.
var Income = ledger.Kind{ID: Kind, One: "Tip", Many: "Tips", Income: true}

// maxNote bounds a note, in characters (behaviours, "Tips").
const maxNote = 200

// The refusals.
var (
	// ErrNoPerformer also hides a performer who blocks the member.
	ErrNoPerformer = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoRoom      = fault.New(fault.NotFound, "This conversation does not exist.")
	errSelf        = fault.New(fault.Invalid, "You cannot tip yourself.")
)

// Tip is one gift and its split.
type Tip struct {
	ID             string        `db:"id"`
	SenderID       string        `db:"sender_id"`
	SenderName     string        `db:"sender_name"` // the username at the time
	PerformerID    string        `db:"performer_id"`
	ConversationID string        `db:"conversation_id"` // the room that hears of it; empty for none
	Gross          money.Tokens  `db:"gross"`
	Terms          ledger.Terms  `db:",inline"`
	Shares         ledger.Shares `db:",inline"`
	Note           string        `db:"note"`
	Label          string        `db:"label"`     // what it was for, as the menu said then; empty for nothing
	Anonymous      bool          `db:"anonymous"` // hidden from the room, not from the performer
	CreatedAt      time.Time     `db:"created_at"`
}

// Sent is published when a tip has been recorded.
type Sent struct{ Tip Tip }

// EventName implements bus.Event.
func (Sent) EventName() string { return "tips.sent" }

// Limits are the amounts that a member may choose from.
type Limits struct{ Min, Max, Step money.Tokens }

// Check refuses an amount that is not on offer.
func (l Limits) Check(token money.Tokens) error {
	switch {
	case token < l.Min || token > l.Max:
		return fault.Between("token", readable(l.Min), readable(l.Max))
	case l.Step > 0 && token%l.Step != 0:
		return fault.Field("token", "Must be a multiple of %s", readable(l.Step))
	}
	return nil
}

// readable writes an amount as the wire does: 15, not 15.00.
func readable(t money.Tokens) string {
	text, err := t.MarshalJSON()
	if err != nil {
		return t.String()
	}
	return string(text)
}

// Performers knows who may be tipped. Receives reports false for an id that is
// no performer's, for one who is not active, and for one who blocks the member,
// by name or by the country of the call. Admits says the same of whoever looks.
type Performers interface {
	Receives(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error)
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
}

// Rooms knows conversations. Hosts reports whether the conversation is one of
// the performer's shows, or one of hers with the member.
type Rooms interface {
	Hosts(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error)
	// CheckNote refuses a note that the member may not write there.
	CheckNote(ctx context.Context, tx *db.Tx, conversationID, memberID, note string) error
}

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// Deps are what tips stand on.
type Deps struct {
	DB         *db.DB
	Ledger     *ledger.Ledger
	Performers Performers
	Rooms      Rooms
	Rates      Rates
	Events     *bus.Bus
	Limiter    *limit.Limiter // its rule "tips.send" is by the member's id
	Limits     func() Limits  // read at each tip: a setting
	Now        func() time.Time
}

// Service sends tips.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Order is what a member asks for. Its JSON is what an Idempotency-Key stands
// for: a new username does not make it another order.
type Order struct {
	SenderID       string
	SenderName     string `json:"-"`
	PerformerID    string
	ConversationID string
	Token          money.Tokens
	Note           string
	Anonymous      bool
	MenuItemID     string `json:",omitempty"` // what Token pays for
	Label          string `json:"-"`          // found at the item
}

// Receipt is what the member gets: the tip, and what is left in the wallet.
type Receipt struct {
	Tip     Tip
	Balance money.Tokens
}

// Send moves tokens from the sender to the performer and records why. A key that
// has been used gives the first receipt again. It fails with ErrNoPerformer,
// ErrNoRoom, ledger.ErrFunds, idempotency.ErrOtherBody, a menu that has changed or a
// refused field.
func (s *Service) Send(ctx context.Context, o Order, key string) (Receipt, error) {
	if err := s.check(&o); err != nil {
		return Receipt{}, err
	}
	if err := s.Limiter.Allow(ctx, "tips.send", o.SenderID); err != nil {
		return Receipt{}, err
	}
	return idempotency.Write(ctx, s.DB, "tips.send:"+o.SenderID, key, o, s.Now, func(ctx context.Context, tx *db.Tx) (Receipt, error) {
		return s.send(ctx, tx, o)
	})
}

func (s *Service) check(o *Order) error {
	o.Note = sanitize.Line(o.Note)
	switch {
	case o.SenderID == o.PerformerID:
		return errSelf
	case !id.Valid(o.PerformerID):
		return ErrNoPerformer
	case o.ConversationID != "" && !id.Valid(o.ConversationID):
		return ErrNoRoom
	case o.MenuItemID != "" && !id.Valid(o.MenuItemID):
		return errNotOnMenu
	}
	if err := fault.Length("note", o.Note, 0, maxNote); err != nil {
		return err
	}
	if o.MenuItemID != "" {
		return nil // the item says what it costs
	}
	return s.Limits().Check(o.Token)
}

func (s *Service) send(ctx context.Context, tx *db.Tx, o Order) (Receipt, error) {
	if err := s.admit(ctx, tx, o); err != nil {
		return Receipt{}, err
	}
	if err := s.choose(ctx, tx, &o); err != nil {
		return Receipt{}, err
	}
	terms, err := s.Rates.Terms(ctx, tx, Kind, o.PerformerID)
	if err == nil {
		err = terms.Valid()
	}
	if err != nil {
		return Receipt{}, fmt.Errorf("terms of %s: %w", o.PerformerID, err)
	}
	tip := o.tip(terms, s.Now())
	if err := insertTip(ctx, tx, tip); err != nil {
		return Receipt{}, err
	}
	posted, err := s.Ledger.Post(ctx, tx, tip.transfer())
	if err != nil {
		return Receipt{}, err
	}
	wallet := ledger.Wallet(tip.SenderID)
	held, err := s.Ledger.After(ctx, tx, posted, wallet)
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{Tip: tip, Balance: held[wallet]}, s.Events.Publish(ctx, tx, Sent{tip})
}

func (s *Service) admit(ctx context.Context, tx *db.Tx, o Order) error {
	if ok, err := s.Performers.Receives(ctx, tx, o.PerformerID, o.SenderID); err != nil || !ok {
		return cmp.Or[error](err, ErrNoPerformer)
	}
	if o.ConversationID == "" {
		return nil
	}
	if ok, err := s.Rooms.Hosts(ctx, tx, o.ConversationID, o.PerformerID, o.SenderID); err != nil || !ok {
		return cmp.Or[error](err, ErrNoRoom)
	}
	return s.Rooms.CheckNote(ctx, tx, o.ConversationID, o.SenderID, o.Note)
}

func (o Order) tip(terms ledger.Terms, now time.Time) Tip {
	return Tip{
		ID: id.New(now), SenderID: o.SenderID, SenderName: o.SenderName,
		PerformerID: o.PerformerID, ConversationID: o.ConversationID,
		Gross: o.Token, Terms: terms, Shares: terms.Split(o.Token),
		Note: o.Note, Label: o.Label, Anonymous: o.Anonymous, CreatedAt: now,
	}
}

func (t Tip) transfer() ledger.Transfer {
	return ledger.Transfer{
		Key: Kind + ":" + t.ID, Kind: Kind, Reference: t.ID,
		Payer: t.SenderID, Payee: t.PerformerID,
		Legs: t.Terms.Legs(t.Shares, ledger.Wallet(t.SenderID), t.PerformerID),
	}
}

// Received is a page of a performer's tips, newest first, and how many there are.
func (s *Service) Received(ctx context.Context, performerID string, offset, limit int) (list []Tip, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, total, err = selectReceived(ctx, tx, performerID, offset, limit)
		return err
	})
	return list, total, err
}

// Find are those of the tips that exist, newest first.
func (s *Service) Find(ctx context.Context, tx *db.Tx, ids ...string) ([]Tip, error) {
	return selectTips(ctx, tx, ids)
}
