// Package favourites remembers which performers a member likes, and tells them when one is live
// (live.go). Liking twice is liking once, and so is unliking. The list with its cards is read by
// discover.
package favourites

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/notices"
)

var (
	// ErrAbsent is the answer for a performer who does not exist for the caller.
	ErrAbsent = fault.New(fault.NotFound, "This {performer} does not exist.")
	// ErrNotLiked is the answer for one who is not on the caller's list.
	ErrNotLiked = fault.New(fault.NotFound, "This {performer} is not among your favourites.")
)

// Changed is published when a member's list changes, or of whom on it the member is told.
type Changed struct {
	MemberID    string `json:"memberId"`
	PerformerID string `json:"performerId"`
	IsFavorite  bool   `json:"isFavorite"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "favourites.changed" }

// Performers knows who may see whom, and what they do.
type Performers interface {
	// Visible reports whether the caller may see a performer.
	Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Admitting says which of some accounts may.
	Admitting(ctx context.Context, tx *db.Tx, performerID string, viewerIDs ...string) (map[string]bool, error)
	// IsPublic reports whether everybody who may see the performer can watch.
	IsPublic(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Idle reports whether the performer is off line.
	Idle(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB         *db.DB
	Events     *bus.Bus
	Accounts   *account.Service
	Performers Performers
	Notices    *notices.Notices
	// Present says which of some accounts are in a performer's public room.
	Present func(ctx context.Context, tx *db.Tx, performerID string, accountIDs ...string) (map[string]bool, error)
	Now     func() time.Time
}

// Service keeps the lists.
type Service struct {
	Deps
	live notices.Announcements[Live]
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.live = notices.AnnouncementsTo(d.Notices, s.audience())
	return s
}

// Like puts a performer on the member's list; ErrAbsent when the caller may not
// see her.
func (s *Service) Like(ctx context.Context, memberID, performerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		visible, err := s.Performers.Visible(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if !visible {
			return ErrAbsent
		}
		fresh, err := insertFavourite(ctx, tx, memberID, performerID, s.Now())
		if err != nil || !fresh {
			return err
		}
		return s.Events.Publish(ctx, tx, Changed{memberID, performerID, true})
	})
}

// Unlike takes a performer off the member's list. It never fails for whom the
// member can no longer see.
func (s *Service) Unlike(ctx context.Context, memberID, performerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := deleteFavourite(ctx, tx, memberID, performerID)
		if err != nil || !found {
			return err
		}
		return s.Events.Publish(ctx, tx, Changed{memberID, performerID, false})
	})
}

// Notify says whether the member is told when a performer on their list goes live; ErrNotLiked when
// there is no such one.
func (s *Service) Notify(ctx context.Context, memberID, performerID string, on bool) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := updateNotified(ctx, tx, memberID, performerID, on)
		if err != nil {
			return err
		}
		if !found {
			return ErrNotLiked
		}
		return s.Events.Publish(ctx, tx, Changed{memberID, performerID, true})
	})
}

// Counts are how many members like each performer whom somebody likes.
func (s *Service) Counts(ctx context.Context, tx *db.Tx) (map[string]int64, error) {
	counts := map[string]int64{}
	_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var performerID string
		var n int64
		err := r.Scan(&performerID, &n)
		counts[performerID] = n
		return struct{}{}, err
	}, `SELECT performer_id, COUNT(*) FROM favourites GROUP BY performer_id`)
	if err != nil {
		return nil, fmt.Errorf("count favourites: %w", err)
	}
	return counts, nil
}

// Likes reports whether the performer is among the member's favourites.
func (s *Service) Likes(ctx context.Context, tx *db.Tx, memberID, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM favourites WHERE member_id = $1 AND performer_id = $2`, memberID, performerID)
	return n == 1, err
}

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Post(r, "/favourite/{performerId}/like", "favourites.like", s.like, account.Member.Guard(),
		api.Summary("Add a performer to my favourites"))
	api.Post(r, "/favourite/{performerId}/unlike", "favourites.unlike", s.unlike, account.Member.Guard(),
		api.Summary("Take a performer out of my favourites"))
	api.Put(r, "/favourite/{performerId}/notices", "favourites.notify", s.putNotices, account.Member.Guard(),
		api.Summary("Whether I am told when one of my favourites goes live"))
}

type oneInput struct {
	PerformerID string `path:"performerId"`
}

type answer struct {
	IsFavorite bool `json:"isFavorite"`
}

func (s *Service) like(ctx context.Context, in *oneInput) (answer, error) {
	return answer{true}, s.Like(ctx, account.CallerFrom(ctx).ID, in.PerformerID)
}

func (s *Service) unlike(ctx context.Context, in *oneInput) (answer, error) {
	return answer{false}, s.Unlike(ctx, account.CallerFrom(ctx).ID, in.PerformerID)
}

type noticesInput struct {
	PerformerID string `path:"performerId"`
	Body        noticesBody
}

type noticesBody struct {
	IsNotified bool `json:"isNotified"`
}

func (s *Service) putNotices(ctx context.Context, in *noticesInput) (noticesBody, error) {
	return in.Body, s.Notify(ctx, account.CallerFrom(ctx).ID, in.PerformerID, in.Body.IsNotified)
}

func insertFavourite(ctx context.Context, tx *db.Tx, memberID, performerID string, now time.Time) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO favourites (member_id, performer_id, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (member_id, performer_id) DO NOTHING`,
		memberID, performerID, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("insert the favourite %s of %s: %w", performerID, memberID, err)
	}
	return rows == 1, nil
}

func deleteFavourite(ctx context.Context, tx *db.Tx, memberID, performerID string) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		DELETE FROM favourites WHERE member_id = $1 AND performer_id = $2`, memberID, performerID)
	return rows == 1, err
}

func updateNotified(ctx context.Context, tx *db.Tx, memberID, performerID string, on bool) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE favourites SET is_notified = $3 WHERE member_id = $1 AND performer_id = $2`, memberID, performerID, on)
	if err != nil {
		return false, fmt.Errorf("switch the notices of %s for %s: %w", performerID, memberID, err)
	}
	return rows == 1, nil
}
