package show

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// Stopped is what a performer hears when she stops.
type Stopped struct {
	Success bool     `json:"success"`
	Show    *Summary `json:"show,omitempty" doc:"absent when nothing was open"`
}

// Summary is how a show went, for its performer.
type Summary struct {
	SessionID   string       `json:"sessionId"`
	Type        string       `json:"type" enum:"public,private,group"`
	StartedAt   *time.Time   `json:"startedAt,omitempty" doc:"absent: there never was a picture"`
	EndedAt     time.Time    `json:"endedAt"`
	Seconds     int64        `json:"seconds" doc:"since the first picture"`
	MostViewers int          `json:"mostViewers" doc:"at once"`
	Tips        int          `json:"tips"`
	Net         money.Tokens `json:"net" doc:"what she earned in that time, of every kind"`
}

// stopped ends what the performer has on stage, as Stop does, and sums it up.
func (s *publicShows) stopped(ctx context.Context, performerID string) (answer Stopped, err error) {
	var ending lifecycle.Show
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		for _, o := range open {
			if o.OnStage() || o.Status == lifecycle.Held && ending.ID == "" {
				ending = o
			}
		}
		return err
	})
	if err != nil {
		return answer, err
	}
	if err := s.Stop(ctx, performerID, lifecycle.PerformerLeft); err != nil {
		return answer, err
	}
	answer.Success = true
	if ending.ID == "" {
		return answer, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		answer.Show, err = s.summary(ctx, tx, ending.ID)
		return err
	})
	return answer, err
}

func (s *publicShows) summary(ctx context.Context, tx *db.Tx, showID string) (*Summary, error) {
	over, err := store.SelectShow(ctx, tx, showID)
	if err != nil {
		return nil, err
	}
	sum := &Summary{SessionID: over.ID, Type: over.Type, EndedAt: over.EndedAt, MostViewers: over.MostViewers}
	if over.LiveAt.IsZero() {
		return sum, nil
	}
	sum.StartedAt, sum.Seconds = &over.LiveAt, int64(over.EndedAt.Sub(over.LiveAt)/time.Second)
	sum.Tips, sum.Net, err = s.Incomes.EarnedSince(ctx, tx, over.PerformerID, over.LiveAt)
	return sum, err
}
