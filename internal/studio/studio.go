// Package studio keeps studios and who belongs to them.
//
// Invariants:
//   - a performer belongs to one studio at most;
//   - a member who is inactive cannot log in, go live or sell; what she has
//     earned stays;
//   - a share is what the performer gets of the studio's receipts, in basis
//     points: the member's own, or else the studio's default.
package studio

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// DefaultShare is what a member gets of a new studio's receipts.
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
	ErrTaken    = fault.New(fault.Conflict, "This performer belongs to a studio already.")
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
	DefaultShare       float64      `json:"defaultShare" doc:"percent that a performer gets of the studio's receipts"`
	Stats              Stats        `json:"stats"`
	CreatedAt          time.Time    `json:"createdAt"`
	share              money.Rate
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
	Share     float64      `json:"share" doc:"percent that she gets of the studio's receipts"`
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

// MembersChanged is published when somebody joins a studio or her status
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
}

// Books know what was ever earned.
type Books interface {
	// EarnedEver is what came in for the account, whatever went out since.
	EarnedEver(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error)
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
	Books    Books
	Ledger   *ledger.Ledger
	Now      func() time.Time
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
	st.Avatar, st.Role, st.Country = a.Avatar, string(a.Role), a.Country
	st.DefaultShare = percent(st.share)
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

// percent is a rate as people write it, with two decimals.
func percent(r money.Rate) float64 { return float64(r) / 100 }

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
		if m, err = selectMember(ctx, tx, studioID, performerID); err != nil {
			return absent(err, ErrNoMember)
		}
		cards, err := s.Accounts.Cards(ctx, tx, performerID)
		m.Performer = cards[performerID]
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

// StudioOf returns the studio a performer belongs to and what she gets of its
// receipts. An empty studioID is none; she then gets all.
func (s *Service) StudioOf(ctx context.Context, tx *db.Tx, performerID string) (studioID string, share money.Rate, err error) {
	studioID, share, err = selectTerms(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		return "", money.Full, nil
	}
	return studioID, share, err
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
