package performer

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// reminders are how many days before a document expires its performer is told.
var reminders = []int{30, 7, 1}

// expiryBatch bounds the rows of one transaction.
const expiryBatch = 100

// IdentityExpired is published when a performer's document has expired: the
// performer is not verified any more, and a running show must end.
type IdentityExpired struct {
	PerformerID string `json:"performerId"`
}

func (IdentityExpired) EventName() string { return "performer.identity_expired" }

// IdentityExpiring is published 30, 7 and 1 days before a performer's document
// expires.
type IdentityExpiring struct {
	PerformerID string    `json:"performerId"`
	Until       time.Time `json:"until"`
}

func (IdentityExpiring) EventName() string { return "performer.identity_expiring" }

// ExpireDocuments takes verification from performers with an expired document, and
// reminds the others in time. It is asked often; each node may ask.
func (s *Verification) ExpireDocuments(ctx context.Context) error {
	for _, work := range []func(context.Context, *db.Tx) (int, error){s.expire, s.remind} {
		for done := expiryBatch; done == expiryBatch; {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				done, err = work(ctx, tx)
				return err
			})
			if err != nil {
				return fmt.Errorf("look after documents that expire: %w", err)
			}
		}
	}
	return nil
}

func (s *Verification) expire(ctx context.Context, tx *db.Tx) (int, error) {
	ids, err := selectExpired(ctx, tx, s.Now(), expiryBatch)
	for _, performerID := range ids {
		if err != nil {
			break
		}
		err = s.expireOne(ctx, tx, performerID)
	}
	return len(ids), err
}

func (s *Verification) expireOne(ctx context.Context, tx *db.Tx, performerID string) error {
	first, err := updateExpired(ctx, tx, performerID, s.Now())
	if err != nil || !first { // another node was quicker
		return err
	}
	if err := s.Events.Publish(ctx, tx, IdentityExpired{performerID}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

func (s *Verification) remind(ctx context.Context, tx *db.Tx) (int, error) {
	list, err := selectExpiring(ctx, tx, s.Now(), expiryBatch)
	for _, one := range list {
		if err != nil {
			break
		}
		var first bool
		first, err = updateTold(ctx, tx, one.performerID, one.days)
		if err == nil && first {
			err = s.Events.Publish(ctx, tx, IdentityExpiring{PerformerID: one.performerID, Until: one.until})
		}
	}
	return len(list), err
}

// expiring is a performer that is to be reminded.
type expiring struct {
	performerID string
	until       time.Time
	days        int // the reminder that is due
}

// selectExpiring finds performers whose reminder is due. Of several that
// are due at once, as for a document that was nearly over when it was accepted, only
// the nearest is sent.
func selectExpiring(ctx context.Context, tx *db.Tx, now time.Time, limit int) (list []expiring, err error) {
	later := now
	for i := len(reminders) - 1; i >= 0 && len(list) < limit; i-- {
		days := reminders[i]
		until := now.AddDate(0, 0, days)
		scan := func(r db.Row) (e expiring, err error) {
			var at int64
			err = r.Scan(&e.performerID, &at)
			e.until, e.days = db.Time(at), days
			return e, err
		}
		some, err := db.All(ctx, tx, scan, `
			SELECT id, verified_until
			FROM performers
			WHERE verification = 'verified' AND verified_until > $1 AND verified_until <= $2
				AND (expiry_told = 0 OR expiry_told > $3)
			ORDER BY verified_until, id
			LIMIT $4`, db.Millis(later), db.Millis(until), days, limit-len(list))
		if err != nil {
			return nil, err
		}
		list, later = append(list, some...), until
	}
	return list, nil
}

// updateTold reports whether nobody else has sent the reminder.
func updateTold(ctx context.Context, tx *db.Tx, performerID string, days int) (first bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performers
		SET expiry_told = $2
		WHERE id = $1 AND (expiry_told = 0 OR expiry_told > $2)`, performerID, days)
	return rows == 1, err
}

func selectExpired(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT id
		FROM performers
		WHERE verification = 'verified' AND verified_until > 0 AND verified_until <= $1
		ORDER BY verified_until, id
		LIMIT $2`, db.Millis(now), limit)
}

// updateExpired reports whether the performer was verified. A performer
// with new documents waits for their check instead.
func updateExpired(ctx context.Context, tx *db.Tx, performerID string, now time.Time) (first bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE performers
		SET verification = CASE WHEN renewing THEN 'submitted' ELSE 'none' END,
			verified_until = CASE WHEN renewing THEN 0 ELSE verified_until END,
			renewing = FALSE, listed = FALSE, verification_at = $2, updated_at = $2
		WHERE id = $1 AND verification = 'verified' AND verified_until > 0 AND verified_until <= $2`, performerID, db.Millis(now))
	return rows == 1, err
}

// markRenewing remembers that new documents wait while the old ones are good.
func markRenewing(ctx context.Context, tx *db.Tx, performerID string) error {
	return touched(db.Exec(ctx, tx, `UPDATE performers SET renewing = TRUE WHERE id = $1`, performerID))
}
