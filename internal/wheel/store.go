package wheel

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// lockWheel makes sure that the performer has a wheel, and locks it.
func lockWheel(ctx context.Context, tx *db.Tx, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO wheels (performer_id, changed_at)
		VALUES ($1, $2)
		ON CONFLICT (performer_id) DO UPDATE SET changed_at = excluded.changed_at`,
		performerID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("lock the wheel of %s: %w", performerID, err)
	}
	return nil
}

func scanSegment(r db.Row) (s Segment, err error) {
	return s, r.Scan(&s.ID, &s.Label, &s.Weight, &s.Color)
}

// selectSegments returns a wheel's segments in their order.
func selectSegments(ctx context.Context, tx *db.Tx, performerID string) ([]Segment, error) {
	list, err := db.All(ctx, tx, scanSegment, `
		SELECT id, label, weight, color
		FROM wheel_segments
		WHERE performer_id = $1
		ORDER BY position, id`, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the segments of %s: %w", performerID, err)
	}
	return list, nil
}

func insertSegment(ctx context.Context, tx *db.Tx, performerID string, s Segment, position int, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO wheel_segments (id, performer_id, position, label, weight, color, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.ID, performerID, position, s.Label, s.Weight, s.Color, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert a segment of %s: %w", performerID, err)
	}
	return nil
}

func updateSegment(ctx context.Context, tx *db.Tx, s Segment) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE wheel_segments SET label = $2, weight = $3, color = $4 WHERE id = $1`,
		s.ID, s.Label, s.Weight, s.Color)
	return err
}

func deleteSegment(ctx context.Context, tx *db.Tx, segmentID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM wheel_segments WHERE id = $1`, segmentID)
	return err
}

// order numbers the segments in the order of the list.
func order(ctx context.Context, tx *db.Tx, list []Segment) error {
	for i, s := range list {
		if _, err := db.Exec(ctx, tx, `
			UPDATE wheel_segments SET position = $2 WHERE id = $1 AND position <> $2`, s.ID, i); err != nil {
			return fmt.Errorf("order the wheel: %w", err)
		}
	}
	return nil
}

func scanSeed(r db.Row) (s seed, err error) { return s, r.Scan(&s.server, &s.nonce) }

const seedSQL = `
		SELECT seed, nonce
		FROM wheel_seeds
		WHERE performer_id = $1 AND member_id = $2`

func selectSeed(ctx context.Context, tx *db.Tx, performerID, memberID string) (seed, error) {
	return db.One(ctx, tx, scanSeed, seedSQL, performerID, memberID)
}

// lockSeed is the seed of the member's next spin, made when there is none. The row
// stays locked, so that two spins of one member at one wheel take turns.
func lockSeed(ctx context.Context, tx *db.Tx, performerID, memberID string) (s seed, err error) {
	_, err = db.Exec(ctx, tx, `
		INSERT INTO wheel_seeds (performer_id, member_id, seed, nonce)
		VALUES ($1, $2, $3, 1)
		ON CONFLICT (performer_id, member_id) DO NOTHING`,
		performerID, memberID, newSeed())
	if err == nil {
		s, err = db.One(ctx, tx, scanSeed, seedSQL+tx.Fragment(db.ForUpdate), performerID, memberID)
	}
	if err != nil {
		return s, fmt.Errorf("lock the seed of %s at %s: %w", memberID, performerID, err)
	}
	return s, nil
}

func updateSeed(ctx context.Context, tx *db.Tx, performerID, memberID string, s seed) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE wheel_seeds SET seed = $3, nonce = $4 WHERE performer_id = $1 AND member_id = $2`,
		performerID, memberID, s.server, s.nonce)
	return err
}

