package identity

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

func insertCheck(ctx context.Context, tx *db.Tx, checkID string, p Submission, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO identity_checks (id, account_id, role, id_file, document_file, submitted_by, submitted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		checkID, p.AccountID, p.Role, p.IDFile, p.DocumentFile, p.SubmittedBy, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert the identity check of %s: %w", p.AccountID, err)
	}
	return nil
}

func deleteWaiting(ctx context.Context, tx *db.Tx, accountID string) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM identity_checks WHERE account_id = $1 AND state = 'submitted'`, accountID)
	if err != nil {
		return fmt.Errorf("replace the waiting check of %s: %w", accountID, err)
	}
	return nil
}

const checkColumns = `id, account_id, role, id_file, document_file, submitted_by, submitted_at, state, reason, decided_by,
	decided_at, legal_name, birth_date, doc_type, doc_number, doc_country, doc_expiry`

// scanCheck leaves the document's number sealed.
func scanCheck(r db.Row) (c Check, err error) {
	var submitted, decided int64
	var idFile, documentFile string
	var d Document
	err = r.Scan(&c.ID, &c.Account.ID, &c.Role, &idFile, &documentFile, &c.SubmittedBy, &submitted, &c.State, &c.Reason,
		&c.DecidedBy, &decided, &d.LegalName, &d.BirthDate, &d.Type, &d.Number, &d.Country, &d.Expiry)
	c.SubmittedAt = db.Time(submitted)
	if decided != 0 {
		at := db.Time(decided)
		c.DecidedAt = &at
	}
	if d.Type != "" {
		c.Document = &d
	}
	c.files, c.Documents = map[string]string{}, []string{}
	for _, f := range []struct{ which, file string }{{"idVerification", idFile}, {"documentVerification", documentFile}} {
		if f.file != "" {
			c.files[f.which] = f.file
			c.Documents = append(c.Documents, f.which)
		}
	}
	return c, err
}

func selectCheck(ctx context.Context, tx *db.Tx, checkID string) (Check, error) {
	return db.One(ctx, tx, scanCheck, `
		SELECT `+checkColumns+`
		FROM identity_checks
		WHERE id = $1`, checkID)
}

func selectChecks(ctx context.Context, tx *db.Tx, state string, offset, limit int) (list []Check, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM identity_checks WHERE state = $1`, state)
	if err != nil {
		return nil, 0, fmt.Errorf("count checks: %w", err)
	}
	order := `submitted_at DESC, id DESC`
	if state == Submitted {
		order = `submitted_at, id`
	}
	list, err = db.All(ctx, tx, scanCheck, `
		SELECT `+checkColumns+`
		FROM identity_checks
		WHERE state = $1
		ORDER BY `+order+`
		LIMIT $2 OFFSET $3`, state, limit, offset)
	for i := range list {
		list[i].Document = nil // lists name people, they do not show documents
	}
	return list, total, err
}

// updateDecision writes the decision unless there is one.
func updateDecision(ctx context.Context, tx *db.Tx, checkID string, o outcome, reason, by string, now time.Time) (first bool, err error) {
	d := o.document
	rows, err := db.Exec(ctx, tx, `
		UPDATE identity_checks
		SET state = $2, reason = $3, decided_by = $4, decided_at = $5, legal_name = $6, birth_date = $7, doc_type = $8,
			doc_number = $9, doc_country = $10, doc_expiry = $11
		WHERE id = $1 AND state = 'submitted'`,
		checkID, o.state, reason, by, db.Millis(now), d.LegalName, d.BirthDate, d.Type, d.Number, d.Country, d.Expiry)
	if err != nil {
		return false, fmt.Errorf("decide check %s: %w", checkID, err)
	}
	return rows == 1, nil
}
