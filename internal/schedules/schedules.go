// Package schedules keeps when performers are usually live: hours of each weekday by the clocks of
// their zone, and dates that are different. Visitors see them by their own clocks, calendars read
// them (feed.go), and members are reminded of the next ones (reminders.go).
//
// Invariants:
//   - hours of a performer never overlap, whatever their zone's clocks do;
//   - next_at of a row is when the next hours begin, or has passed for less than a run of Advance:
//     what lists show and the search asks for costs no computation;
//   - who may not see a performer sees no schedule: it answers as if there were no such performer.
package schedules

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/walltime"
	"limelight/internal/notices"
)

const (
	// shownAhead is how far ahead occurrences are told.
	shownAhead = 14 * 24 * time.Hour
	// keptFor is how long exceptions that are over stay, so that calendars keep them.
	keptFor = 31 * 24 * time.Hour
)

// The refusals.
var (
	ErrAbsent  = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoHours = fault.New(fault.Conflict, "This {performer} has not said when they are live next.").Coded("no_hours")
)

// Changed is published when a performer has changed their schedule.
type Changed struct {
	PerformerID string `json:"performerId"`
}

// EventName implements bus.Event.
func (Changed) EventName() string { return "schedules.changed" }

// Performers knows who may see whom.
type Performers interface {
	// Admits reports whether a viewer may know a performer.
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// Visible is Admits for the caller.
	Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Admitting says which of some accounts, who do not call, may know a performer.
	Admitting(ctx context.Context, tx *db.Tx, performerID string, viewerIDs ...string) (map[string]bool, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB         *db.DB
	Events     *bus.Bus
	Accounts   *account.Service
	Performers Performers
	Notices    *notices.Notices
	Home       func() string // the site's address, without a slash at its end
	Now        func() time.Time
}

// Service keeps schedules.
type Service struct {
	Deps
	soon notices.Announcements[Soon]
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.soon = notices.AnnouncementsTo(d.Notices, s.audience())
	return s
}

// Schedule is a plan and what it comes to.
type Schedule struct {
	Plan
	Occurrences []Occurrence `json:"occurrences" doc:"of the next two weeks, and what is under way"`
	NextAt      time.Time    `json:"nextAt,omitzero" doc:"when the next hours begin"`
}

// of is a plan as it is seen now.
func (s *Service) of(p Plan) Schedule {
	now := s.Now()
	c := p.calendar()
	today := walltime.Date(now, c.zone).Format(time.DateOnly)
	p.Exceptions = slices.DeleteFunc(slices.Clone(p.Exceptions), func(e Exception) bool { return e.Date < today })
	return Schedule{Plan: p, Occurrences: c.between(now, now.Add(shownAhead)), NextAt: c.next(now)}
}

// Own is a performer's schedule; one that they have not made is closed on every day.
func (s *Service) Own(ctx context.Context, performerID string) (shown Schedule, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := s.load(ctx, tx, performerID)
		shown = s.of(r.Plan)
		return err
	})
	return shown, err
}

// Preview is what a plan would come to.
func (s *Service) Preview(ctx context.Context, performerID string, p Plan) (shown Schedule, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := s.load(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if err := p.check(s.Now(), r.Exceptions); err != nil {
			return err
		}
		shown = s.of(p)
		return nil
	})
	return shown, err
}

// Save replaces a performer's schedule.
func (s *Service) Save(ctx context.Context, performerID string, p Plan) (shown Schedule, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := openSchedule(ctx, tx, performerID); err != nil {
			return err
		}
		r, err := s.load(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if err := p.check(s.Now(), r.Exceptions); err != nil {
			return err
		}
		shown = s.of(p)
		return s.replace(ctx, tx, r, p)
	})
	return shown, err
}

// replace stores a plan that was checked. What is as it was is no change.
func (s *Service) replace(ctx context.Context, tx *db.Tx, r row, p Plan) error {
	now := s.Now()
	p.Exceptions = s.withPast(r.Plan, p)
	if reflect.DeepEqual(r.Plan, p) {
		return nil
	}
	r.Plan = p
	r.Sequence, r.ChangedAt = r.Sequence+1, now
	was, given := r.NextAt, r.RemindAt.IsZero()
	r.goTo(p.calendar().next(now))
	if err := updateSchedule(ctx, tx, r); err != nil {
		return err
	}
	if err := replaceHours(ctx, tx, r.PerformerID, p); err != nil {
		return err
	}
	if !was.IsZero() && !was.Equal(r.NextAt) { // whom the reminder has not reached it reaches no more
		if err := s.soon.End(ctx, tx, r.PerformerID); err != nil {
			return err
		}
		if given { // whom it has reached is not reminded again of each later change
			if err := deletePassed(ctx, tx, r.PerformerID, was); err != nil {
				return err
			}
		}
	}
	return s.Events.Publish(ctx, tx, Changed{r.PerformerID})
}

// withPast are the exceptions of a new plan and those of the old one that are over, in their order.
func (s *Service) withPast(was, is Plan) []Exception {
	zone := is.calendar().zone
	today := walltime.Date(s.Now(), zone).Format(time.DateOnly)
	oldest := walltime.Date(s.Now().Add(-keptFor), zone).Format(time.DateOnly)
	list := []Exception{}
	for _, e := range was.Exceptions {
		if e.Date < today && e.Date >= oldest {
			list = append(list, e)
		}
	}
	for _, e := range is.Exceptions {
		if e.Date >= today {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b Exception) int {
		if a.Date < b.Date {
			return -1
		}
		return 1
	})
	return list
}

// goTo makes hours the next ones. Those who asked are reminded of them in time.
func (r *row) goTo(next time.Time) {
	if next.Equal(r.NextAt) {
		return
	}
	r.NextAt, r.RemindAt = next, time.Time{}
	if !next.IsZero() {
		r.RemindAt = next.Add(-remindedBefore)
	}
}

// Seen is a schedule as whoever calls sees it.
type Seen struct {
	Schedule
	RemindedOf time.Time `json:"remindedOf,omitzero" doc:"the beginning of which the caller asked to be reminded"`
}

// See is a performer's schedule for whoever calls, or ErrAbsent, whatever the reason.
func (s *Service) See(ctx context.Context, username string) (seen Seen, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		performer, err := s.visible(ctx, tx, username)
		if err != nil {
			return err
		}
		r, err := s.load(ctx, tx, performer.ID)
		if err != nil {
			return err
		}
		seen = Seen{Schedule: s.of(r.Plan)}
		since, asked, err := selectReminder(ctx, tx, performer.ID, account.CallerFrom(ctx).ID)
		if asked {
			seen.RemindedOf = r.calendar().next(later(since, s.Now()))
		}
		return err
	})
	return seen, err
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// visible is the performer of a username, if whoever calls may see them.
func (s *Service) visible(ctx context.Context, tx *db.Tx, username string) (account.Account, error) {
	performer, err := s.Accounts.ByUsername(ctx, tx, username)
	if errors.Is(err, account.ErrAbsent) || err == nil && performer.Role != account.Performer {
		return performer, ErrAbsent
	}
	if err != nil {
		return performer, err
	}
	ok, err := s.Performers.Visible(ctx, tx, performer.ID)
	if err == nil && !ok {
		err = ErrAbsent
	}
	return performer, err
}
