package goals

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// goalRows is how a goal is stored.
var goalRows = db.StructOf[Goal]()

// openBoard makes the performer's row if need be, and locks it until the
// transaction ends.
func openBoard(ctx context.Context, tx *db.Tx, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO goal_boards (performer_id, changed_at)
		VALUES ($1, $2)
		ON CONFLICT (performer_id) DO UPDATE SET changed_at = excluded.changed_at`,
		performerID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the goals of %s: %w", performerID, err)
	}
	return nil
}

// lockBoard locks the performer's row, if there is one. What is read afterwards
// is what the change before this one left.
func lockBoard(ctx context.Context, tx *db.Tx, performerID string) (found bool, err error) {
	_, found, err = db.Maybe(ctx, tx, db.String, `
		SELECT performer_id FROM goal_boards WHERE performer_id = $1`+tx.Fragment(db.ForUpdate), performerID)
	if err != nil {
		return false, fmt.Errorf("lock the goals of %s: %w", performerID, err)
	}
	return found, nil
}

func selectOpen(ctx context.Context, tx *db.Tx, performerID string) ([]Goal, error) {
	list, err := db.All(ctx, tx, goalRows.Scan, `
		SELECT `+goalRows.Columns+`
		FROM goals
		WHERE performer_id = $1 AND state IN ('current', 'waiting')
		ORDER BY state, position, id`, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the goals of %s: %w", performerID, err)
	}
	return list, nil
}

func selectList(ctx context.Context, tx *db.Tx, performerID string) ([]Goal, error) {
	open, err := selectOpen(ctx, tx, performerID)
	if err != nil {
		return nil, err
	}
	past, err := db.All(ctx, tx, goalRows.Scan, `
		SELECT `+goalRows.Columns+`
		FROM goals
		WHERE performer_id = $1 AND state = 'done'
		ORDER BY reached_at DESC, position DESC, id DESC
		LIMIT $2`, performerID, maxPast)
	if err != nil {
		return nil, fmt.Errorf("select the reached goals of %s: %w", performerID, err)
	}
	return append(open, past...), nil
}

func selectCurrent(ctx context.Context, tx *db.Tx, performerID string) (*Goal, error) {
	g, err := db.One(ctx, tx, goalRows.Scan, `
		SELECT `+goalRows.Columns+`
		FROM goals
		WHERE performer_id = $1 AND state = 'current'`, performerID)
	if errors.Is(err, db.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("select the goal of %s: %w", performerID, err)
	}
	return &g, nil
}

func selectGoal(ctx context.Context, tx *db.Tx, performerID, id string) (Goal, error) {
	g, err := db.One(ctx, tx, goalRows.Scan, `
		SELECT `+goalRows.Columns+`
		FROM goals
		WHERE performer_id = $1 AND id = $2`, performerID, id)
	if errors.Is(err, db.ErrNone) {
		return g, ErrNoGoal
	}
	return g, err
}

func isDone(ctx context.Context, tx *db.Tx, performerID, id string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM goals WHERE performer_id = $1 AND id = $2 AND state = 'done'`, performerID, id)
	return n > 0, err
}

func insertGoal(ctx context.Context, tx *db.Tx, g Goal) error {
	_, err := db.Exec(ctx, tx, goalRows.Insert("goals"), goalRows.Args(g)...)
	if err != nil {
		return fmt.Errorf("insert goal: %w", err)
	}
	return nil
}

func updateGoal(ctx context.Context, tx *db.Tx, g Goal) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE goals
		SET title = $2, target = $3, start = $4, raised = $5, auto = $6, state = $7, reached_at = $8
		WHERE id = $1`,
		g.ID, g.Title, g.Target, g.Start, g.Raised, g.Auto, g.State, db.Millis(g.ReachedAt))
	if err != nil {
		return fmt.Errorf("update goal %s: %w", g.ID, err)
	}
	return nil
}

func deleteGoal(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM goals WHERE id = $1`, id); err != nil {
		return fmt.Errorf("delete goal %s: %w", id, err)
	}
	return nil
}
