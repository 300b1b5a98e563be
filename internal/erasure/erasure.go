// Package erasure carries out that people want to be forgotten (GDPR, article 17): it asks what
// stands against it, waits for two weeks in which they can think better of it, closes the account,
// and erases what is theirs. What that is, and what stays and why, is declared by the packages that
// keep it (kit/personal); what takes more than its rows, such as bytes, is an Act of theirs.
//
// Invariants:
//   - somebody has one wish at a time, and is mailed when it is made, taken back, waits, and is done;
//   - nothing is erased of anybody who has tokens, or something that is not over: a payout, an order, a show;
//   - staff can put a wish on hold until it is begun, with a reason; from then on nothing brings the account back;
//   - each step can be done twice, so a node that dies on the way is followed by another.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
	"limelight/internal/ledger"
	"limelight/internal/notices"
)

const (
	// coolingOff is how long a wish can be taken back.
	coolingOff = 14 * 24 * time.Hour
	// settling is how long a closed account waits before its rows go: shows are ended and
	// what was held for them is given back by then.
	settling = 2 * time.Minute
)

var (
	errHeld  = fault.New(fault.Conflict, "Something has to be settled before your account can be erased. The list says what.").Coded("erasure_held")
	errAsked = fault.New(fault.Conflict, "You have asked for this already.").Coded("erasure_asked")
	errNone  = fault.New(fault.NotFound, "There is nothing to take back.")
)

// State is how it stands with the wish of an account.
type State struct {
	Asked     bool       `json:"asked"`
	AskedAt   time.Time  `json:"askedAt,omitzero"`
	DueAt     time.Time  `json:"dueAt,omitzero" doc:"it can be taken back until then"`
	OnHold    bool       `json:"onHold" doc:"the site's people have stopped it for now"`
	Obstacles []Obstacle `json:"obstacles" doc:"what has to be settled first"`
}

// Obstacle is something of an account that is not over.
type Obstacle struct {
	What  string `json:"what" doc:"balance, or the domain"`
	Title string `json:"title" doc:"in the caller's language"`
	Count int    `json:"count"`
}

// Act erases what a package keeps of an account beside rows that are deleted or blanked as they are
// declared. It may be done twice.
type Act struct {
	Name  string
	Erase func(ctx context.Context, accountID string) error
}

// Deps is what a Service needs.
type Deps struct {
	DB       *db.DB
	Accounts *account.Service
	Ledger   *ledger.Ledger
	Notices  *notices.Notices
	Audit    *audit.Log
	Acts     func() []Act // in the order in which they are done, before the rows
	Now      func() time.Time
	Log      *slog.Logger
}

// Service keeps the wishes and carries them out.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// State is the caller's.
func (s *Service) State(ctx context.Context, c account.Caller) (state State, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if state.Obstacles, err = s.obstacles(ctx, tx, c.ID); err != nil {
			return err
		}
		w, err := selectOpen(ctx, tx, c.ID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		state.Asked, state.AskedAt, state.DueAt, state.OnHold = err == nil, w.AskedAt, w.DueAt, w.HeldBy != ""
		return err
	})
	return state, err
}

// Ask notes the caller's wish, unless something stands against it. Admins are taken out by
// other admins.
func (s *Service) Ask(ctx context.Context, c account.Caller) error {
	if c.Role == account.Admin {
		return account.ErrForbidden
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		held, err := s.obstacles(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if len(held) > 0 {
			return errHeld
		}
		now := s.Now()
		w := wish{ID: id.New(now), AccountID: c.ID, Status: asked, AskedAt: now, DueAt: now.Add(coolingOff)}
		stored, err := insertWish(ctx, tx, w)
		if err != nil {
			return fmt.Errorf("insert a wish: %w", err)
		}
		if !stored {
			return errAsked
		}
		return s.tell(ctx, tx, askedNotice, c.ID, w.DueAt)
	})
}

// TakeBack ends the caller's wish.
func (s *Service) TakeBack(ctx context.Context, c account.Caller) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := endWish(ctx, tx, c.ID, s.Now())
		if err != nil {
			return fmt.Errorf("end a wish: %w", err)
		}
		if !open {
			return errNone
		}
		return s.tell(ctx, tx, takenBackNotice, c.ID, time.Time{})
	})
}

// obstacles are what of an account is not over: its tokens, and what domains declare.
func (s *Service) obstacles(ctx context.Context, tx *db.Tx, accountID string) ([]Obstacle, error) {
	say, held := lang.In(ctx), []Obstacle{}
	wallet, earned := ledger.Wallet(accountID), ledger.Earnings(accountID)
	balances, err := s.Ledger.Balances(ctx, tx, wallet, earned)
	if err != nil {
		return nil, fmt.Errorf("read balances: %w", err)
	}
	if balances[wallet] != 0 || balances[earned] != 0 {
		held = append(held, Obstacle{"balance", say("Tokens that are left"), 1})
	}
	for _, part := range personal.Parts() {
		count, err := countOpen(ctx, tx, part, accountID)
		if err != nil {
			return nil, fmt.Errorf("count what is open of %s: %w", part.ID, err)
		}
		if count > 0 {
			held = append(held, Obstacle{part.ID, say(part.Title), count})
		}
	}
	return held, nil
}

// tell tells an account, by its username, for a name may be anything.
func (s *Service) tell(ctx context.Context, tx *db.Tx, kind notices.Kind[about], accountID string, due time.Time) error {
	a, err := s.Accounts.Get(ctx, tx, accountID)
	if err != nil {
		return err
	}
	to := a.Recipient()
	to.Name = a.Username
	return kind.Send(ctx, tx, s.Notices, to, about{a.Username, due})
}
