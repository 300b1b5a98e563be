package account

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

// sessionRows is how a session is stored.
var sessionRows = db.StructOf[Session]()

func insertSession(ctx context.Context, tx *db.Tx, s Session, tokenHash string) error {
	_, err := db.Exec(ctx, tx, sessionRows.Insert("account_sessions", "token_hash"), append(sessionRows.Args(s), tokenHash)...)
	return err
}

// holder is a session with its account, as a call needs them.
type holder struct {
	Session
	caller    Caller
	status    Status
	hasFactor bool
	invitedAt time.Time

	ownerStatus Status // of the studio that the account works for; empty: none
}

const holderQuery = `
	SELECT s.id, s.role, s.last_seen_at, s.expires_at, s.proved_at, a.id, a.role, a.username, a.status,
		COALESCE(f.enabled_at, 0), a.invited_at, a.language, a.studio_id, a.rights, COALESCE(o.status, '')
	FROM account_sessions s
	JOIN accounts a ON a.id = s.account_id
	LEFT JOIN account_totp f ON f.account_id = a.id
	LEFT JOIN accounts o ON o.id = a.studio_id AND a.studio_id <> ''`

func scanHolder(r db.Row) (h holder, err error) {
	var seen, expires, proved, factor, invited int64
	err = r.Scan(&h.ID, &h.role, &seen, &expires, &proved, &h.caller.ID, &h.caller.Role, &h.caller.Username, &h.status, &factor, &invited, &h.caller.Language,
		&h.caller.StudioID, &h.caller.rights, &h.ownerStatus)
	h.hasFactor = factor > 0
	h.AccountID, h.caller.SessionID = h.caller.ID, h.ID
	h.invitedAt = db.Time(invited)
	h.LastSeenAt, h.ExpiresAt, h.provedAt = db.Time(seen), db.Time(expires), db.Time(proved)
	return h, err
}

func selectHolder(ctx context.Context, tx *db.Tx, tokenHash string) (holder, error) {
	return db.One(ctx, tx, scanHolder, holderQuery+` WHERE s.token_hash = $1`, tokenHash)
}

func selectHolderByID(ctx context.Context, tx *db.Tx, sessionID string) (holder, error) {
	return db.One(ctx, tx, scanHolder, holderQuery+` WHERE s.id = $1`, sessionID)
}

func selectHoldersByID(ctx context.Context, tx *db.Tx, sessionIDs []string) ([]holder, error) {
	in, args := db.In(1, sessionIDs)
	return db.All(ctx, tx, scanHolder, holderQuery+` WHERE s.id IN `+in, args...)
}

func selectSessions(ctx context.Context, tx *db.Tx, accountID string, now time.Time) ([]Session, error) {
	return db.All(ctx, tx, sessionRows.Scan, `
		SELECT `+sessionRows.Columns+`
		FROM account_sessions
		WHERE account_id = $1 AND expires_at > $2
		ORDER BY created_at DESC, id DESC`, accountID, db.Millis(now))
}

func touchSession(ctx context.Context, tx *db.Tx, sessionID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE account_sessions SET last_seen_at = $2 WHERE id = $1`, sessionID, db.Millis(now))
	return err
}

func markProved(ctx context.Context, tx *db.Tx, sessionID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE account_sessions SET proved_at = $2 WHERE id = $1`, sessionID, db.Millis(now))
	return err
}

// renewToken gives a session another token; its id, and what hangs on it, stays.
func renewToken(ctx context.Context, tx *db.Tx, sessionID, tokenHash string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE account_sessions SET token_hash = $2, proved_at = $3 WHERE id = $1`, sessionID, tokenHash, db.Millis(now))
	return err
}

// deleteSessions ends all sessions of the account but one, and returns which.
func deleteSessions(ctx context.Context, tx *db.Tx, accountID, except string) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		DELETE FROM account_sessions WHERE account_id = $1 AND id <> $2 RETURNING id`, accountID, except)
}

func deleteSession(ctx context.Context, tx *db.Tx, accountID, sessionID string) (gone bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		DELETE FROM account_sessions WHERE account_id = $1 AND id = $2`, accountID, sessionID)
	return rows == 1, err
}

func insertTicket(ctx context.Context, tx *db.Tx, hash, sessionID, network string, expires time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO account_tickets (hash, session_id, network, expires_at) VALUES ($1, $2, $3, $4)`,
		hash, sessionID, network, db.Millis(expires))
	return err
}

type ticketRow struct {
	sessionID, network string
	expires            time.Time
}

func scanTicket(r db.Row) (t ticketRow, err error) {
	var expires int64
	err = r.Scan(&t.sessionID, &t.network, &expires)
	t.expires = db.Time(expires)
	return t, err
}

// takeTicket deletes the ticket and returns it; of two at once, one gets it.
func takeTicket(ctx context.Context, tx *db.Tx, hash string) (ticketRow, error) {
	return db.One(ctx, tx, scanTicket, `
		DELETE FROM account_tickets WHERE hash = $1 RETURNING session_id, network, expires_at`, hash)
}

// hasDevice reports whether the account has logged in with this browser there.
func hasDevice(ctx context.Context, tx *db.Tx, accountID, device string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM account_devices WHERE account_id = $1 AND device_hash = $2`, accountID, device)
	return n > 0, err
}

// noteDevice remembers a browser of the account. It reports whether it is new,
// and whether the account had any before.
func noteDevice(ctx context.Context, tx *db.Tx, accountID, device string, now time.Time) (isNew, hadAny bool, err error) {
	before, err := db.All(ctx, tx, db.String, `SELECT device_hash FROM account_devices WHERE account_id = $1`, accountID)
	if err != nil {
		return false, false, err
	}
	isNew = true
	for _, d := range before {
		isNew = isNew && d != device
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO account_devices (account_id, device_hash, last_seen_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (account_id, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
		accountID, device, db.Millis(now))
	return isNew, len(before) > 0, err
}

// deleteExpired removes sessions, tickets and links whose time is over, and
// browsers not seen for as long as a session can last.
func deleteExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM account_tickets WHERE expires_at <= $1`,
		`DELETE FROM account_sessions WHERE expires_at <= $1`,
		`DELETE FROM account_links WHERE expires_at <= $1`,
		`DELETE FROM account_challenges WHERE expires_at <= $1`,
		`DELETE FROM account_email_moves WHERE expires_at <= $1`,
	} {
		if _, err := db.Exec(ctx, tx, statement, db.Millis(now)); err != nil {
			return err
		}
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM account_devices WHERE last_seen_at <= $1`, db.Millis(now.Add(-sessionLife)))
	return err
}
