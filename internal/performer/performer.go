// Package performer keeps the profiles of performers, what they charge,
// whether their identity is verified, and how they appear on the site now.
//
// Invariants:
//   - verification moves none → submitted → verified | rejected, and from
//     rejected to submitted again; only moderation decides (SetVerification). A
//     verified one ends, by the clock, as expired (ExpireDocuments), from where it
//     is submitted again;
//   - a performer is visible when verified and the account is active;
//   - the streaming status is written by SetStreaming alone, called by
//     the show, and every change of it is published;
//   - what can be searched (performer_words, performer_starts) is written
//     in the transaction that changes it.
package performer

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// The refusals of this package.
var (
	ErrAbsent      = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoMail      = fault.New(fault.Conflict, "Please verify your e-mail address before you go live.").Coded("email_unverified")
	ErrSuspended   = fault.New(fault.Conflict, "This account is suspended.").Coded("account_suspended")
	ErrInactive    = fault.New(fault.Conflict, "Your studio has switched your account off, so you cannot go live. Your earnings and payouts stay open to you.").Coded("account_inactive")
	ErrNoDocuments = fault.New(fault.Conflict, "Please send your identity documents before you go live.").Coded("identity_missing")
	ErrInReview    = fault.New(fault.Conflict, "Your identity documents are being checked. We will write to you.").Coded("identity_in_review")
	ErrRejected    = fault.New(fault.Conflict, "Your identity documents were rejected. Please send new ones.").Coded("identity_rejected")
	ErrExpired     = fault.New(fault.Conflict, "Your identity document has expired. Please send a new one.").Coded("identity_expired")
	ErrTooYoung    = fault.New(fault.Conflict, "You must be at least 18 years old.").Coded("under_age")
	ErrIsVerified  = fault.New(fault.Conflict, "Your identity is verified already.")
)

// Performer is the record as its owner sees it.
type Performer struct {
	ID          string       `json:"_id"`
	Username    string       `json:"username"`
	Name        string       `json:"name"`
	Email       string       `json:"email"`
	Avatar      string       `json:"avatar"`
	Role        string       `json:"role"`
	IsPerformer bool         `json:"isPerformer"`
	Balance     money.Tokens `json:"balance"`
	Status      string       `json:"status" doc:"of the account: active, inactive or suspended"`

	EmailVerified      bool       `json:"emailVerified"`
	Verified           bool       `json:"verified"`
	Verification       string     `json:"verification" enum:"none,submitted,verified,rejected,expired" db:"verification"`
	VerificationReason string     `json:"verificationReason,omitempty" db:"verification_reason"`
	VerifiedUntil      *time.Time `json:"verifiedUntil,omitempty"`

	Profile
	DateOfBirth string     `json:"dateOfBirth"`
	Categories  []Category `json:"categories"`
	Links       []Link     `json:"links" doc:"her addresses elsewhere"`
	VIP         bool       `json:"vip" db:"vip"`
	CardImage   string     `json:"cardImage" db:"card_image"`
	WideImage   string     `json:"wideImage" db:"wide_image"`

	Availability    string     `json:"availability" enum:"available,away" db:"status"`
	StreamingStatus string     `json:"streamingStatus" enum:"offline,public,private,group,away" db:"streaming_status"`
	IsOnline        bool       `json:"isOnline"`
	Viewers         int        `json:"viewers" db:"viewers"`
	LiveSince       *time.Time `json:"liveSince,omitempty"`
	Snapshot        string     `json:"snapshot" db:"snapshot"`
	Views           int64      `json:"views" db:"views"`

	Prices
	Broadcast Broadcast `json:"broadcast" db:",inline"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
}

// Changed is published when a profile, its prices or its visibility change.
type Changed struct {
	PerformerID string `json:"performerId"`
}

func (Changed) EventName() string { return "performer.changed" }

// Hider knows which viewers a performer has blocked.
type Hider interface {
	// Hides reports whether the performer hides from the account, or from where the
	// call comes from. An empty viewerID is a guest.
	Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// Hiding says which of some performers hide from a viewer.
	Hiding(ctx context.Context, tx *db.Tx, viewer account.Caller, performerIDs ...string) (map[string]bool, error)
	// BlockedViewers says from which of some accounts the performer hides, as far as is known while
	// they do not call.
	BlockedViewers(ctx context.Context, tx *db.Tx, performerID string, viewerIDs ...string) (map[string]bool, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   *bus.Bus
	Accounts *account.Service
	Files    *files.Service
	Blocking Hider
	Ledger   *ledger.Ledger
	Limiter  *limit.Limiter
	Audit    *audit.Log
	Now      func() time.Time
}

// core is what every part has.
type core struct{ Deps }

// Service keeps performers: the parts of the package together. Each part stands on those before it.
type Service struct {
	*core
	*Catalogue
	*Profiles
	*Pricing
	*Presence
	*Ranks
	*Visibility
	*Verification
	*Registration
	*Links
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	catalogue, verification := &Catalogue{c}, &Verification{c}
	profiles := &Profiles{c, catalogue}
	return &Service{
		core: c, Catalogue: catalogue, Profiles: profiles, Pricing: &Pricing{c}, Presence: &Presence{c}, Ranks: &Ranks{c}, Visibility: &Visibility{c},
		Verification: verification, Registration: &Registration{c, profiles, verification}, Links: &Links{c},
	}
}

// change runs fn, tells of the change and answers with the record as it is then.
func (s *core) change(ctx context.Context, performerID string, fn func(context.Context, *db.Tx) error) (p Performer, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := fn(ctx, tx); err != nil {
			return err
		}
		if err := s.Events.Publish(ctx, tx, Changed{performerID}); err != nil {
			return err
		}
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

// person is the performer's account; an absent one is ErrAbsent.
func (s *core) person(ctx context.Context, tx *db.Tx, performerID string) (account.Account, error) {
	a, err := s.Accounts.Get(ctx, tx, performerID)
	if errors.Is(err, account.ErrAbsent) {
		return a, ErrAbsent
	}
	return a, err
}

// load is the record as its owner sees it.
func (s *core) load(ctx context.Context, tx *db.Tx, performerID string) (Performer, error) {
	p, err := selectPerformer(ctx, tx, performerID)
	if err != nil {
		return p, err
	}
	a, err := s.person(ctx, tx, performerID)
	if err != nil {
		return p, err
	}
	p.Username, p.Name, p.Email, p.EmailVerified = a.Username, a.Name, a.Email, a.EmailVerified
	p.Avatar, p.DateOfBirth, p.Role, p.IsPerformer = s.Accounts.Picture(a), a.DateOfBirth, string(a.Role), true
	p.Status = string(a.Status)
	p.Verified = p.Verification == Verified && (p.VerifiedUntil == nil || s.Now().Before(*p.VerifiedUntil))
	p.Balance, err = s.Ledger.Balance(ctx, tx, ledger.Earnings(performerID))
	return p, err
}
