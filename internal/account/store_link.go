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
	accountID string    `db:"account_id"`
	email     string    `db:"email"`
	next      string    `db:"next"` // where its owner wanted to go: a path on this site
	purpose   purpose   `db:"purpose"`
	expires   time.Time `db:"expires_at"`
}

// linkRows is how a link is stored.
var linkRows = db.StructOf[link]()

// replaceLink stores a link in place of the account's earlier ones of its purpose.
func replaceLink(ctx context.Context, tx *db.Tx, hash string, l link) error {
	if err := deleteLinks(ctx, tx, l.accountID, l.purpose); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, linkRows.Insert("account_links", "hash"), append(linkRows.Args(l), hash)...)
	return err
}

func selectLink(ctx context.Context, tx *db.Tx, hash string) (link, error) {
	return db.One(ctx, tx, linkRows.Scan, `SELECT `+linkRows.Columns+` FROM account_links WHERE hash = $1`, hash)
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
	return db.One(ctx, tx, linkRows.Scan, `DELETE FROM account_links WHERE hash = $1 RETURNING `+linkRows.Columns, hash)
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
