package moderation

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/seal"
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

// scanCheck leaves the paper's number sealed.
func scanCheck(r db.Row) (c Check, err error) {
	var submitted, decided int64
	var idFile, documentFile string
	var p Paper
	err = r.Scan(&c.ID, &c.Account.ID, &c.Role, &idFile, &documentFile, &c.SubmittedBy, &submitted, &c.State, &c.Reason,
		&c.DecidedBy, &decided, &p.LegalName, &p.BirthDate, &p.Type, &p.Number, &p.Country, &p.Expiry)
	c.SubmittedAt = db.Time(submitted)
	if decided != 0 {
		at := db.Time(decided)
		c.DecidedAt = &at
	}
	if p.Type != "" {
		c.Paper = &p
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
		list[i].Paper = nil // lists name people, they do not show papers
	}
	return list, total, err
}

// updateDecision writes the decision unless there is one.
func updateDecision(ctx context.Context, tx *db.Tx, checkID string, o outcome, reason, by string, now time.Time) (first bool, err error) {
	p := o.paper
	rows, err := db.Exec(ctx, tx, `
		UPDATE identity_checks
		SET state = $2, reason = $3, decided_by = $4, decided_at = $5, legal_name = $6, birth_date = $7, doc_type = $8,
			doc_number = $9, doc_country = $10, doc_expiry = $11
		WHERE id = $1 AND state = 'submitted'`,
		checkID, o.state, reason, by, db.Millis(now), p.LegalName, p.BirthDate, p.Type, p.Number, p.Country, p.Expiry)
	if err != nil {
		return false, fmt.Errorf("decide check %s: %w", checkID, err)
	}
	return rows == 1, nil
}

type head struct {
	seq  int64
	hash string
}

func scanHead(r db.Row) (h head, err error) { return h, r.Scan(&h.seq, &h.hash) }

const headSQL = `SELECT seq, hash FROM audit_head WHERE one`

// lockHead reads the end of the chain; writers wait here for one another.
func lockHead(ctx context.Context, tx *db.Tx) (head, error) {
	return db.One(ctx, tx, scanHead, headSQL+tx.Fragment(db.ForUpdate))
}

func readHead(ctx context.Context, tx *db.Tx) (head, error) {
	return db.One(ctx, tx, scanHead, headSQL)
}

func insertLine(ctx context.Context, tx *db.Tx, l Line, mac seal.MAC) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO audit_log (seq, at, actor_id, behalf_of, action, subject, reason, before, after, address, previous, hash, mac)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		l.Seq, db.Millis(l.At), l.ActorID, l.BehalfOf, l.Action, l.Subject, l.Reason, l.Before, l.After, l.Address,
		l.Previous, l.Hash, mac.Of("audit_log", l.Seq, l.Hash))
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `UPDATE audit_head SET seq = $1, hash = $2 WHERE one`, l.Seq, l.Hash); err != nil {
		return fmt.Errorf("move the end of the audit log: %w", err)
	}
	return nil
}

const lineColumns = `seq, at, actor_id, behalf_of, action, subject, reason, before, after, address, previous, hash`

func scanLine(r db.Row) (l Line, err error) {
	var at int64
	err = r.Scan(&l.Seq, &at, &l.ActorID, &l.BehalfOf, &l.Action, &l.Subject, &l.Reason, &l.Before, &l.After, &l.Address,
		&l.Previous, &l.Hash)
	l.At = db.Time(at)
	return l, err
}

// selectLines returns one page of the chosen lines, newest first, and how many
// there are in all.
func selectLines(ctx context.Context, tx *db.Tx, f Filter) (list []Line, total int, err error) {
	where, args := `1 = 1`, []any{}
	for _, one := range []struct{ column, value string }{{"subject", f.Subject}, {"actor_id", f.ActorID}} {
		if one.value != "" {
			args = append(args, one.value)
			where += fmt.Sprintf(` AND %s = $%d`, one.column, len(args))
		}
	}
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM audit_log WHERE `+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count the audit log: %w", err)
	}
	n := len(args)
	list, err = db.All(ctx, tx, scanLine, `
		SELECT `+lineColumns+`
		FROM audit_log
		WHERE `+where+`
		ORDER BY seq DESC`+fmt.Sprintf(`
		LIMIT $%d OFFSET $%d`, n+1, n+2), append(args, f.Limit, f.Offset)...)
	return list, total, err
}

func selectAfter(ctx context.Context, tx *db.Tx, seq int64, limit int) ([]Line, error) {
	return db.All(ctx, tx, scanLine, `
		SELECT `+lineColumns+`
		FROM audit_log
		WHERE seq > $1
		ORDER BY seq
		LIMIT $2`, seq, limit)
}
