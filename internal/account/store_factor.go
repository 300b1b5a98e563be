package account

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

// factor is an account's authenticator app.
type factor struct {
	sealed  string
	last    int64 // the newest step a code was accepted of
	enabled bool  // proved once; before that it is asked of nobody
}

func scanFactor(r db.Row) (f factor, err error) {
	var enabled int64
	err = r.Scan(&f.sealed, &f.last, &enabled)
	f.enabled = enabled > 0
	return f, err
}

func selectFactor(ctx context.Context, tx *db.Tx, accountID string) (factor, error) {
	return db.One(ctx, tx, scanFactor, `
		SELECT secret, last_step, enabled_at FROM account_totp WHERE account_id = $1`, accountID)
}

// hasFactor reports whether a login needs a code besides the password.
func hasFactor(ctx context.Context, tx *db.Tx, accountID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM account_totp WHERE account_id = $1 AND enabled_at > 0`, accountID)
	return n > 0, err
}

// offerFactor keeps a secret that its owner has not proved yet, in place of an
// earlier one. An enabled one is left alone.
func offerFactor(ctx context.Context, tx *db.Tx, accountID, sealed string, now time.Time) (offered bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO account_totp (account_id, secret, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
		WHERE account_totp.enabled_at = 0`, accountID, sealed, db.Millis(now))
	return rows == 1, err
}

func enableFactor(ctx context.Context, tx *db.Tx, accountID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE account_totp SET enabled_at = $2 WHERE account_id = $1`, accountID, db.Millis(now))
	return err
}

// spendStep makes a code and all before it worthless; of two at once, one gets it.
func spendStep(ctx context.Context, tx *db.Tx, accountID string, step int64) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE account_totp SET last_step = $2 WHERE account_id = $1 AND last_step < $2`, accountID, step)
	return rows == 1, err
}

// deleteFactor takes the app, the recovery codes and the waiting logins away.
func deleteFactor(ctx context.Context, tx *db.Tx, accountID string) error {
	for _, statement := range []string{
		`DELETE FROM account_totp WHERE account_id = $1`,
		`DELETE FROM account_recovery_codes WHERE account_id = $1`,
		`DELETE FROM account_challenges WHERE account_id = $1`,
	} {
		if _, err := db.Exec(ctx, tx, statement, accountID); err != nil {
			return err
		}
	}
	return nil
}

func replaceRecoveryCodes(ctx context.Context, tx *db.Tx, accountID string, hashes []string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM account_recovery_codes WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO account_recovery_codes (account_id, hash) VALUES ($1, $2)`, accountID, hash); err != nil {
			return err
		}
	}
	return nil
}

// spendRecoveryCode uses a code up; of two at once, one gets it.
func spendRecoveryCode(ctx context.Context, tx *db.Tx, accountID, hash string, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE account_recovery_codes SET used_at = $3
		WHERE account_id = $1 AND hash = $2 AND used_at = 0`, accountID, hash, db.Millis(now))
	return rows == 1, err
}

func countRecoveryCodes(ctx context.Context, tx *db.Tx, accountID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM account_recovery_codes WHERE account_id = $1 AND used_at = 0`, accountID)
}

// challenge is a login whose password was right and whose code is wanted.
type challenge struct {
	accountID, passwordHash string
	tries                   int
	expires                 time.Time
}

func scanChallenge(r db.Row) (c challenge, err error) {
	var expires int64
	err = r.Scan(&c.accountID, &c.passwordHash, &c.tries, &expires)
	c.expires = db.Time(expires)
	return c, err
}

func insertChallenge(ctx context.Context, tx *db.Tx, hash string, c challenge) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO account_challenges (hash, account_id, password_hash, expires_at) VALUES ($1, $2, $3, $4)`,
		hash, c.accountID, c.passwordHash, db.Millis(c.expires))
	return err
}

func selectChallenge(ctx context.Context, tx *db.Tx, hash string) (challenge, error) {
	return db.One(ctx, tx, scanChallenge, `
		SELECT account_id, password_hash, tries, expires_at FROM account_challenges WHERE hash = $1`, hash)
}

// tryChallenge counts a code at the challenge and returns how many there were.
func tryChallenge(ctx context.Context, tx *db.Tx, hash string) (tries int, err error) {
	return db.One(ctx, tx, db.Int, `
		UPDATE account_challenges SET tries = tries + 1 WHERE hash = $1 RETURNING tries`, hash)
}

func deleteChallenge(ctx context.Context, tx *db.Tx, hash string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_challenges WHERE hash = $1`, hash)
	return err
}
