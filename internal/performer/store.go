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

const columns = `headline, about, gender, country, timezone, height, weight, hair, eyes, ethnicity, body_type,
	orientation, vip, welcome, card_image, wide_image, private_price, exclusive_price, group_price, wheel_price,
	min_minutes, max_participants, min_participants, peek_in, peek_in_price, peek_in_seconds, peek_in_sound,
	record, who_may_ask, min_balance, verification, verification_reason, verified_until, status, streaming_status, viewers, live_since, snapshot, views,
	created_at`

func scanPerformer(r db.Row) (p Performer, err error) {
	var until, since, created int64
	b := &p.Broadcast
	err = r.Scan(&p.Headline, &p.About, &p.Gender, &p.Country, &p.Timezone, &p.Height, &p.Weight, &p.Hair, &p.Eyes,
		&p.Ethnicity, &p.BodyType, &p.Orientation, &p.VIP, &p.Welcome, &p.CardImage, &p.WideImage, &p.PrivatePrice,
		&p.ExclusivePrice, &p.GroupPrice, &p.WheelPrice, &p.MinMinutes, &b.MaxParticipants, &b.MinParticipants,
		&b.PeekIn.Enabled, &b.PeekIn.Price, &b.PeekIn.Seconds, &b.PeekIn.Sound, &b.Record, &b.WhoMayAsk, &b.MinBalance,
		&p.Verification, &p.VerificationReason, &until, &p.Availability, &p.StreamingStatus, &p.Viewers, &since,
		&p.Snapshot, &p.Views, &created)
	p.VerifiedUntil, p.LiveSince, p.CreatedAt = instant(until), instant(since), db.Time(created)
	p.IsOnline = p.StreamingStatus != Offline
	if p.Verification == None && until != 0 {
		p.Verification = Expired
	}
	return p, err
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
		SELECT `+columns+`
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
	p.Categories, err = selectCategoriesOf(ctx, tx, performerID)
	return p, err
}

// selectOffer reads what a show needs of a performer.
func selectOffer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	o, err := db.One(ctx, tx, scanOffer, `
		SELECT private_price, exclusive_price, group_price, wheel_price, min_minutes, max_participants, min_participants,
			peek_in, peek_in_price, peek_in_seconds, peek_in_sound, record, who_may_ask, min_balance, status
		FROM performers
		WHERE id = $1`, performerID)
	return o, none(err)
}

func scanOffer(r db.Row) (o Offer, err error) {
	b := &o.Broadcast
	return o, r.Scan(&o.PrivatePrice, &o.ExclusivePrice, &o.GroupPrice, &o.WheelPrice, &o.MinMinutes, &b.MaxParticipants,
		&b.MinParticipants, &b.PeekIn.Enabled, &b.PeekIn.Price, &b.PeekIn.Seconds, &b.PeekIn.Sound, &b.Record, &b.WhoMayAsk,
		&b.MinBalance, &o.Availability)
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

func updatePrices(ctx context.Context, tx *db.Tx, performerID string, p Prices, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET private_price = $2, exclusive_price = $3, group_price = $4, wheel_price = $5, min_minutes = $6, updated_at = $7
		WHERE id = $1`,
		performerID, p.PrivatePrice, p.ExclusivePrice, p.GroupPrice, p.WheelPrice, p.MinMinutes, db.Millis(now)))
}

func updateBroadcast(ctx context.Context, tx *db.Tx, performerID string, b Broadcast, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET max_participants = $2, min_participants = $3, peek_in = $4, peek_in_price = $5, peek_in_seconds = $6,
			peek_in_sound = $7, record = $8, who_may_ask = $9, min_balance = $10, updated_at = $11
		WHERE id = $1`,
		performerID, b.MaxParticipants, b.MinParticipants, b.PeekIn.Enabled, b.PeekIn.Price, b.PeekIn.Seconds,
		b.PeekIn.Sound, b.Record, b.WhoMayAsk, b.MinBalance, db.Millis(now)))
}

func updateVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET vip = $2, updated_at = $3 WHERE id = $1`, performerID, vip, db.Millis(now)))
}

func updateActive(ctx context.Context, tx *db.Tx, accountID string, active bool) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performers
		SET active = $2, listed = (verification = 'verified' AND $2)
		WHERE id = $1`, accountID, active)
	return rows == 1, err
}

// updateImage stores a picture's address; column is card_image or wide_image.
func updateImage(ctx context.Context, tx *db.Tx, performerID, column, address string, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET `+column+` = $2, updated_at = $3 WHERE id = $1`, performerID, address, db.Millis(now)))
}

type verification struct {
	state string
	until time.Time
}

func scanVerification(r db.Row) (v verification, err error) {
	var until int64
	err = r.Scan(&v.state, &until)
	v.until = db.Time(until)
	return v, err
}

// selectVerification reads where the papers stand.
func selectVerification(ctx context.Context, tx *db.Tx, performerID string) (verification, error) {
	v, err := db.One(ctx, tx, scanVerification, `
		SELECT verification, verified_until FROM performers WHERE id = $1`, performerID)
	return v, none(err)
}

func updateVerification(ctx context.Context, tx *db.Tx, performerID, state, reason string, until, now time.Time) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET verification = $2, verification_reason = $3, verified_until = $4, verification_at = $5, updated_at = $5,
			listed = ($6 AND active), expiry_told = 0, renewing = FALSE
		WHERE id = $1`,
		performerID, state, reason, db.Millis(until), db.Millis(now), state == Verified))
}

func selectListed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM performers WHERE id = $1 AND listed`, performerID)
	return n == 1, err
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
