// Package studio keeps studios and who belongs to them.
//
// Invariants:
//   - a performer belongs to one studio at most;
//   - a member who is inactive cannot go live or sell; she logs in, sees what she
//     has earned, asks for payouts and may leave the studio, as every member may;
//   - a share is what the performer gets of the studio's receipts of one kind, in
//     basis points: the member's own, or else the studio's default;
//   - no share becomes less without the performer's word (rates.go);
//   - every change of a share is a row of its own, which stays: what held at any
//     instant can be asked for.
package studio

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// DefaultShare is what a member gets of a new studio's receipts, of every kind.
const DefaultShare = money.Rate(6_000)

// The statuses of a member (spec §4).
const (
	Active   = "active"
	Inactive = "inactive"
)

// The refusals of this package.
var (
	ErrAbsent   = fault.New(fault.NotFound, "This studio does not exist.")
	ErrNoMember = fault.New(fault.NotFound, "This member does not exist.")
	ErrTaken    = fault.New(fault.Conflict, "This {performer} belongs to a studio already.")

	ErrUnverified = fault.New(fault.Forbidden, "Your studio must be verified first.").Coded("studio_unverified")
	ErrIsVerified = fault.New(fault.Conflict, "Your studio is verified already.")
)

// Studio is the record as its owner sees it (spec §3).
type Studio struct {
	ID                 string       `json:"_id"`
	Username           string       `json:"username"`
	Name               string       `json:"name"`
	Email              string       `json:"email"`
	Avatar             string       `json:"avatar"`
	Role               string       `json:"role"`
	Country            string       `json:"country"`
	Balance            money.Tokens `json:"balance"`
	Verified           bool         `json:"verified"`
	Verification       string       `json:"verification" enum:"none,submitted,verified,rejected"`
	VerificationReason string       `json:"verificationReason,omitempty"`
	Stats              Stats        `json:"stats"`
	CreatedAt          time.Time    `json:"createdAt"`
}

// Stats sum up a studio's members.
type Stats struct {
	TotalPerformer   int          `json:"totalPerformer"`
	TotalTokenEarned money.Tokens `json:"totalTokenEarned"`
	TotalOnlineToday int          `json:"totalOnlineToday"`
	TotalHoursOnline float64      `json:"totalHoursOnline"`
}

// Member is one performer of a studio.
type Member struct {
	ID        string       `json:"_id"`
	Status    string       `json:"status" enum:"active,inactive"`
	Performer account.Card `json:"performer"`
	JoinedAt  time.Time    `json:"joinedAt"`
}

// Submitted is published when a studio has handed in its document.
type Submitted struct {
	StudioID     string `json:"studioId"`
	SubmittedBy  string `json:"submittedBy"`
	DocumentFile string `json:"documentFile"`
}

// EventName names the event on the bus.
func (Submitted) EventName() string { return "studio.submitted" }

// MembersChanged is published when somebody joins or leaves a studio, or her status
// changes.
type MembersChanged struct {
	StudioID    string `json:"studioId"`
	PerformerID string `json:"performerId"`
	Status      string `json:"status"`
}

// EventName names the event on the bus.
func (MembersChanged) EventName() string { return "studio.members_changed" }

// Stage knows when performers are on line.
type Stage interface {
	// Online is how many of the performers were on line since an instant, and how
	// long all of them were, ever.
	Online(ctx context.Context, tx *db.Tx, performerIDs []string, since time.Time) (performers int, total time.Duration, err error)
	// Idle reports whether the performer gives no show.
	Idle(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Books know what was ever earned.
type Books interface {
	// EarnedEver is what came in for the account, whatever went out since.
	EarnedEver(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error)
}

// Hiring makes performers.
type Hiring interface {
	// Hire makes a performer's account, and starts her identity check when there
	// are papers. by handed them in. join runs in the same transaction.
	Hire(ctx context.Context, n account.NewAccount, gender string, idFile, document api.File, by string,
		join func(ctx context.Context, tx *db.Tx, performerID string) error) (account.Account, error)
}

// Publisher queues an event in the caller's transaction.
type Publisher interface {
	Publish(ctx context.Context, tx *db.Tx, e bus.Event) error
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   Publisher
	Accounts *account.Service
	Files    *files.Service
	Stage    Stage
	Hiring   Hiring
	Books    Books
	Ledger   *ledger.Ledger
	Limits   *limit.Limiter // knows Limits()
	Now      func() time.Time

	Kinds []string // of income, in the order of tables and forms
	// SiteKeeps is what the site keeps of a performer's income now, by kind.
	SiteKeeps func(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error)
}

// Service keeps studios.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Me returns a studio's own record with its statistics; today is the UTC day.
func (s *Service) Me(ctx context.Context, studioID string) (st Studio, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		st, err = s.load(ctx, tx, studioID)
		return err
	})
	return st, err
}

