package performer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// Ranks are where performers stand in lists. What they are made of is internal/ranking's.
type Ranks struct{ *core }

// Listed is a performer whom lists show, and where she stands.
type Listed struct {
	ID        string    `db:"id"`
	LiveRank  int       `db:"live_rank"`
	Viewers   int64     `db:"viewers"`
	CreatedAt time.Time `db:"created_at"`
	Score     int64     `db:"rank_score"`
	Shown     int64     `db:"shown_today"`
}

// IsPublic reports whether everybody who may see the performer can watch.
func (l Listed) IsPublic() bool { return l.LiveRank == liveRanks[Public] }

var listedRows = db.StructOf[Listed]()

// Ranked are all performers whom lists show, in the order of their ids.
func (s *Ranks) Ranked(ctx context.Context, tx *db.Tx) ([]Listed, error) {
	list, err := db.All(ctx, tx, listedRows.Scan, `
		SELECT `+listedRows.Columns+`
		FROM performers
		WHERE listed
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("select the listed performers: %w", err)
	}
	return list, nil
}

// Airing are those of them who give a public show, and how many watch.
func (s *Ranks) Airing(ctx context.Context, tx *db.Tx) ([]Listed, error) {
	list, err := db.All(ctx, tx, listedRows.Scan, `
		SELECT `+listedRows.Columns+`
		FROM performers
		WHERE listed AND live_rank = $1
		ORDER BY id`, liveRanks[Public])
	if err != nil {
		return nil, fmt.Errorf("select who is on the air: %w", err)
	}
	return list, nil
}

// Rank records where a performer stands within those who do the same, and how often she was
// shown today.
func (s *Ranks) Rank(ctx context.Context, tx *db.Tx, performerID string, score, shown int64) error {
	refused := func(err error) error { return fmt.Errorf("rank %s: %w", performerID, err) }
	return db.Later(ctx, tx, refused, `
		UPDATE performers SET rank_score = $2, shown_today = $3 WHERE id = $1`, performerID, score, shown)
}

// Place is where a performer stands among all.
type Place struct {
	Place  int // 1 is the first; 0: lists do not show her
	Of     int
	Public bool
	// LessShown is how many who give a public show were shown less today, PublicNow how many give one.
	LessShown, PublicNow int
}

func scanPlace(r db.Row) (p Place, err error) {
	return p, r.Scan(&p.Place, &p.Of, &p.LessShown, &p.PublicNow)
}

// Place is where a performer stands now, for who is hidden from nobody.
func (s *Ranks) Place(ctx context.Context, tx *db.Tx, performerID string) (Place, error) {
	me, err := db.One(ctx, tx, listedRows.Scan, `
		SELECT `+listedRows.Columns+` FROM performers WHERE id = $1 AND listed`, performerID)
	if errors.Is(err, db.ErrNone) {
		return Place{}, nil
	}
	if err != nil {
		return Place{}, fmt.Errorf("select the rank of %s: %w", performerID, err)
	}
	p, err := db.One(ctx, tx, scanPlace, `
		SELECT COUNT(*) FILTER (WHERE (live_rank, rank_score, id) >= ($1, $2, $3)), COUNT(*),
			COUNT(*) FILTER (WHERE live_rank = $4 AND (shown_today, id) < ($5, $3)), COUNT(*) FILTER (WHERE live_rank = $4)
		FROM performers
		WHERE listed`, me.LiveRank, me.Score, me.ID, liveRanks[Public], me.Shown)
	if err != nil {
		return Place{}, fmt.Errorf("count who stands before %s: %w", performerID, err)
	}
	p.Public = me.IsPublic()
	return p, nil
}
