// Package referrals thanks people who bring others: with a part of what the site
// keeps of what those spend or earn.
//
// Who brought whom is fixed when an account is made, with the terms of that day.
// The package follows the ledger (ledger.Follower), so every kind of payment is
// rewarded in its own transaction and no room knows of it. docs/decisions/0016
// says where rewards go and why.
//
// Invariants (Rule proves them):
//   - a transfer by which a referred member pays or a referred performer earns has
//     exactly one reward a side while the term runs, and a reward its transfer;
//   - the rewards of a transfer never exceed what the site kept of it, now that
//     part of it may have been refunded: members and performers pay nothing;
//   - a reward above zero was posted once, by "referral:"+id; what a refund takes
//     back of it by "referral-return:"+id;
//   - a member's earnings account holds what is not released yet, and no more.
package referrals

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Kind is what the ledger calls a reward, what was taken back of one, and the
// release of a member's.
const Kind = "referral"

// Kinds are what rewards are to the ledger's readers.
var Kinds = ledger.Kinds{{ID: Kind, One: "Referral reward", Many: "Referral rewards", Wallet: true}}

// ErrNoCode also hides an account that is closed.
var ErrNoCode = fault.New(fault.NotFound, "This invitation does not exist.")

// Terms are what a referral brings. They are frozen when somebody registers.
type Terms struct {
	Rate   money.Rate    // of the base, rounded down
	Months int           // how long; twelve are 365 days
	Hold   time.Duration // before a member may spend a reward: as long as a payout waits
}

// Lasts is how long somebody who registers now brings rewards.
func (t Terms) Lasts() time.Duration { return time.Duration(t.Months*365/12) * 24 * time.Hour }

// Side says by what a transfer is rewarded.
type Side string

// The sides of a transfer: a referred member paid, a referred performer earned.
const (
	Spend Side = "spend"
	Earn  Side = "earn"
)

// Reason says why a reward is of nothing; empty when it is not, or when the
// arithmetic says nothing.
type Reason string

// The reasons.
const (
	Inactive   Reason = "inactive" // who brought them is suspended or switched off
	SameStudio Reason = "studio"   // both belong to one studio by now
)

// Void says why a referral brings nothing at all; empty when it does.
type Void string

// The reasons of a void referral.
const (
	Own        Void = "own"    // registered by who was logged in as the owner of the code
	SameDevice Void = "device" // registered in a browser that the owner of the code uses
)

// Referral is one account that another brought.
type Referral struct {
	ID         string     `db:"id"`
	ReferredID string     `db:"referred_id"`
	ReferrerID string     `db:"referrer_id"`
	Rate       money.Rate `db:"rate"`
	Void       Void       `db:"void"`
	CreatedAt  time.Time  `db:"created_at"`
	EndsAt     time.Time  `db:"ends_at"` // the first instant without reward
}

// Reward is what one transfer brought.
type Reward struct {
	ID         string       `db:"w.id"`
	ReferralID string       `db:"w.referral_id"`
	ReferrerID string       `db:"w.referrer_id"`
	BaseID     string       `db:"w.base_id"` // the transfer
	Side       Side         `db:"w.side"`
	Kind       string       `db:"w.kind"` // the transfer's
	Reference  string       `db:"w.reference"`
	Base       money.Tokens `db:"w.base"`      // gross of the member, net of the performer
	Fee        money.Tokens `db:"w.fee"`       // the site's part of the transfer
	BaseLeft   money.Tokens `db:"w.base_left"` // what refunds left of both
	FeeLeft    money.Tokens `db:"w.fee_left"`
	Reason     Reason       `db:"w.reason"`
	Reward     money.Tokens `db:"w.reward"`
	Returned   money.Tokens `db:"w.returned"`   // taken back
	Absorbed   money.Tokens `db:"w.absorbed"`   // due back, but spent or paid out: the site bears it
	FreeAt     time.Time    `db:"w.free_at"`    // a member may spend it from then on
	ReleaseID  string       `db:"w.release_id"` // empty while it waits in the earnings account
	CreatedAt  time.Time    `db:"w.created_at"`

	rate money.Rate `db:"f.rate"` // of its referral
}