// Stats returns what a studio's performers have done; today is the UTC day.
func (s *Service) Stats(ctx context.Context, studioID string) (n Stats, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err = s.stats(ctx, tx, studioID)
		return err
	})
	return n, err
}

func (s *Service) load(ctx context.Context, tx *db.Tx, studioID string) (Studio, error) {
	st, err := selectStudio(ctx, tx, studioID)
	if err != nil {
		return st, absent(err, ErrAbsent)
	}
	a, err := s.Accounts.Get(ctx, tx, studioID)
	if err != nil {
		return st, err
	}
	st.ID, st.Username, st.Name, st.Email = a.ID, a.Username, a.Name, a.Email
	st.Avatar, st.Role, st.Country = s.Accounts.Picture(a), string(a.Role), a.Country
	if st.Balance, err = s.Ledger.Balance(ctx, tx, ledger.Earnings(studioID)); err != nil {
		return st, err
	}
	st.Stats, err = s.stats(ctx, tx, studioID)
	return st, err
}

func (s *Service) stats(ctx context.Context, tx *db.Tx, studioID string) (n Stats, err error) {
	ids, err := selectMemberIDs(ctx, tx, studioID)
	if err != nil {
		return n, err
	}
	n.TotalPerformer = len(ids)
	if n.TotalTokenEarned, err = s.Books.EarnedEver(ctx, tx, studioID); err != nil {
		return n, err
	}
	var total time.Duration
	n.TotalOnlineToday, total, err = s.Stage.Online(ctx, tx, ids, s.Now().UTC().Truncate(24*time.Hour))
	n.TotalHoursOnline = float64(total.Round(36*time.Second)/(36*time.Second)) / 100
	return n, err
}

func absent(err, refusal error) error {
	if errors.Is(err, db.ErrNone) {
		return refusal
	}
	return err
}

// Members returns one page of a studio's performers, the newest first. An empty
// status is both.
func (s *Service) Members(ctx context.Context, studioID, status string, offset, limit int) (list []Member, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list, total, err = selectMembers(ctx, tx, studioID, status, offset, limit); err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, m := range list {
			ids[i] = m.ID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		for i := range list {
			list[i].Performer = cards[list[i].ID]
		}
		return err
	})
	return list, total, err
}

// SetStatus switches a member of the studio on or off. Somebody else's performer
// is ErrNoMember.
func (s *Service) SetStatus(ctx context.Context, studioID, performerID, status string) (m Member, err error) {
	if status != Active && status != Inactive {
		return m, fault.Field("status", "Must be one of active, inactive")
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := updateMember(ctx, tx, studioID, performerID, status)
		if err != nil {
			return err
		}
		if changed {
			if err := s.Accounts.SetStatus(ctx, tx, performerID, account.Status(status)); err != nil {
				return err
			}
			if err := s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, status}); err != nil {
				return err
			}
		}
		m, err = s.member(ctx, tx, studioID, performerID)
		return err
	})
	return m, err
}

// AddMember puts a performer into a studio; ErrTaken when she is in one.
func (s *Service) AddMember(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	if err := insertMember(ctx, tx, studioID, performerID, s.Now()); err != nil {
		if db.Unique(err, "studio_members", "performer_id") {
			return ErrTaken
		}
		return err
	}
	return s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, Active})
}

// SetVerification records the decision of moderation. A studio's document does
// not expire.
func (s *Service) SetVerification(ctx context.Context, tx *db.Tx, studioID string, verified bool, reason string, _ time.Time) error {
	state := "rejected"
	if verified {
		state = "verified"
	}
	return updateVerification(ctx, tx, studioID, state, reason, s.Now())
}
