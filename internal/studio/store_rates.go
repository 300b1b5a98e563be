package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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

// selectRates reads a member's rates as they are, the studio's default where there
// is none; the default alone when performerID is empty.
func selectRates(ctx context.Context, tx *db.Tx, studioID, performerID string) (rates, error) {
	list, err := db.All(ctx, tx, scanRate, `
		SELECT s.kind, s.share
		FROM studio_shares s
		WHERE s.studio_id = $1 AND s.performer_id IN ('', $2) AND s.version = (
			SELECT MAX(l.version)
			FROM studio_shares l
			WHERE l.studio_id = s.studio_id AND l.performer_id = s.performer_id AND l.kind = s.kind)
		ORDER BY s.performer_id, s.kind`, studioID, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the rates of %s: %w", studioID, err)
	}
	found := rates{}
	for _, one := range list { // the default first, so that the member's own replaces it
		found[one.kind] = one.share
	}
	return found, nil
}

type shareAt struct {
	studioID string
	share    money.Rate
}

func scanShareAt(r db.Row) (m shareAt, err error) { return m, r.Scan(&m.studioID, &m.share) }

// selectShareAt is the studio of a performer at an instant and their share of
// a kind then; db.ErrNone without a studio.
func selectShareAt(ctx context.Context, tx *db.Tx, performerID, kind string, at time.Time) (shareAt, error) {
	return db.One(ctx, tx, scanShareAt, `
		SELECT m.studio_id, COALESCE(
			(SELECT s.share FROM studio_shares s
			 WHERE s.studio_id = m.studio_id AND s.performer_id = m.performer_id AND s.kind = $2 AND s.since <= $3
			 ORDER BY s.version DESC LIMIT 1),
			(SELECT s.share FROM studio_shares s
			 WHERE s.studio_id = m.studio_id AND s.performer_id = '' AND s.kind = $2 AND s.since <= $3
			 ORDER BY s.version DESC LIMIT 1),
			$4)
		FROM studio_members m
		WHERE m.performer_id = $1 AND m.joined_at <= $3`, performerID, kind, db.Millis(at), int64(DefaultShare))
}

// insertShares writes the next version of each kind, from now on: never before
// the one that it replaces, whatever the clocks of two nodes say.
func insertShares(ctx context.Context, tx *db.Tx, studioID, performerID, by string, change rates, now time.Time) error {
	for _, kind := range slices.Sorted(maps.Keys(change)) {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO studio_shares (studio_id, performer_id, kind, version, share, changed_by, since)
			SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), COALESCE(MAX(version), 0) + 1,
			       CAST($4 AS BIGINT), CAST($5 AS TEXT), CASE WHEN MAX(since) > $6 THEN MAX(since) ELSE $6 END
			FROM studio_shares
			WHERE studio_id = $1 AND performer_id = $2 AND kind = $3`,
			studioID, performerID, kind, int64(change[kind]), by, db.Millis(now))
		if db.Unique(err, "studio_shares", "version") { // the default was kept for them a moment ago
			return db.Again(err)
		}
		if err != nil {
			return fmt.Errorf("write the rates of %s: %w", studioID, err)
		}
	}
	return nil
}

// keepShares writes down a rate for every member without one.
func keepShares(ctx context.Context, tx *db.Tx, studioID, kind string, share money.Rate, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studio_shares (studio_id, performer_id, kind, version, share, changed_by, since)
		SELECT m.studio_id, m.performer_id, CAST($2 AS TEXT), 1, CAST($3 AS BIGINT), '', CAST($4 AS BIGINT)
		FROM studio_members m
		WHERE m.studio_id = $1
		ON CONFLICT (studio_id, performer_id, kind, version) DO NOTHING`, studioID, kind, int64(share), db.Millis(now))
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

