package studio

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// ShareChange is one change of what a performer gets of the studio's receipts.
type ShareChange struct {
	StudioID    string
	PerformerID string // empty: of members that join from then on
	Kind        string
	Before      money.Rate
	After       money.Rate
	By          string // the studio, or the performer that accepted
	At          time.Time
}

// ShareChanges are the newest changes of a studio's shares, and how many there
// were in all; of one member's when performerID is set.
func (s *Shares) ShareChanges(ctx context.Context, tx *db.Tx, studioID, performerID string, limit int) ([]ShareChange, int, error) {
	return selectShareChanges(ctx, tx, studioID, performerID, limit)
}

func scanShareChange(r db.Row) (c ShareChange, err error) {
	var at int64
	err = r.Scan(&c.StudioID, &c.PerformerID, &c.Kind, &c.Before, &c.After, &c.By, &at)
	c.At = db.Time(at)
	return c, err
}

// selectShareChanges leaves out what nobody changed: what was written down to
// keep it. Before a first version there was the default of that moment.
func selectShareChanges(ctx context.Context, tx *db.Tx, studioID, performerID string, limit int) ([]ShareChange, int, error) {
	where := ` WHERE s.studio_id = $1 AND s.changed_by <> '' AND ($2 = '' OR s.performer_id = $2)`
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM studio_shares s`+where, studioID, performerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count the changes of %s: %w", studioID, err)
	}
	list, err := db.All(ctx, tx, scanShareChange, `
		SELECT s.studio_id, s.performer_id, s.kind, COALESCE(
			(SELECT b.share FROM studio_shares b
			 WHERE b.studio_id = s.studio_id AND b.performer_id = s.performer_id AND b.kind = s.kind AND b.version = s.version - 1),
			(SELECT b.share FROM studio_shares b
			 WHERE b.studio_id = s.studio_id AND b.performer_id = '' AND b.kind = s.kind AND s.performer_id <> '' AND b.since <= s.since
			 ORDER BY b.version DESC LIMIT 1),
			$3), s.share, s.changed_by, s.since
		FROM studio_shares s`+where+`
		ORDER BY s.since DESC, s.performer_id, s.kind, s.version DESC
		LIMIT $4`, studioID, performerID, int64(DefaultShare), limit)
	if err != nil {
		return nil, 0, fmt.Errorf("select the changes of %s: %w", studioID, err)
	}
	return list, total, nil
}
