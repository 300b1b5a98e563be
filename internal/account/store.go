package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// accountRow is how an account is stored.
type accountRow struct {
	Account
	emailKey   string `db:"email_key"`
	verifiedAt int64  `db:"email_verified_at"`
}

var (
	accountRows = db.StructOf[accountRow]()
	cardRows    = db.StructOf[Card]()
)

func (r accountRow) account() Account {
	r.EmailVerified, r.foreignEmail = r.verifiedAt > 0, strings.HasPrefix(r.emailKey, foreignKey)
	return r.Account
}

func scanAccount(row db.Row) (Account, error) {
	r, err := accountRows.Scan(row)
	return r.account(), err
}

// credentials are an account with what proves it.
type credentials struct {
	Account
	hash     string
	failed   int
	usedHere bool // the account has logged in on this device before
}

var credentialColumns = accountRows.Columns + `, password_hash, failed_logins`

func scanCredentials(row db.Row) (k credentials, err error) {
	r, err := accountRows.ScanWith(row, &k.hash, &k.failed)
	k.Account = r.account()
	return k, err
}

// foreignKey begins the key of a mail address that belongs to another account.
// It has no @, so no address is looked up as one.
const foreignKey = "foreign:"

func emailKeyOf(a Account) string {
	if a.foreignEmail {
		return foreignKey + a.ID
	}
	return foldKey(a.Email)
}

// foldKey is the form in which names and addresses are unique.
func foldKey(text string) string { return strings.ToLower(norm.NFC.String(strings.TrimSpace(text))) }

// role is what an account's MAC covers: who may do what is not changed by hand.
func (a Account) role() []any {
	if a.StudioID == "" {
		return []any{a.ID, string(a.Role)}
	}
	return []any{a.ID, string(a.Role), a.StudioID, a.rights}
}

func insertAccount(ctx context.Context, tx *db.Tx, a Account, hash string, mac secretbox.MAC) error {
	var verified int64
	if a.EmailVerified {
		verified = db.Millis(a.CreatedAt)
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO accounts (id, role, username, username_key, email, email_key, email_verified_at,
			password_hash, name, date_of_birth, country, avatar, referral, status, created_at, updated_at, mac, language, studio_id, rights)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19)`,
		a.ID, string(a.Role), a.Username, foldKey(a.Username), a.Email, emailKeyOf(a), verified,
		hash, a.Name, a.DateOfBirth, a.Country, a.Avatar, a.Referral, string(a.Status), db.Millis(a.CreatedAt), mac.Of("accounts", a.role()...), a.Language,
		a.StudioID, a.rights)
	return err
}

func selectAccount(ctx context.Context, tx *db.Tx, accountID string) (Account, error) {
	return db.One(ctx, tx, scanAccount, `SELECT `+accountRows.Columns+` FROM accounts WHERE id = $1`, accountID)
}

func selectAll(ctx context.Context, tx *db.Tx, ids []string) ([]Account, error) {
	in, args := db.In(1, ids)
	return db.All(ctx, tx, scanAccount, `SELECT `+accountRows.Columns+` FROM accounts WHERE id IN `+in, args...)
}

func selectCountry(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT country FROM accounts WHERE id = $1`, accountID)
}

func selectByUsername(ctx context.Context, tx *db.Tx, username string) (Account, error) {
	return db.One(ctx, tx, scanAccount, `
		SELECT `+accountRows.Columns+` FROM accounts WHERE username_key = $1`, foldKey(username))
}

func selectByEmail(ctx context.Context, tx *db.Tx, email string) (Account, error) {
	return db.One(ctx, tx, scanAccount, `
		SELECT `+accountRows.Columns+` FROM accounts WHERE email_key = $1`, foldKey(email))
}

func selectCredentials(ctx context.Context, tx *db.Tx, accountID string) (credentials, error) {
	return db.One(ctx, tx, scanCredentials, `SELECT `+credentialColumns+` FROM accounts WHERE id = $1`, accountID)
}

// selectCredentialsByName finds who logs in: a name with an @ is a mail address,
// since no username has one.
func selectCredentialsByName(ctx context.Context, tx *db.Tx, name string) (credentials, error) {
	column := "username_key"
	if strings.Contains(name, "@") {
		column = "email_key"
	}
	return db.One(ctx, tx, scanCredentials, `SELECT `+credentialColumns+` FROM accounts WHERE `+column+` = $1`, foldKey(name))
}

