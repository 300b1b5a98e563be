// Package performer keeps what a performer says about herself, what she charges,
// whether her identity is verified, and how she appears on the site now.
//
// Invariants:
//   - verification moves none → submitted → verified | rejected, and from
//     rejected to submitted again; only moderation decides (SetVerification). A
//     verified one ends, by the clock, as expired (ExpirePapers), from where it
//     is submitted again;
//   - a performer is visible when she is verified and her account is active;
//   - the streaming status is written by SetStreaming alone, told by whoever runs
//     the show, and every change of it is published;
//   - what can be searched of her (performer_words, performer_starts) is written
//     in the transaction that changes it.
package performer

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// The states of verification.
const (
	None      = "none"
	Submitted = "submitted"
	Verified  = "verified"
	Rejected  = "rejected"
	Expired   = "expired" // in the table: none, with the day it was verified until
)

// The streaming states (docs/behaviours: presence).
const (
	Offline = "offline"
	Public  = "public"
	Private = "private"
	Group   = "group"
	Away    = "away"
)

// What a performer may say of herself beside the streaming state.
const Available = "available"

// The refusals of this package.
var (
	ErrAbsent     = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoMail     = fault.New(fault.Conflict, "Please verify your e-mail address before you go live.").Coded("email_unverified")
	ErrSuspended  = fault.New(fault.Conflict, "This account is suspended.").Coded("account_suspended")
	ErrInactive   = fault.New(fault.Conflict, "Your studio has switched your account off, so you cannot go live. Your earnings and payouts stay open to you.").Coded("account_inactive")
	ErrNoPapers   = fault.New(fault.Conflict, "Please send your identity documents before you go live.").Coded("identity_missing")
	ErrInReview   = fault.New(fault.Conflict, "Your identity documents are being checked. We will write to you.").Coded("identity_in_review")
	ErrRejected   = fault.New(fault.Conflict, "Your identity documents were rejected. Please send new ones.").Coded("identity_rejected")
	ErrExpired    = fault.New(fault.Conflict, "Your identity document has expired. Please send a new one.").Coded("identity_expired")
	ErrTooYoung   = fault.New(fault.Conflict, "You must be at least 18 years old.").Coded("under_age")
	ErrIsVerified = fault.New(fault.Conflict, "Your identity is verified already.")
)

// Prices are what time and turns with a performer cost. Per minute, but
// WheelPrice, which is per spin; an ExclusivePrice of 0 is not offered.
type Prices struct {
	PrivatePrice   money.Tokens `json:"privatePrice"`
	ExclusivePrice money.Tokens `json:"exclusivePrice"`
	GroupPrice     money.Tokens `json:"groupPrice"`
	WheelPrice     money.Tokens `json:"wheelPrice"`
	MinMinutes     int          `json:"minMinutes"`
}

// startingPrices are what a new performer charges until she says otherwise.
var startingPrices = Prices{
	PrivatePrice: money.Whole(30), GroupPrice: money.Whole(10), WheelPrice: money.Whole(25), MinMinutes: 1,
}

// Broadcast is how a performer runs her shows.
type Broadcast struct {
	MaxParticipants int    `json:"maxParticipants" minimum:"1" maximum:"100"`
	MinParticipants int    `json:"minParticipants" minimum:"1" maximum:"100"`
	PeekIn          PeekIn `json:"peekIn"`
	Record          bool   `json:"record"`
	WhoMayAsk       string `json:"whoMayAsk" enum:"everyone,favourites,balance,nobody"`
	// MinBalance is what a member must have to ask, when WhoMayAsk is balance.
	MinBalance money.Tokens `json:"minBalance,omitempty" doc:"tokens a member must have to ask, when whoMayAsk is balance"`
}

// PeekIn sells a look into a private show: a window of Seconds for Price; a
// price of 0 is a third of the private price.
type PeekIn struct {
	Enabled bool         `json:"enabled"`
	Price   money.Tokens `json:"price"`
	Seconds int          `json:"seconds" minimum:"10" maximum:"600"`
	Sound   bool         `json:"sound,omitempty" doc:"those who look in hear the performer; otherwise they see her only"`
}

