package favourites

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/notices"
)

const (
	// liveGap is the least time between two times that members are told of a performer: one who
	// stops and starts again, or is back after a line that was lost, tells nobody twice.
	liveGap = 30 * time.Minute
	// liveMailGap is the least time between two mails of a performer to one member.
	liveMailGap = 12 * time.Hour
)

// audience are the members who like a performer who is live: but for those who do not want to be told
// of this one, those from whom the performer hides, and those who are in the room already.
func (s *Service) audience() notices.Audience[Live] {
	return notices.Audience[Live]{
		Kind: LiveNotice, Subject: func(l Live) string { return l.PerformerID }, Gap: liveGap, MailGap: liveMailGap,
		Standing: func(ctx context.Context, tx *db.Tx, l Live) (notices.Standing, error) {
			return s.standing(ctx, tx, l.PerformerID)
		},
		After: func(ctx context.Context, tx *db.Tx, l Live, memberID string, limit int) ([]string, error) {
			return selectAfter(ctx, tx, l.PerformerID, memberID, limit)
		},
		Among: func(ctx context.Context, tx *db.Tx, l Live, memberIDs []string) ([]string, error) {
			return s.told(ctx, tx, l.PerformerID, memberIDs)
		},
		Admitted: func(ctx context.Context, tx *db.Tx, l Live, memberIDs []string) (map[string]bool, error) {
			return s.Performers.Admitting(ctx, tx, l.PerformerID, memberIDs...)
		},
		Visible: func(ctx context.Context, tx *db.Tx, l Live) (bool, error) {
			return s.Performers.Visible(ctx, tx, l.PerformerID)
		},
	}
}

// standing: a performer who is away, or in a paid show, may be public again in the same show.
func (s *Service) standing(ctx context.Context, tx *db.Tx, performerID string) (notices.Standing, error) {
	public, err := s.Performers.IsPublic(ctx, tx, performerID)
	if err != nil || public {
		return notices.Current, err
	}
	offline, err := s.Performers.Idle(ctx, tx, performerID)
	if offline {
		return notices.Over, err
	}
	return notices.Paused, err
}

// told are those of some members who are to be told.
func (s *Service) told(ctx context.Context, tx *db.Tx, performerID string, memberIDs []string) ([]string, error) {
	like, err := selectAmong(ctx, tx, performerID, memberIDs)
	if err != nil {
		return nil, err
	}
	admitted, err := s.Performers.Admitting(ctx, tx, performerID, memberIDs...)
	if err != nil {
		return nil, err
	}
	present, err := s.Present(ctx, tx, performerID, memberIDs...)
	return slices.DeleteFunc(like, func(memberID string) bool { return !admitted[memberID] || present[memberID] }), err
}

// WentLive announces a performer to the members who like them, soon after the caller's transaction.
// It is called each time that a public show gets a picture. A show that was announced before is not
// announced again.
func (s *Service) WentLive(ctx context.Context, tx *db.Tx, performerID, showID string) error {
	performer, err := s.Accounts.Get(ctx, tx, performerID)
	if err != nil {
		return err
	}
	return s.live.Begin(ctx, tx, Live{performerID, showID, performer.Name, performer.Username})
}

// WentOffline ends the telling.
func (s *Service) WentOffline(ctx context.Context, tx *db.Tx, performerID string) error {
	return s.live.End(ctx, tx, performerID)
}

// Forbid leaves members no trace of a performer who blocks them.
func (s *Service) Forbid(ctx context.Context, tx *db.Tx, performerID string, memberIDs ...string) error {
	return s.live.Withdraw(ctx, tx, performerID, memberIDs...)
}

// Recheck leaves no trace of a performer to anybody who may not see them now, as when they block a
// country. It is done soon after the caller's transaction.
func (s *Service) Recheck(ctx context.Context, tx *db.Tx, performerID string) error {
	return s.live.Recheck(ctx, tx, performerID)
}

// selectAfter are members who want to be told of a performer they like, behind one, in the order of their ids.
func selectAfter(ctx context.Context, tx *db.Tx, performerID, memberID string, limit int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, likingAfter, performerID, memberID, limit)
	if err != nil {
		return nil, fmt.Errorf("select who likes %s: %w", performerID, err)
	}
	return list, nil
}

const likingAfter = `
	SELECT member_id
	FROM favourites
	WHERE performer_id = $1 AND member_id > $2 AND is_notified
	ORDER BY member_id
	LIMIT $3`

// selectAmong are those of some members who like a performer and want to be told.
func selectAmong(ctx context.Context, tx *db.Tx, performerID string, memberIDs []string) ([]string, error) {
	in, args := db.In(2, memberIDs)
	list, err := db.All(ctx, tx, db.String, `
		SELECT member_id
		FROM favourites
		WHERE performer_id = $1 AND member_id IN `+in+` AND is_notified
		ORDER BY member_id`, append([]any{performerID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select who of some likes %s: %w", performerID, err)
	}
	return list, nil
}
