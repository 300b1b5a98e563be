// Package ranking says in which order lists show performers, and why.
//
// The order is a published formula (formula.go) of what is measured: how many watch, how many have
// a performer among their favourites, and how new they are. Every five minutes, a turn, the scores
// are computed anew and written where lists find them by an index. Who is shown where on a first
// page, with the places that rotate, is discover's.
//
// Invariants:
//   - the same inputs give the same scores and the same order, on both engines: whole numbers alone;
//   - within a turn scores and rotating places stay as they are, so that who pages meets nobody twice;
//   - what is measured is kept as long as it counts: watched minutes for an hour, impressions for
//     their day;
//   - nothing that is paid for is an input.
package ranking

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
)

// Ranked is published when the order has changed.
type Ranked struct{}

// EventName names the event on the bus.
func (Ranked) EventName() string { return "ranking.ranked" }

// Listed is a performer whom lists show, and where they stand.
type Listed struct {
	ID       string
	JoinedAt time.Time
	Score    int64
	Shown    int64 // on first pages today, when the turn began
}

// Airing is a performer who gives a public show.
type Airing struct {
	ID      string
	Viewers int64
}

// Place is where a performer stands for whom nobody is hidden from.
type Place struct {
	Place     int  `json:"place" doc:"1 is the first; 0: lists do not show the performer"`
	Of        int  `json:"of"`
	IsLive    bool `json:"isLive" doc:"in a public show"`
	LessShown int  `json:"lessShown" doc:"live performers who were shown less today when the turn began"`
	LiveNow   int  `json:"liveNow" doc:"live performers, this one included"`
}

// Performers knows who is ranked, and keeps where they stand.
type Performers interface {
	// Listed are in the order of their ids, and so are Airing.
	Listed(ctx context.Context, tx *db.Tx) ([]Listed, error)
	Airing(ctx context.Context, tx *db.Tx) ([]Airing, error)
	Rank(ctx context.Context, tx *db.Tx, performerID string, score, shown int64) error
	Place(ctx context.Context, tx *db.Tx, performerID string) (Place, error)
}

// Favourites counts who likes whom.
type Favourites interface {
	Counts(ctx context.Context, tx *db.Tx) (map[string]int64, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB         *db.DB
	Events     *bus.Bus
	Performers Performers
	Favourites Favourites
	// Share is how many of a hundred places of a first page rotate.
	Share func() int
	Now   func() time.Time
}

// Service ranks.
type Service struct {
	Deps
	shown *counter
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, shown: newCounter()} }

// RotatingShare is how many of a hundred places of a first page rotate among live performers who
// were shown least today.
func (s *Service) RotatingShare() int { return s.Share() }

// Tick counts the viewers of this minute, and begins a turn when one is due. It is called once a
// minute or oftener, on one node or, by mistake, on two: each minute counts once.
func (s *Service) Tick(ctx context.Context) error {
	now, due := s.Now(), false
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		fresh, err := claimMinute(ctx, tx, now)
		if err != nil || !fresh {
			return err
		}
		airing, err := s.Performers.Airing(ctx, tx)
		if err != nil {
			return err
		}
		return addWatched(ctx, tx, turnAt(now), airing)
	})
	if err == nil {
		err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			due, err = turnDue(ctx, tx, now)
			return err
		})
	}
	if err != nil || !due {
		return err
	}
	return s.turn(ctx, now)
}

// ranked is a performer, what their score is made of, and what was written of it.
type ranked struct {
	Listed
	shown       int64
	inputs, was Inputs
}

func (r ranked) changed() bool {
	return r.inputs != r.was || r.Score != r.inputs.Points().Score || r.Shown != r.shown
}

// batch is how many performers are written at a time, so that nobody waits long for their rows.
const batch = 200

// turn computes all scores, and writes those that have changed. It is done once it is written down
// as the last one: a turn that failed is tried again in the next minute.
func (s *Service) turn(ctx context.Context, now time.Time) error {
	list, err := s.measured(ctx, now)
	if err != nil {
		return err
	}
	changed := len(list) > 0
	for len(list) > 0 {
		part := list[:min(batch, len(list))]
		list = list[len(part):]
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for _, r := range part {
				score := r.inputs.Points().Score
				err := errors.Join(putInputs(ctx, tx, r.ID, r.inputs), s.Performers.Rank(ctx, tx, r.ID, score, r.shown))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := endTurn(ctx, tx, now); err != nil || !changed {
			return err
		}
		return s.Events.Publish(ctx, tx, Ranked{})
	})
}

// measured are the performers of whom something has changed.
func (s *Service) measured(ctx context.Context, now time.Time) (changed []ranked, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed = nil
		listed, err := s.Performers.Listed(ctx, tx)
		if err != nil {
			return err
		}
		likes, err := s.Favourites.Counts(ctx, tx)
		if err != nil {
			return err
		}
		m, err := selectMeasured(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, one := range listed {
			of := m.watched[one.ID]
			of.Favourites, of.Hours = likes[one.ID], hoursSince(one.JoinedAt, now)
			if r := (ranked{one, m.shown[one.ID], of, m.was[one.ID]}); r.changed() {
				changed = append(changed, r)
			}
		}
		return nil
	})
	return changed, err
}
