package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

func selectStudioOf(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT studio_id FROM studio_members WHERE performer_id = $1`, performerID)
}

type rate struct {
	kind  string
	share money.Rate
}

func scanRate(r db.Row) (one rate, err error) { return one, r.Scan(&one.kind, &one.share) }

// selectRates reads a member's rates, the studio's default where she has none of
// her own; the default alone when performerID is empty.
func selectRates(ctx context.Context, tx *db.Tx, studioID, performerID string) (rates, error) {
	list, err := db.All(ctx, tx, scanRate, `
		SELECT kind, share
		FROM studio_rates
		WHERE studio_id = $1 AND performer_id IN ('', $2)
		ORDER BY performer_id, kind`, studioID, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the rates of %s: %w", studioID, err)
	}
	found := rates{}
	for _, one := range list { // the default first, so that her own replaces it
		found[one.kind] = one.share
	}
	return found, nil
}

func upsertRates(ctx context.Context, tx *db.Tx, studioID, performerID string, change rates) error {
	for kind, share := range change {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO studio_rates (studio_id, performer_id, kind, share)
			VALUES ($1, $2, $3, $4)
			ON CONFLICT (studio_id, performer_id, kind) DO UPDATE SET share = excluded.share`,
			studioID, performerID, kind, share)
		if err != nil {
			return fmt.Errorf("write the rates of %s: %w", studioID, err)
		}
	}
	return nil
}

// keepRates writes down a rate for every member who has none of her own.
func keepRates(ctx context.Context, tx *db.Tx, studioID, kind string, share money.Rate) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studio_rates (studio_id, performer_id, kind, share)
		SELECT m.studio_id, m.performer_id, $2, $3
		FROM studio_members m
		WHERE m.studio_id = $1
		ON CONFLICT (studio_id, performer_id, kind) DO NOTHING`, studioID, kind, int64(share))
	if err != nil {
		return fmt.Errorf("keep the rates of the members of %s: %w", studioID, err)
	}
	return nil
}

// lockMember puts changes of one member in line; db.ErrNone when the studio has
// no such member.
func lockMember(ctx context.Context, tx *db.Tx, studioID, performerID string) error {
	_, err := db.One(ctx, tx, db.String, `
		SELECT performer_id
		FROM studio_members
		WHERE studio_id = $1 AND performer_id = $2`+tx.Fragment(db.ForUpdate), studioID, performerID)
	return err
}

func lockStudio(ctx context.Context, tx *db.Tx, studioID string) error {
	_, err := db.One(ctx, tx, db.String, `SELECT id FROM studios WHERE id = $1`+tx.Fragment(db.ForUpdate), studioID)
	return err
}

func insertOffer(ctx context.Context, tx *db.Tx, o Offer, performerID string, now time.Time) error {
	shares, err := json.Marshal(o.change)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO studio_offers (id, studio_id, performer_id, shares, created_at)
		VALUES ($1, $2, $3, $4, $5)`, o.ID, o.studioID, performerID, string(shares), db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert an offer for %s: %w", performerID, err)
	}
	return nil
}

func scanOffer(r db.Row) (o Offer, err error) {
	var created int64
	var shares string
	if err = r.Scan(&o.ID, &o.studioID, &shares, &created); err != nil {
		return o, err
	}
	o.CreatedAt = db.Time(created)
	return o, json.Unmarshal([]byte(shares), &o.change)
}

func selectOpenOffer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	return db.One(ctx, tx, scanOffer, `
		SELECT id, studio_id, shares, created_at
		FROM studio_offers
		WHERE performer_id = $1 AND state = 'open'`, performerID)
}

// updateOffer reports whether the offer was open.
func updateOffer(ctx context.Context, tx *db.Tx, offerID, state string, now time.Time) (first bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE studio_offers
		SET state = $2, decided_at = $3
		WHERE id = $1 AND state = 'open'`, offerID, state, db.Millis(now))
	return rows == 1, err
}

func closeOffer(ctx context.Context, tx *db.Tx, performerID, state string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_offers
		SET state = $2, decided_at = $3
		WHERE performer_id = $1 AND state = 'open'`, performerID, state, db.Millis(now))
	return err
}