func insertVersion(ctx context.Context, tx *db.Tx, performerID string, v Version, now time.Time) error {
	segments, err := json.Marshal(v.Segments)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO wheel_versions (performer_id, version, price, segments, created_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (performer_id, version) DO NOTHING`,
		performerID, v.ID, v.Price, string(segments), db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert a version of the wheel of %s: %w", performerID, err)
	}
	return nil
}

func insertResult(ctx context.Context, tx *db.Tx, r Result) error {
	_, err := db.Exec(ctx, tx, resultRows.Insert("wheel_results", "gross"), append(resultRows.Args(r), r.Version.Price)...)
	if err != nil {
		return fmt.Errorf("insert result: %w", err)
	}
	return nil
}

// updateStatus decides a pending result of the performer's, and reports whether
// there was one to decide. What the site has refunded cannot be rejected.
func updateStatus(ctx context.Context, tx *db.Tx, performerID, resultID string, to Status, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE wheel_results
		SET status = $3, decided_at = $4
		WHERE id = $1 AND performer_id = $2 AND status = 'pending' AND (refunded = 0 OR $3 <> 'rejected')`,
		resultID, performerID, string(to), db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("decide result %s: %w", resultID, err)
	}
	return rows == 1, nil
}

// resultRows is how a result is stored, but for what it cost, which is its version's too.
var resultRows = db.StructOf[Result]()

var resultSQL = `
		SELECT r.` + strings.ReplaceAll(resultRows.Columns, ", ", ", r.") + `, v.price, v.segments
		FROM wheel_results r
		JOIN wheel_versions v ON v.performer_id = r.performer_id AND v.version = r.version`

func scanResult(row db.Row) (Result, error) {
	var price money.Tokens
	var segments string
	r, err := resultRows.ScanWith(row, &price, &segments)
	if err != nil {
		return r, err
	}
	r.Version.Price = price
	return r, json.Unmarshal([]byte(segments), &r.Version.Segments)
}

func selectResult(ctx context.Context, tx *db.Tx, performerID, resultID string) (Result, error) {
	return db.One(ctx, tx, scanResult, resultSQL+`
		WHERE r.id = $1 AND r.performer_id = $2`, resultID, performerID)
}

// selectOf is a result, whosever it is, or db.ErrNone.
func selectOf(ctx context.Context, tx *db.Tx, resultID string) (Result, error) {
	return db.One(ctx, tx, scanResult, resultSQL+`
		WHERE r.id = $1`, resultID)
}

// selectSince returns the member's newest spins since an instant.
func selectSince(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Result, error) {
	list, err := db.All(ctx, tx, scanResult, resultSQL+`
		WHERE r.member_id = $1 AND r.created_at >= $2
		ORDER BY r.created_at DESC, r.id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select the spins of %s: %w", memberID, err)
	}
	return list, nil
}

// updateRefunded notes a refund of a result that was not rejected nor refunded,
// and reports whether it was so.
func updateRefunded(ctx context.Context, tx *db.Tx, resultID string, amount money.Tokens) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE wheel_results SET refunded = $2 WHERE id = $1 AND status <> 'rejected' AND refunded = 0`, resultID, amount)
	if err != nil {
		return false, fmt.Errorf("refund result %s: %w", resultID, err)
	}
	return rows == 1, nil
}

// selectResults returns one page of somebody's results, newest first, and how many
// there are in all.
func selectResults(ctx context.Context, tx *db.Tx, q Query) ([]Result, int, error) {
	where, args := ` WHERE TRUE`, []any{}
	for _, c := range []struct{ column, value string }{
		{"performer_id", q.PerformerID}, {"member_id", q.MemberID}, {"status", string(q.Status)},
	} {
		if c.value != "" {
			args = append(args, c.value)
			where += fmt.Sprintf(` AND r.%s = $%d`, c.column, len(args))
		}
	}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM wheel_results r`+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count results: %w", err)
	}
	page := fmt.Sprintf(` ORDER BY r.created_at DESC, r.id DESC LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2)
	list, err := db.All(ctx, tx, scanResult, resultSQL+where+page, append(args, q.Limit, q.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select results: %w", err)
	}
	return list, total, nil
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
