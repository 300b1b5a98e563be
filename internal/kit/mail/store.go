package mail

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func insertMail(ctx context.Context, tx *db.Tx, mailID string, m Message, sealed string) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO mails (id, recipient, subject, body_text, body_html, sealed, state, due, created_at, unsubscribe, nameless)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
		mailID, m.To, m.Subject, m.Text, m.HTML, sealed, Waiting, db.Millis(m.At), m.Unsubscribe, m.Nameless)
	return err
}

const (
	envelope = `id, recipient, subject, state, attempts, failure, created_at, sent_at`
	whole    = envelope + `, body_text, body_html, sealed, unsubscribe, nameless`
)

func scanEnvelope(r db.Row) (m Mail, err error) {
	var created, sent int64
	err = r.Scan(&m.ID, &m.To, &m.Subject, &m.State, &m.Attempts, &m.Failure, &created, &sent)
	m.CreatedAt, m.SentAt = db.Time(created), db.Time(sent)
	return m, err
}

func scanMail(r db.Row) (m Mail, err error) {
	var created, sent int64
	err = r.Scan(&m.ID, &m.To, &m.Subject, &m.State, &m.Attempts, &m.Failure, &created, &sent, &m.Text, &m.HTML, &m.sealed, &m.unsubscribe, &m.nameless)
	m.CreatedAt, m.SentAt = db.Time(created), db.Time(sent)
	return m, err
}

func selectMail(ctx context.Context, tx *db.Tx, mailID string) (Mail, error) {
	return db.One(ctx, tx, scanMail, `SELECT `+whole+` FROM mails WHERE id = $1`, mailID)
}

func selectMails(ctx context.Context, tx *db.Tx, f Filter) ([]Mail, int, error) {
	const chosen = ` FROM mails WHERE ($1 = '' OR state = $1) AND ($2 = '' OR recipient = $2)`
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+chosen, string(f.State), f.To)
	if err != nil {
		return nil, 0, fmt.Errorf("count mails: %w", err)
	}
	page, err := db.All(ctx, tx, scanEnvelope, `
		SELECT `+envelope+chosen+`
		ORDER BY created_at DESC, id DESC
		LIMIT $3 OFFSET $4`,
		string(f.State), f.To, f.Limit, f.Offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select mails: %w", err)
	}
	return page, total, nil
}

// claimDue takes the mail that waits longest, of those that have no way to
// unsubscribe first, since somebody waits for them, and makes it due again after
// the lease, should this node never tell what became of it.
func claimDue(ctx context.Context, tx *db.Tx, now time.Time, lease time.Duration) (Mail, error) {
	longest := func(which string) string {
		return `(
			SELECT id FROM mails
			WHERE state = 'waiting' AND due <= $1` + which + `
			ORDER BY due, id
			LIMIT 1` + tx.Fragment(db.SkipLocked) + `)`
	}
	return db.One(ctx, tx, scanMail, `
		UPDATE mails
		SET due = $2, attempts = attempts + 1
		WHERE id = COALESCE(`+longest(` AND unsubscribe = ''`)+`, `+longest(``)+`)
		RETURNING `+whole,
		db.Millis(now), db.Millis(now.Add(lease)))
}

func markSent(ctx context.Context, tx *db.Tx, mailID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE mails
		SET state = 'sent', sent_at = $2, failure = '', body_text = '', body_html = '', sealed = ''
		WHERE id = $1`, mailID, db.Millis(now))
	return err
}

func markFailure(ctx context.Context, tx *db.Tx, mailID string, state State, due time.Time, failure string) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE mails SET state = $2, due = $3, failure = $4 WHERE id = $1`,
		mailID, string(state), db.Millis(due), failure)
	return err
}

func keepWaiting(ctx context.Context, tx *db.Tx) (int64, error) {
	return db.Exec(ctx, tx, `UPDATE mails SET state = 'kept' WHERE state = 'waiting'`)
}

func anyWaiting(ctx context.Context, tx *db.Tx, now time.Time) (bool, error) {
	return db.One(ctx, tx, db.Bool, `
		SELECT EXISTS (SELECT 1 FROM mails WHERE state = 'waiting' AND due <= $1)`, db.Millis(now))
}