// selectThese are those of some performers who are members; with a lock they are locked, in the order of their ids.
func selectThese(ctx context.Context, tx *db.Tx, studioID string, performerIDs []string, lock string) ([]string, error) {
	in, args := db.In(2, performerIDs)
	list, err := db.All(ctx, tx, db.String, `
		SELECT performer_id
		FROM studio_members
		WHERE studio_id = $1 AND performer_id IN `+in+`
		ORDER BY performer_id`+lock, append([]any{studioID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select members of %s: %w", studioID, err)
	}
	return list, nil
}

func lockStudio(ctx context.Context, tx *db.Tx, studioID string) error {
	_, err := db.One(ctx, tx, db.String, `SELECT id FROM studios WHERE id = $1`+tx.Fragment(db.ForUpdate), studioID)
	return err
}

func insertOffer(ctx context.Context, tx *db.Tx, o Offer, performerID string, now time.Time) error {
	failed := func(err error) error { return fmt.Errorf("insert an offer for %s: %w", performerID, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO studio_offers (id, studio_id, performer_id, shares, created_at, batch_id)
		VALUES ($1, $2, $3, $4, $5, $6)`, o.ID, o.studioID, performerID, o.change.text(), db.Millis(now), o.batchID)
}

func scanOffer(r db.Row) (o Offer, err error) {
	var created int64
	var shares string
	if err = r.Scan(&o.ID, &o.studioID, &shares, &created, &o.batchID); err != nil {
		return o, err
	}
	o.CreatedAt = db.Time(created)
	return o, json.Unmarshal([]byte(shares), &o.change)
}

func selectOpenOffer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	return db.One(ctx, tx, scanOffer, `
		SELECT id, studio_id, shares, created_at, batch_id
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
	return closeOffers(ctx, tx, []string{performerID}, state, now)
}

func closeOffers(ctx context.Context, tx *db.Tx, performerIDs []string, state string, now time.Time) error {
	in, args := db.In(3, performerIDs)
	_, err := db.Exec(ctx, tx, `
		UPDATE studio_offers
		SET state = $1, decided_at = $2
		WHERE state = 'open' AND performer_id IN `+in, append([]any{state, db.Millis(now)}, args...)...)
	return err
}

// raiseShares writes the next version of a kind's share for several members, who are locked (insertShares).
func raiseShares(ctx context.Context, tx *db.Tx, studioID, kind string, share money.Rate, performerIDs []string, now time.Time) error {
	in, args := db.In(5, performerIDs)
	_, err := db.Exec(ctx, tx, `
		INSERT INTO studio_shares (studio_id, performer_id, kind, version, share, changed_by, since)
		SELECT m.studio_id, m.performer_id, CAST($2 AS TEXT), COALESCE(MAX(s.version), 0) + 1,
		       CAST($3 AS BIGINT), CAST($1 AS TEXT), CASE WHEN MAX(s.since) > $4 THEN MAX(s.since) ELSE $4 END
		FROM studio_members m
		LEFT JOIN studio_shares s ON s.studio_id = m.studio_id AND s.performer_id = m.performer_id AND s.kind = $2
		WHERE m.studio_id = $1 AND m.performer_id IN `+in+`
		GROUP BY m.studio_id, m.performer_id`, append([]any{studioID, kind, int64(share), db.Millis(now)}, args...)...)
	if db.Unique(err, "studio_shares", "version") { // the default was kept for them a moment ago
		return db.Again(err)
	}
	if err != nil {
		return fmt.Errorf("raise the rates of members of %s: %w", studioID, err)
	}
	return nil
}

// withdrawOffers takes back what a studio has offered and what waits: of a batch, or to a performer.
func withdrawOffers(ctx context.Context, tx *db.Tx, studioID, batchID, performerID string, now time.Time) (int, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE studio_offers
		SET state = 'withdrawn', decided_at = $4
		WHERE studio_id = $1 AND state = 'open' AND ($2 <> '' AND batch_id = $2 OR $3 <> '' AND performer_id = $3)`,
		studioID, batchID, performerID, db.Millis(now))
	return int(rows), err
}

// selectRatesOf are the rates that members have of their own.
func selectRatesOf(ctx context.Context, tx *db.Tx, studioID string, performerIDs []string) (map[string]rates, error) {
	type owned struct {
		of string
		rate
	}
	in, args := db.In(2, performerIDs)
	list, err := db.All(ctx, tx, func(r db.Row) (o owned, err error) { return o, r.Scan(&o.of, &o.kind, &o.share) }, `
		SELECT s.performer_id, s.kind, s.share
		FROM studio_shares s
		WHERE s.studio_id = $1 AND s.performer_id IN `+in+` AND s.version = (
			SELECT MAX(l.version)
			FROM studio_shares l
			WHERE l.studio_id = s.studio_id AND l.performer_id = s.performer_id AND l.kind = s.kind)
		ORDER BY s.performer_id, s.kind`, append([]any{studioID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select the rates of members of %s: %w", studioID, err)
	}
	found := map[string]rates{}
	for _, one := range list {
		if found[one.of] == nil {
			found[one.of] = rates{}
		}
		found[one.of][one.kind] = one.share
	}
	return found, nil
}

// selectOpenOffers are the offers that performers have not answered.
func selectOpenOffers(ctx context.Context, tx *db.Tx, performerIDs []string) (map[string]Offer, error) {
	type made struct {
		to string
		Offer
	}
	in, args := db.In(1, performerIDs)
	list, err := db.All(ctx, tx, func(r db.Row) (m made, err error) {
		var created int64
		var shares string
		if err = r.Scan(&m.to, &m.ID, &m.studioID, &shares, &created, &m.batchID); err != nil {
			return m, err
		}
		m.CreatedAt = db.Time(created)
		m.change, err = ratesIn(shares)
		return m, err
	}, `
		SELECT performer_id, id, studio_id, shares, created_at, batch_id
		FROM studio_offers
		WHERE state = 'open' AND performer_id IN `+in, args...)
	found := make(map[string]Offer, len(list))
	for _, m := range list {
		found[m.to] = m.Offer
	}
	return found, err
}
