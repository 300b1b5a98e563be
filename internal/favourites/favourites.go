// Package favourites remembers which performers a member likes. Liking twice is
// liking once, and so is unliking. The list with its cards is read by discover.
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
)

// ErrAbsent is the answer for a performer who does not exist for the caller.
var ErrAbsent = fault.New(fault.NotFound, "This {performer} does not exist.")

// Changed is published when a member's list changes.
type Changed struct {
	MemberID    string `json:"memberId"`
	PerformerID string `json:"performerId"`
	IsFavorite  bool   `json:"isFavorite"`
}

// EventName names the event on the bus.
func (Changed) EventName() string { return "favourites.changed" }

// Performers knows whom the caller may see.
type Performers interface {
	Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Publisher queues an event in the caller's transaction.
type Publisher interface {
	Publish(ctx context.Context, tx *db.Tx, e bus.Event) error
}

// Deps is what the service stands on.
type Deps struct {
	DB         *db.DB
	Events     Publisher
	Performers Performers
	Now        func() time.Time
}

// Service keeps the lists.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

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
