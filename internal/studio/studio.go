// Package studio keeps studios and their members.
//
// Invariants:
//   - a performer belongs to one studio at most, by their own word or because the studio made
//     their account, and leaves it when both sides want it (leave.go);
//   - what the studio's owner and staff do is in the audit log with the name of who did it;
//   - an inactive member cannot go live or sell, but logs in, sees what was
//     earned, asks for payouts and may leave the studio, as every member may;
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
	"limelight/internal/audit"
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

// Stage knows when performers are on line.
type Stage interface {
	// Days tells, by performer and day in UTC, how long some were on line and how many shows they began, from a day
	// on and before another. A day may be told in parts.
	Days(ctx context.Context, tx *db.Tx, performerIDs []string, from, to time.Time, tell func(performerID string, day time.Time, online time.Duration, shows int)) error
	// Live are those of some performers who are on line now.
	Live(ctx context.Context, tx *db.Tx, performerIDs []string) ([]string, error)
	// Idle reports whether the performer gives no show.
	Idle(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Hiring makes performers.
type Hiring interface {
	// Hire makes a performer's account, and starts the identity check when there
	// are documents. by handed them in. join runs in the same transaction.
	Hire(ctx context.Context, n account.NewAccount, gender string, idFile, document api.File, by string,
		join func(ctx context.Context, tx *db.Tx, performerID string) error) (account.Account, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Events   *bus.Bus
	Accounts *account.Service
	Files    *files.Service
	Stage    Stage
	Hiring   Hiring
	Ledger   *ledger.Ledger
	Limits   *limit.Limiter // knows Limits()
	Now      func() time.Time

	Audit *audit.Log
	// Hides reports whether a performer hides from any of some callers.
	Hides func(ctx context.Context, tx *db.Tx, performerID string, callers ...account.Caller) (bool, error)

	Kinds []string // of income, in the order of tables and forms
	// SiteKeeps is what the site keeps of a performer's income now, by kind.
	SiteKeeps func(ctx context.Context, tx *db.Tx, performerID string) (map[string]money.Rate, error)
}

// core is what every part has.
type core struct{ Deps }

// Service keeps studios: the parts of the package together.
type Service struct {
	*core
	*Records
	*Membership
	*Shares
	*Verification
	*Invitations
	*Partings
	*Staff
	*Statistics
	*Proposals
	*Documents
}

// New makes the service.
func New(d Deps) *Service {
	c := &core{d}
	statistics := &Statistics{c}
	records := &Records{c, statistics}
	members, shares := &Membership{c}, &Shares{c}
	return &Service{
		core: c, Records: records, Membership: members, Shares: shares, Verification: &Verification{c, records},
		Invitations: &Invitations{c, members}, Partings: &Partings{c, members}, Staff: &Staff{c}, Statistics: statistics,
		Proposals: &Proposals{c, shares}, Documents: &Documents{c},
	}
}

func absent(err, refusal error) error {
	if errors.Is(err, db.ErrNone) {
		return refusal
	}
	return err
}
