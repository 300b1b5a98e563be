package paidmessages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Photo is what the ledger and the earnings call the price of opening a photo.
const Photo = "messagePhoto"

// maxPhotoPrice is the highest price of a photo, in tokens.
const maxPhotoPrice = 10_000

// The refusals.
var (
	ErrNoPhoto      = fault.New(fault.NotFound, "This photo does not exist.")
	ErrOpened       = fault.New(fault.Conflict, "You have opened this photo already.").Coded("already_unlocked")
	ErrPriceChanged = fault.New(fault.Conflict, "The price has changed. Have another look before you buy.").Coded("price_changed")
)

// Declaration is who is to be seen in a photo, as its performer declares.
type Declaration struct {
	OnlyMe bool
	Others []string
}

// Sellers have the rules of what performers sell.
type Sellers interface {
	// Reviewed reports whether staff look at what a performer sells before it is shown; it refuses who may not sell.
	Reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Declared reads a declaration, or refuses it.
	Declared(text string) (Declaration, error)
}

// CheckOffer refuses what cannot be the price of a photo, or who is to be seen in it.
func (s *Service) CheckOffer(price money.Tokens, consents string) (Declaration, error) {
	switch {
	case price < money.Whole(1) || price > money.Whole(maxPhotoPrice):
		return Declaration{}, fault.Between("price", 1, maxPhotoPrice)
	case price%money.Whole(1) != 0:
		return Declaration{}, fault.Field("price", "Must be whole tokens")
	}
	return s.Sellers.Declared(consents)
}

// Reviewed reports whether a photo that the performer sells waits for staff.
func (s *Service) Reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.Sellers.Reviewed(ctx, tx, performerID)
}

// Offer is a photo that a performer sells to whom they have sent it.
type Offer struct {
	MessageID   string       `db:"message_id"`
	FileID      string       `db:"file_id"`
	PerformerID string       `db:"performer_id"`
	MemberID    string       `db:"member_id"`
	Price       money.Tokens `db:"price"`
	OnlyMe      bool         `db:"only_me"`
	Others      string       `db:"others"` // JSON: the names of those who are to be seen
	DeclaredAt  time.Time    `db:"declared_at"`
	ApprovedAt  time.Time    `db:"approved_at"` // zero: it waits for staff, or was refused
}

// Offer keeps what a performer asks for a photo, whose line is written in tx. It waits for staff, or may be opened at once.
func (s *Service) Offer(ctx context.Context, tx *db.Tx, o Offer, waits bool) error {
	if o.DeclaredAt = s.Now(); !waits {
		o.ApprovedAt = o.DeclaredAt
	}
	return insertOffer(ctx, tx, o, s.MAC)
}

// Unlock is a photo that was opened, and how what was paid for it is shared.
type Unlock struct {
	ID          string        `db:"id"`
	MessageID   string        `db:"message_id"`
	MemberID    string        `db:"member_id"`
	PerformerID string        `db:"performer_id"`
	Gross       money.Tokens  `db:"gross"`
	Terms       ledger.Terms  `db:",inline"`
	Shares      ledger.Shares `db:",inline"`
	CreatedAt   time.Time     `db:"created_at"`
	Refunded    money.Tokens  `db:"refunded"` // on request
	EndedAt     time.Time     `db:"ended_at"` // all of it was given back; zero: the member may see the photo
}

// Unlocked is published when a photo has been opened.
type Unlocked struct{ Unlock Unlock }

// EventName implements bus.Event.
func (Unlocked) EventName() string { return "paidmessages.unlocked" }

// Ended is published when a refund has closed a photo.
type Ended struct{ Unlock Unlock }

// EventName implements bus.Event.
func (Ended) EventName() string { return "paidmessages.ended" }

