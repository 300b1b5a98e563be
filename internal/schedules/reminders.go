package schedules

import (
	"context"
	"errors"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/notices"
)

const (
	// remindedBefore is how long before hours begin members are reminded of them.
	remindedBefore = 15 * time.Minute
	// remindMailGap is the least time between two mails of a performer's hours to one member.
	remindMailGap = 6 * time.Hour
	// dueAtOnce bounds how many schedules one look goes through.
	dueAtOnce = 200
)

// Remind has a member reminded, once, of the next hours of a performer for which there is time to
// remind, and returns when they begin.
func (s *Service) Remind(ctx context.Context, memberID, username string) (at time.Time, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		performer, err := s.visible(ctx, tx, username)
		if err != nil {
			return err
		}
		r, err := s.load(ctx, tx, performer.ID)
		if err != nil {
			return err
		}
		since := s.Now().Add(remindedBefore)
		if at = r.calendar().next(since); at.IsZero() {
			return ErrNoHours
		}
		return insertReminder(ctx, tx, performer.ID, memberID, since)
	})
	return at, err
}

// Forget takes a reminder back. It never fails for a performer whom the member can no longer see.
func (s *Service) Forget(ctx context.Context, memberID, username string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		performer, err := s.Accounts.ByUsername(ctx, tx, username)
		if errors.Is(err, account.ErrAbsent) {
			return nil
		}
		if err != nil {
			return err
		}
		return deleteReminders(ctx, tx, performer.ID, memberID)
	})
}

// Advance follows the clock: it has members reminded of hours that begin soon, and goes on to the
// next ones when hours have begun.
func (s *Service) Advance(ctx context.Context) error {
	var due []string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectDue(ctx, tx, s.Now(), dueAtOnce)
		return err
	})
	for _, performerID := range due {
		err = errors.Join(err, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return s.advance(ctx, tx, performerID)
		}))
	}
	return err
}

func (s *Service) advance(ctx context.Context, tx *db.Tx, performerID string) error {
	if err := lockSchedule(ctx, tx, performerID); err != nil {
		return err
	}
	r, err := s.load(ctx, tx, performerID)
	if err != nil {
		return err
	}
	now := s.Now()
	if begun := r.NextAt; !begun.IsZero() && !begun.After(now) {
		if r.RemindAt.IsZero() { // a reminder that nobody was there to give waits for the next hours
			if err := deletePassed(ctx, tx, performerID, begun); err != nil {
				return err
			}
		}
		r.goTo(r.calendar().next(now.Add(time.Millisecond)))
	}
	if !r.RemindAt.IsZero() && !r.RemindAt.After(now) {
		r.RemindAt = time.Time{}
		if err := s.remind(ctx, tx, r); err != nil {
			return err
		}
	}
	return updateSchedule(ctx, tx, r)
}

func (s *Service) remind(ctx context.Context, tx *db.Tx, r row) error {
	performer, err := s.Accounts.Get(ctx, tx, r.PerformerID)
	if err != nil {
		return err
	}
	soon := Soon{r.PerformerID, performer.Name, performer.Username, r.NextAt}
	asking, err := selectReminded(ctx, tx, soon, "", 1)
	if err != nil || len(asking) == 0 {
		return err
	}
	return s.soon.Begin(ctx, tx, soon)
}

// audience are the members who asked to be reminded of hours: but for those from whom the performer
// hides. Hours that the performer has cancelled meanwhile, or that have begun, are told to nobody.
func (s *Service) audience() notices.Audience[Soon] {
	return notices.Audience[Soon]{
		Kind: SoonNotice, Subject: func(e Soon) string { return e.PerformerID }, MailGap: remindMailGap,
		Standing: func(ctx context.Context, tx *db.Tx, e Soon) (notices.Standing, error) {
			r, err := s.load(ctx, tx, e.PerformerID)
			if err != nil || r.NextAt.Equal(e.At) && s.Now().Before(e.At) {
				return notices.Current, err
			}
			return notices.Over, nil
		},
		After: selectReminded,
		Among: func(ctx context.Context, tx *db.Tx, e Soon, memberIDs []string) ([]string, error) {
			asking, err := selectAsking(ctx, tx, e, memberIDs)
			if err != nil {
				return nil, err
			}
			admitted, err := s.Performers.Admitting(ctx, tx, e.PerformerID, memberIDs...)
			return slices.DeleteFunc(asking, func(memberID string) bool { return !admitted[memberID] }), err
		},
		Admitted: func(ctx context.Context, tx *db.Tx, e Soon, memberIDs []string) (map[string]bool, error) {
			return s.Performers.Admitting(ctx, tx, e.PerformerID, memberIDs...)
		},
		Visible: func(ctx context.Context, tx *db.Tx, e Soon) (bool, error) {
			return s.Performers.Visible(ctx, tx, e.PerformerID)
		},
	}
}

// Forbid leaves members no trace of a performer who blocks them.
func (s *Service) Forbid(ctx context.Context, tx *db.Tx, performerID string, memberIDs ...string) error {
	if len(memberIDs) == 0 {
		return nil
	}
	if err := deleteReminders(ctx, tx, performerID, memberIDs...); err != nil {
		return err
	}
	return s.soon.Withdraw(ctx, tx, performerID, memberIDs...)
}

// Recheck leaves no trace of a performer to anybody who may not see them now, as when they block a
// country. It is done soon after the caller's transaction.
func (s *Service) Recheck(ctx context.Context, tx *db.Tx, performerID string) error {
	return s.soon.Recheck(ctx, tx, performerID)
}
