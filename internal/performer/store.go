package performer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// The facets: values a performer has many of and is found by.
const (
	facetCategory = "category"
	facetTag      = "tag"
	facetLanguage = "language"
)

func insertPerformer(ctx context.Context, tx *db.Tx, performerID string, p Profile, prices Prices, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performers (id, gender, country, verification, private_price, exclusive_price, group_price,
			wheel_price, min_minutes, recent_at, created_at, updated_at)
		VALUES ($1, $2, $3, 'none', $4, $5, $6, $7, $8, $9, $9, $9)`,
		performerID, p.Gender, p.Country, prices.PrivatePrice, prices.ExclusivePrice, prices.GroupPrice,
		prices.WheelPrice, prices.MinMinutes, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert performer %s: %w", performerID, err)
	}
	return nil
}

// performerRow is how a performer is stored.
type performerRow struct {
	Performer
	until int64 `db:"verified_until"`
	since int64 `db:"live_since"`
}

var performerRows = db.StructOf[performerRow]()

func scanPerformer(r db.Row) (Performer, error) {
	p, err := performerRows.Scan(r)
	p.VerifiedUntil, p.LiveSince, p.IsOnline = instant(p.until), instant(p.since), p.StreamingStatus != Offline
	if p.Verification == None && p.until != 0 {
		p.Verification = Expired
	}
	return p.Performer, err
}

// instant is a time that may be absent on the wire.
func instant(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	at := db.Time(ms)
	return &at
}

func selectPerformer(ctx context.Context, tx *db.Tx, performerID string) (Performer, error) {
	p, err := db.One(ctx, tx, scanPerformer, `
		SELECT `+performerRows.Columns+`
		FROM performers
		WHERE id = $1`, performerID)
	if err != nil {
		return p, none(err)
	}
	p.ID = performerID
	if p.CategoryIDs, err = selectFacet(ctx, tx, performerID, facetCategory); err != nil {
		return p, err
	}
	if p.Tags, err = selectFacet(ctx, tx, performerID, facetTag); err != nil {
		return p, err
	}
	if p.Languages, err = selectFacet(ctx, tx, performerID, facetLanguage); err != nil {
		return p, err
	}
	if p.Links, err = selectLinks(ctx, tx, performerID); err != nil {
		return p, err
	}
	if p.Categories, err = selectCategoriesOf(ctx, tx, performerID); err != nil {
		return p, err
	}
	return p, translated(ctx, tx, p.Categories)
}

// none turns "no row" into the refusal of an absent performer.
func none(err error) error {
	if errors.Is(err, db.ErrNone) {
		return ErrAbsent
	}
	return err
}

// touched turns "no row was changed" into the refusal of an absent performer.
func touched(rows int64, err error) error {
	if err == nil && rows == 0 {
		return ErrAbsent
	}
	return err
}

func updateProfile(ctx context.Context, tx *db.Tx, performerID string, p Profile, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET headline = $2, about = $3, gender = $4, country = $5, timezone = $6, height = $7, weight = $8, hair = $9,
			eyes = $10, ethnicity = $11, body_type = $12, orientation = $13, welcome = $14, updated_at = $15
		WHERE id = $1`,
		performerID, p.Headline, p.About, p.Gender, p.Country, p.Timezone, p.Height, p.Weight, p.Hair,
		p.Eyes, p.Ethnicity, p.BodyType, p.Orientation, p.Welcome, db.Millis(now)))
}

func updateVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET vip = $2, updated_at = $3 WHERE id = $1`, performerID, vip, db.Millis(now)))
}

// updateImage stores a picture's address; column is card_image or wide_image.
func updateImage(ctx context.Context, tx *db.Tx, performerID, column, address string, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET `+column+` = $2, updated_at = $3 WHERE id = $1`, performerID, address, db.Millis(now)))
}

// replaceFacet stores the values of one facet in their order.
func replaceFacet(ctx context.Context, tx *db.Tx, performerID, facet string, values []string) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM performer_facets WHERE performer_id = $1 AND facet = $2`, performerID, facet)
	if err != nil {
		return fmt.Errorf("clear the %s facet of %s: %w", facet, performerID, err)
	}
	for i, value := range values {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO performer_facets (facet, value, performer_id, position) VALUES ($1, $2, $3, $4)`,
			facet, value, performerID, i)
		if err != nil {
			return fmt.Errorf("insert the %s facet of %s: %w", facet, performerID, err)
		}
	}
	return nil
}

func selectFacet(ctx context.Context, tx *db.Tx, performerID, facet string) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT value
		FROM performer_facets
		WHERE performer_id = $1 AND facet = $2
		ORDER BY position`, performerID, facet)
}