func selectCards(ctx context.Context, tx *db.Tx, ids []string) ([]Card, error) {
	in, args := db.In(1, ids)
	return db.All(ctx, tx, cardRows.Scan, `SELECT `+cardRows.Columns+` FROM accounts WHERE id IN `+in, args...)
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func selectAccounts(ctx context.Context, tx *db.Tx, f Filter) ([]Account, int, error) {
	like := tx.Fragment(db.ILike)
	chosen := ` FROM accounts
		WHERE ($1 = '' OR role = $1)
		  AND ($2 = '' OR status = $2)
		  AND ($3 = '%%' OR username ` + like + ` $3 ESCAPE '\' OR name ` + like + ` $3 ESCAPE '\' OR email ` + like + ` $3 ESCAPE '\')`
	args := []any{string(f.Role), string(f.Status), "%" + likeEscaper.Replace(f.Query) + "%"}
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+chosen, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count accounts: %w", err)
	}
	page, err := db.All(ctx, tx, scanAccount, `
		SELECT `+accountRows.Columns+chosen+`
		ORDER BY created_at DESC, id DESC
		LIMIT $4 OFFSET $5`, append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select accounts: %w", err)
	}
	return page, total, nil
}

// addFailure counts a refused login and returns how many there were in a row; 0
// when there is no such account, at the same cost.
func addFailure(ctx context.Context, tx *db.Tx, accountID string) (int, error) {
	counts, err := db.All(ctx, tx, db.Int, `
		UPDATE accounts SET failed_logins = failed_logins + 1 WHERE id = $1 RETURNING failed_logins`, accountID)
	if err != nil || len(counts) == 0 {
		return 0, err
	}
	return counts[0], nil
}

// clearFailures notes a login, if the account is still the one that was checked.
func clearFailures(ctx context.Context, tx *db.Tx, k credentials) (same bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE accounts SET failed_logins = 0
		WHERE id = $1 AND password_hash = $2 AND status <> 'suspended'`, k.ID, k.hash)
	return rows == 1, err
}

func updateHash(ctx context.Context, tx *db.Tx, accountID, hash string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts SET password_hash = $2, failed_logins = 0, updated_at = $3 WHERE id = $1`,
		accountID, hash, db.Millis(now))
	return err
}

func updateStatus(ctx context.Context, tx *db.Tx, accountID string, status Status, reason, by string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts SET status = $2, status_reason = $3, status_by = $4, updated_at = $5 WHERE id = $1`,
		accountID, string(status), reason, by, db.Millis(now))
	return err
}

func updateProfile(ctx context.Context, tx *db.Tx, a Account, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts SET name = $2, country = $3, pending_email = $4, updated_at = $5, language = $6 WHERE id = $1`,
		a.ID, a.Name, a.Country, a.PendingEmail, db.Millis(now), a.Language)
	return err
}

func selectConfirmAbove(ctx context.Context, tx *db.Tx, accountID string) (money.Tokens, error) {
	n, err := db.One(ctx, tx, db.Int64, `SELECT confirm_above FROM accounts WHERE id = $1`, accountID)
	return money.Tokens(n), err
}

func updateConfirmAbove(ctx context.Context, tx *db.Tx, accountID string, amount money.Tokens) error {
	_, err := db.Exec(ctx, tx, `UPDATE accounts SET confirm_above = $2 WHERE id = $1`, accountID, int64(amount))
	return err
}

func updateAvatar(ctx context.Context, tx *db.Tx, accountID, avatar string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts SET avatar = $2, updated_at = $3 WHERE id = $1`, accountID, avatar, db.Millis(now))
	return err
}

// dropPendingEmail forgets the address that was asked for and not yet confirmed.
func dropPendingEmail(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `UPDATE accounts SET pending_email = '' WHERE id = $1`, accountID)
	return err
}

// updateEmail makes an address the account's own, confirmed.
func updateEmail(ctx context.Context, tx *db.Tx, accountID, email string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE accounts
		SET email = $2, email_key = $3, pending_email = '', email_verified_at = $4, updated_at = $4
		WHERE id = $1`, accountID, email, foldKey(email), db.Millis(now))
	return err
}
