package account

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

// purpose is what a mailed link is for.
type purpose string

const (
	toVerify  purpose = "verify"
	toReset   purpose = "reset"
	toRestore purpose = "restore"
)

// link is a mailed link that was presented.
type link struct {
	accountID, email string
	next             string // where its owner wanted to go: a path on this site
	purpose          purpose
	expires          time.Time
}

func scanLink(r db.Row) (l link, err error) {
	var expires int64
	err = r.Scan(&l.accountID, &l.email, &l.next, &l.purpose, &expires)
	l.expires = db.Time(expires)
	return l, err
}

// replaceLink stores a link in place of the account's earlier ones of its purpose.
func replaceLink(ctx context.Context, tx *db.Tx, hash string, l link) error {
	if err := deleteLinks(ctx, tx, l.accountID, l.purpose); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO account_links (hash, account_id, purpose, email, next, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		hash, l.accountID, string(l.purpose), l.email, l.next, db.Millis(l.expires))
	return err
}

func selectLink(ctx context.Context, tx *db.Tx, hash string) (link, error) {
	return db.One(ctx, tx, scanLink, `
		SELECT account_id, email, next, purpose, expires_at FROM account_links WHERE hash = $1`, hash)
}

// selectNext is where the account's verification link would lead.
func selectNext(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	next, err := db.All(ctx, tx, db.String, `
		SELECT next FROM account_links WHERE account_id = $1 AND purpose = 'verify' ORDER BY expires_at DESC, hash`, accountID)
	if err != nil || len(next) == 0 {
		return "", err
	}
	return next[0], nil
}

// takeLink deletes the link and returns it; of two at once, one gets it.
func takeLink(ctx context.Context, tx *db.Tx, hash string) (link, error) {
	return db.One(ctx, tx, scanLink, `
		DELETE FROM account_links WHERE hash = $1 RETURNING account_id, email, next, purpose, expires_at`, hash)
}

// deleteAllLinks makes every link of the account worthless, whatever it was for.
func deleteAllLinks(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_links WHERE account_id = $1`, accountID)
	return err
}

func deleteLinks(ctx context.Context, tx *db.Tx, accountID string, p purpose) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_links WHERE account_id = $1 AND purpose = $2`, accountID, string(p))
	return err
}
