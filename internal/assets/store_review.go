package assets

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// insertConsents keeps a declaration, which covers every photo and medium that none covers
// yet.
func insertConsents(ctx context.Context, tx *db.Tx, consentID string, a *Asset, c Consents, now time.Time) error {
	others, err := json.Marshal(c.Others)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO asset_consents (id, asset_id, performer_id, version, only_me, others, confirmed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		consentID, a.ID, a.PerformerID, a.Version, c.OnlyMe, string(others), db.Millis(now))
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			UPDATE asset_photos SET consent_id = $2 WHERE asset_id = $1 AND removed_at = 0 AND consent_id = ''`, a.ID, consentID)
	}
	if err == nil {
		_, err = db.Exec(ctx, tx, `UPDATE asset_media SET consent_id = $2 WHERE asset_id = $1 AND consent_id = ''`, a.ID, consentID)
	}
	if err != nil {
		return fmt.Errorf("declare the people of %s: %w", a.ID, err)
	}
	return nil
}

func scanDeclaration(r db.Row) (d Declaration, err error) {
	var others string
	var at int64
	if err := r.Scan(&d.OnlyMe, &others, &at); err != nil {
		return d, err
	}
	d.ConfirmedAt = db.Time(at)
	return d, json.Unmarshal([]byte(others), &d.Others)
}

// selectDeclaration is what was declared about the people in an asset's photos and media,
// of all declarations that cover one of them; zero without any.
func selectDeclaration(ctx context.Context, tx *db.Tx, assetID string) (Declaration, error) {
	sum := Declaration{OnlyMe: true, Others: []string{}}
	list, err := db.All(ctx, tx, scanDeclaration, `
		SELECT c.only_me, c.others, c.confirmed_at
		FROM asset_consents c
		WHERE c.id IN (
			SELECT p.consent_id FROM asset_photos p WHERE p.asset_id = $1 AND p.removed_at = 0
			UNION ALL
			SELECT m.consent_id FROM asset_media m WHERE m.asset_id = $1)
		ORDER BY c.confirmed_at, c.id`, assetID)
	if err != nil || len(list) == 0 {
		return Declaration{Others: []string{}}, err
	}
	for _, one := range list {
		sum.OnlyMe = sum.OnlyMe && one.OnlyMe
		sum.Others = distinct(append(sum.Others, one.Others...))
		sum.ConfirmedAt = one.ConfirmedAt
	}
	return sum, nil
}

// lastRejected reports whether staff rejected the asset when they last decided.
func lastRejected(ctx context.Context, tx *db.Tx, assetID string) (bool, error) {
	decision, _, err := db.Maybe(ctx, tx, db.String, `
		SELECT decision
		FROM asset_reviews
		WHERE asset_id = $1
		ORDER BY decided_at DESC, id DESC
		LIMIT 1`, assetID)
	return decision == "rejected", err
}

const queued = `
		FROM assets a
		WHERE a.status = 'pending'
		  AND NOT EXISTS (SELECT 1 FROM asset_photos p WHERE p.asset_id = a.id AND p.removed_at = 0 AND p.consent_id = '')
		  AND NOT EXISTS (SELECT 1 FROM asset_media m WHERE m.asset_id = a.id AND m.consent_id = '')`

// selectQueue is a page of what waits for staff, the oldest submission first.
func selectQueue(ctx context.Context, tx *db.Tx, offset, limit int) ([]Asset, int, error) {
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+queued)
	if err != nil {
		return nil, 0, fmt.Errorf("count what waits for review: %w", err)
	}
	list, err := db.All(ctx, tx, assetRows.Scan, `SELECT `+assetColumns+queued+`
		ORDER BY a.submitted_at, a.id
		LIMIT $1 OFFSET $2`, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select what waits for review: %w", err)
	}
	return list, total, addFacets(ctx, tx, pointers(list))
}

func insertReview(ctx context.Context, tx *db.Tx, reviewID string, a *Asset, decision, reason, by string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO asset_reviews (id, asset_id, version, decision, reason, decided_by, decided_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		reviewID, a.ID, a.Version, decision, reason, by, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert a review of %s: %w", a.ID, err)
	}
	return nil
}

// countApprovals is how many of a performer's assets staff have approved.
func countApprovals(ctx context.Context, tx *db.Tx, performerID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(DISTINCT r.asset_id)
		FROM asset_reviews r
		JOIN assets a ON a.id = r.asset_id
		WHERE a.performer_id = $1 AND r.decision = 'approved'`, performerID)
}