// Unlock opens a photo that the member has in a conversation, which nobody else changes meanwhile, and returns what
// is left in the wallet. It fails with ErrNoPhoto, ErrPriceChanged, ErrOpened, ledger.ErrFunds or a ledger.Refusal.
func (s *Service) Unlock(ctx context.Context, tx *db.Tx, messageID, memberID string, price money.Tokens) (money.Tokens, error) {
	o, found, err := selectOffer(ctx, tx, messageID)
	switch {
	case err != nil:
		return 0, err
	case !found || o.MemberID != memberID || o.ApprovedAt.IsZero():
		return 0, ErrNoPhoto
	case o.Price != price:
		return 0, ErrPriceChanged.With("price", o.Price)
	}
	terms, err := s.Rates.Terms(ctx, tx, Photo, o.PerformerID)
	if err == nil {
		err = terms.Valid()
	}
	if err != nil {
		return 0, fmt.Errorf("terms of %s: %w", o.PerformerID, err)
	}
	now := s.Now()
	u := Unlock{
		ID: id.New(now), MessageID: o.MessageID, MemberID: memberID, PerformerID: o.PerformerID,
		Gross: o.Price, Terms: terms, Shares: terms.Split(o.Price), CreatedAt: now,
	}
	fresh, err := insertUnlock(ctx, tx, u, s.MAC)
	if err == nil && !fresh {
		err = ErrOpened
	}
	if err != nil {
		return 0, err
	}
	wallet := ledger.Wallet(memberID)
	posted, err := s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: Photo + ":" + u.ID, Kind: Photo, Reference: u.ID, Payer: memberID, Payee: o.PerformerID, Legs: terms.Legs(u.Shares, wallet, o.PerformerID),
	})
	if err != nil {
		return 0, err
	}
	held, err := s.Ledger.After(ctx, tx, posted, wallet)
	if err != nil {
		return 0, err
	}
	return held[wallet], s.Events.Publish(ctx, tx, Unlocked{u})
}

// Offered is a photo that is sold, and what it has brought.
type Offered struct {
	Offer
	Unlocks int          // by who may see it now
	Earned  money.Tokens // the performer's part of what they paid
}

// Offered are those of the lines that sell a photo.
func (s *Service) Offered(ctx context.Context, tx *db.Tx, messageIDs ...string) (map[string]Offered, error) {
	offers, err := selectOffers(ctx, tx, messageIDs)
	if err != nil || len(offers) == 0 {
		return nil, err
	}
	unlocks, err := selectLive(ctx, tx, messageIDs)
	found := make(map[string]Offered, len(offers))
	for _, o := range offers {
		found[o.MessageID] = Offered{Offer: o}
	}
	for _, u := range unlocks {
		one := found[u.MessageID]
		one.Unlocks++
		one.Earned += u.Terms.Split(u.Gross - u.Refunded).Net
		found[u.MessageID] = one
	}
	return found, err
}

// NoteUnlockRefund notes that the site gave tokens of an unlock back in tx, or fails with ErrRefunded. All of them close
// the photo.
func (s *Service) NoteUnlockRefund(ctx context.Context, tx *db.Tx, unlockID string, amount money.Tokens) error {
	u, noted, err := refundUnlock(ctx, tx, unlockID, amount, s.Now())
	switch {
	case err != nil:
		return err
	case !noted:
		return ErrRefunded
	case u.EndedAt.IsZero():
		return nil
	}
	return s.Events.Publish(ctx, tx, Ended{u})
}

// Unlocks are what a member paid for photos since an instant, the newest first.
func (s *Service) Unlocks(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Unlock, error) {
	return selectUnlocks(ctx, tx, memberID, since, most)
}

// UnlocksOf are those of a photo that have not ended.
func (s *Service) UnlocksOf(ctx context.Context, tx *db.Tx, messageID string) ([]Unlock, error) {
	return selectLive(ctx, tx, []string{messageID})
}

// SoldTo are those of some performers who have sold a member a photo that they may see.
func (s *Service) SoldTo(ctx context.Context, tx *db.Tx, memberID string, performerIDs ...string) ([]string, error) {
	return selectSellers(ctx, tx, memberID, performerIDs)
}

// FindUnlock is what was paid for a photo, or ErrNoPayment.
func (s *Service) FindUnlock(ctx context.Context, tx *db.Tx, unlockID string) (Unlock, error) {
	u, found, err := selectUnlock(ctx, tx, unlockID)
	if err == nil && !found {
		err = ErrNoPayment
	}
	return u, err
}