// Category is one heading of the shop window.
type Category struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

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
	Verification       string     `json:"verification" enum:"none,submitted,verified,rejected,expired"`
	VerificationReason string     `json:"verificationReason,omitempty"`
	VerifiedUntil      *time.Time `json:"verifiedUntil,omitempty"`

	Profile
	DateOfBirth string     `json:"dateOfBirth"`
	Categories  []Category `json:"categories"`
	VIP         bool       `json:"vip"`
	CardImage   string     `json:"cardImage"`
	WideImage   string     `json:"wideImage"`

	Availability    string     `json:"availability" enum:"available,away"`
	StreamingStatus string     `json:"streamingStatus" enum:"offline,public,private,group,away"`
	IsOnline        bool       `json:"isOnline"`
	Viewers         int        `json:"viewers"`
	LiveSince       *time.Time `json:"liveSince,omitempty"`
	Snapshot        string     `json:"snapshot"`
	Views           int64      `json:"views"`

	Prices
	Broadcast Broadcast `json:"broadcast"`
	CreatedAt time.Time `json:"createdAt"`
}

// Changed is published when a profile, its prices or its visibility change.
type Changed struct {
	PerformerID string `json:"performerId"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "performer.changed" }

// StreamingChanged is published when a performer's streaming state or headline
// changes. The number of viewers alone is no news.
type StreamingChanged struct {
	PerformerID     string `json:"id"`
	Username        string `json:"username"`
	StreamingStatus string `json:"streamingStatus"`
	Was             string `json:"was"`
	IsOnline        bool   `json:"isOnline"`
	Headline        string `json:"headline"`
}

// EventName names the event on the bus.
func (StreamingChanged) EventName() string { return "performer.streaming_changed" }

// IdentitySubmitted is published when a performer has handed in documents. The
// files are private; moderation alone opens them.
type IdentitySubmitted struct {
	PerformerID  string `json:"performerId"`
	SubmittedBy  string `json:"submittedBy"`
	IDFile       string `json:"idFile"`
	DocumentFile string `json:"documentFile"`
}

// EventName names the event on the bus.
func (IdentitySubmitted) EventName() string { return "performer.identity_submitted" }

// CategoriesChanged is published when the list of categories changes.
type CategoriesChanged struct{}

// EventName names the event on the bus.
func (CategoriesChanged) EventName() string { return "performer.categories_changed" }

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   Publisher
	Accounts *account.Service
	Files    *files.Service
	Blocking Hider
	Ledger   *ledger.Ledger
	Limiter  *limit.Limiter
	Audit    *audit.Log
	Now      func() time.Time
}

// Service keeps performers.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Verified reports whether the performer's identity is verified and her document
// still valid. Nobody is verified who does not exist.
func (s *Service) Verified(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	err := s.identity(ctx, tx, performerID)
	if err == nil {
		return true, nil
	}
	return false, expected(err, ErrAbsent, ErrNoPapers, ErrInReview, ErrRejected, ErrExpired)
}

// CanGoLive returns nil, or the first reason why the performer may not publish:
// ErrAbsent, ErrSuspended, ErrInactive, ErrNoMail, ErrNoPapers, ErrInReview, ErrRejected,
// ErrExpired or ErrTooYoung (docs/behaviours: going live).
func (s *Service) CanGoLive(ctx context.Context, tx *db.Tx, performerID string) error {
	a, err := s.person(ctx, tx, performerID)
	switch {
	case err != nil:
		return err
	case a.Status == account.StatusSuspended:
		return ErrSuspended
	case a.Status != account.StatusActive:
		return ErrInactive
	case !a.EmailVerified:
		return ErrNoMail
	case !adult(a.DateOfBirth, s.Now()):
		return ErrTooYoung
	}
	return s.identity(ctx, tx, performerID)
}

// identity returns nil while the performer's papers are in order.
func (s *Service) identity(ctx context.Context, tx *db.Tx, performerID string) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err != nil {
		return err
	}
	switch {
	case v.state == None && !v.until.IsZero():
		return ErrExpired
	case v.state == None:
		return ErrNoPapers
	case v.state == Submitted:
		return ErrInReview
	case v.state == Rejected:
		return ErrRejected
	case s.expired(v):
		return ErrExpired
	}
	return nil
}

// SetVerification records the decision of moderation. until is the day the
// document expires; zero means it does not.
func (s *Service) SetVerification(ctx context.Context, tx *db.Tx, performerID string, verified bool, reason string, until time.Time) error {
	state := Rejected
	if verified {
		state = Verified
	}
	if err := updateVerification(ctx, tx, performerID, state, reason, until, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

// SetActive follows the account: a suspended or inactive performer leaves every
// list. Accounts that are no performers are passed over.
func (s *Service) SetActive(ctx context.Context, tx *db.Tx, accountID string, active bool) error {
	found, err := updateActive(ctx, tx, accountID, active)
	if err != nil || !found {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{accountID})
}

// SetVIP puts a performer among the VIPs, or takes her out.
func (s *Service) SetVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool) error {
	if err := updateVIP(ctx, tx, performerID, vip, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}