// kept is what is left of the reward.
func (r Reward) kept() money.Tokens { return r.Reward - r.Returned }

// Studios knows whose studio somebody belongs to now: a studio its own, a
// performer hers; empty for none.
type Studios interface {
	StudioOrSelf(ctx context.Context, tx *db.Tx, accountID string) (string, error)
}

// Visibility says whether the caller in ctx may see an account: a performer may hide.
type Visibility interface {
	Sees(ctx context.Context, tx *db.Tx, a account.Account) (bool, error)
}

// Deps are what referrals stand on.
type Deps struct {
	DB         *db.DB
	Ledger     *ledger.Ledger
	Accounts   *account.Service
	Studios    Studios
	Visibility Visibility
	Terms      func() Terms                     // asked at each registration: settings
	Home       func(ctx context.Context) string // the site's address in an invitation
	Secure     bool                             // the site is reached by https: its cookies never travel without
	Now        func() time.Time
}

// Service keeps referrals.
type Service struct{ Deps }

// New makes the service. It rewards nothing until the ledger is FollowedBy it.
func New(d Deps) *Service { return &Service{d} }

// Invitation is who invites by a code.
type Invitation struct {
	Code string
	By   account.Card
}

// Invitation finds who invites by a code, in any case. It fails with ErrNoCode.
func (s *Service) Invitation(ctx context.Context, code string) (i Invitation, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		by, err := s.inviter(ctx, tx, code)
		if err != nil {
			return err
		}
		switch sees, err := s.Visibility.Sees(ctx, tx, by); {
		case err != nil:
			return err
		case !sees:
			return ErrNoCode
		}
		i = Invitation{Code: fold(code), By: by.Card()}
		return nil
	})
	return i, err
}

// inviter is the active account of a code.
func (s *Service) inviter(ctx context.Context, tx *db.Tx, code string) (by account.Account, err error) {
	code = fold(code)
	if !isCode(code) {
		return by, ErrNoCode
	}
	ownerID, err := selectOwner(ctx, tx, code)
	if errors.Is(err, db.ErrNone) {
		return by, ErrNoCode
	}
	if err != nil {
		return by, err
	}
	by, err = s.Accounts.Get(ctx, tx, ownerID)
	if err == nil && by.Status != account.StatusActive {
		return by, ErrNoCode
	}
	return by, err
}

// Attribute fixes who brought a new member or performer, in the transaction that
// makes the account. A code of nobody's is passed over.
func (s *Service) Attribute(ctx context.Context, tx *db.Tx, a account.Account) error {
	mark := markOf(ctx, s.Secure)
	if mark != "" {
		if err := insertDevice(ctx, tx, mark, a.ID, s.Now()); err != nil {
			return err
		}
	}
	if a.Referral == "" || a.Role != account.Member && a.Role != account.Performer {
		return nil
	}
	by, err := s.inviter(ctx, tx, a.Referral)
	if errors.Is(err, ErrNoCode) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := s.referral(ctx, tx, a, by, mark)
	if err != nil {
		return err
	}
	return insertReferral(ctx, tx, r)
}

func (s *Service) referral(ctx context.Context, tx *db.Tx, a, by account.Account, mark string) (Referral, error) {
	now, terms := s.Now(), s.Terms()
	r := Referral{
		ID: newID(now), ReferredID: a.ID, ReferrerID: by.ID,
		Rate: terms.Rate, CreatedAt: now, EndsAt: now.Add(terms.Lasts()),
	}
	if account.CallerFrom(ctx).ID == by.ID {
		r.Void = Own
		return r, nil
	}
	if mark == "" {
		return r, nil
	}
	same, err := deviceKnown(ctx, tx, mark, by.ID)
	if same {
		r.Void = SameDevice
	}
	return r, err
}
