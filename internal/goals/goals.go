// Package goals counts tips towards what a performer's room collects for.
//
// A performer has a list of goals, of which one is current: tips count for it.
// Once it is full it gives way to the next, at once when it says so, otherwise
// when she starts another; what went beyond its target goes along.
//
// Invariants:
//   - a tip counts exactly once: Count runs in the delivery's transaction;
//   - no token of a tip is lost on the way from goal to goal: what was counted
//     is what the goals raised beyond their start values;
//   - at most one goal of a performer is current.
//
// Goals count tokens and move none: the ledger knows nothing of them.
package goals

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

const (
	maxTitle   = 100 // characters
	maxWaiting = 20  // goals that are not done yet
	maxPast    = 10  // goals done that are shown
)

// largest bounds a target, so that no sum of tips overflows it.
var largest = money.Whole(100_000_000)

// The refusals.
var (
	ErrNoGoal      = fault.New(fault.NotFound, "This goal does not exist.")
	ErrNoPerformer = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrMany        = fault.New(fault.Conflict, "You have %d goals to come already.", maxWaiting).Coded("too_many")
	ErrDone        = fault.New(fault.Conflict, "This goal has been reached; it stays as it was.").Coded("goal_done")
)

// State is where a goal is in its performer's list.
type State string

// The states, in the order of a goal's life.
const (
	Waiting State = "waiting"
	Current State = "current"
	Done    State = "done"
)

// Plan is what a performer decides about a goal.
type Plan struct {
	Title  string       `db:"title"`
	Target money.Tokens `db:"target"`
	Start  money.Tokens `db:"start"` // counted from the beginning, as raised elsewhere
	Auto   bool         `db:"auto"`  // the next goal begins by itself when this one is reached
}

// Goal is a plan and how far it is.
type Goal struct {
	ID          string `db:"id"`
	PerformerID string `db:"performer_id"`
	Plan
	Raised    money.Tokens `db:"raised"` // the start value included; beyond the target: the next goal's
	State     State        `db:"state"`
	CreatedAt time.Time    `db:"created_at"`
	ReachedAt time.Time    `db:"reached_at"` // zero until it was

	position int64 `db:"position"` // in the order of adding
}

// full reports that there is nothing left to raise.
func (g Goal) full() bool { return g.Raised >= g.Target }

// surplus is what went beyond the target.
func (g Goal) surplus() money.Tokens { return max(0, g.Raised-g.Target) }

// Changed is published when a performer's current goal has changed, or moved on.
type Changed struct {
	PerformerID string
	Reached     []Goal // those that this change filled, first one first
}

// EventName implements bus.Event.
func (Changed) EventName() string { return "goals.changed" }

// Performers knows whose goals a person may see: not those of an unknown
// performer, nor of one who blocked this person.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
}

// Deps are what goals stand on.
type Deps struct {
	DB         *db.DB
	Performers Performers
	Events     *bus.Bus
	Now        func() time.Time
}

// Service keeps goals.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// List is a performer's goals: the current one, those to come in their order, and
// the last ones that were reached.
func (s *Service) List(ctx context.Context, performerID string) (list []Goal, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectList(ctx, tx, performerID)
		return err
	})
	return list, err
}

// Look is a performer's current goal as the viewer sees it, nil for none;
// ErrNoPerformer when they may not see her.
func (s *Service) Look(ctx context.Context, viewer account.Caller, performerID string) (g *Goal, err error) {
	if !id.Valid(performerID) {
		return nil, ErrNoPerformer
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		ok, err := s.Performers.Admits(ctx, tx, performerID, viewer)
		if err != nil {
			return err
		}
		if !ok {
			return ErrNoPerformer
		}
		g, err = s.Current(ctx, tx, performerID)
		return err
	})
	return g, err
}

// Current is the goal that a performer's tips count for, nil for none.
func (s *Service) Current(ctx context.Context, tx *db.Tx, performerID string) (*Goal, error) {
	return selectCurrent(ctx, tx, performerID)
}
