package exports

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("account", lang.Mark("Your account"),
	personal.Table{Name: "exports", Views: []personal.View{{Owner: "account_id", Fields: "id status created_at:time ready_at:time expires_at:time", Kept: personal.Acted}}},
)

var exportRows = db.StructOf[Export]()

// insertExport stores an export, unless one waits or was made since then. The account's row is
// held, so that of two at once one is stored.
func insertExport(ctx context.Context, tx *db.Tx, e Export, since time.Time) (stored bool, err error) {
	if _, err := db.Exec(ctx, tx, `UPDATE accounts SET status = status WHERE id = $1`, e.accountID); err != nil {
		return false, err
	}
	asked, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM exports
		WHERE account_id = $1 AND (status = 'waiting' OR status = 'ready' AND created_at > $2)`, e.accountID, db.Millis(since))
	if err != nil || asked > 0 {
		return false, err
	}
	_, err = db.Exec(ctx, tx, exportRows.Insert("exports", "due_at"), append(exportRows.Args(e), db.Millis(e.CreatedAt))...)
	return true, err
}

func selectExports(ctx context.Context, tx *db.Tx, accountID string) ([]Export, error) {
	return db.All(ctx, tx, exportRows.Scan, `
		SELECT `+exportRows.Columns+` FROM exports WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20`, accountID)
}

func selectExport(ctx context.Context, tx *db.Tx, exportID string) (Export, error) {
	return db.One(ctx, tx, exportRows.Scan, `SELECT `+exportRows.Columns+` FROM exports WHERE id = $1`, exportID)
}

func selectExpired(ctx context.Context, tx *db.Tx, now time.Time) ([]Export, error) {
	return db.All(ctx, tx, exportRows.Scan, `
		SELECT `+exportRows.Columns+` FROM exports WHERE status = 'ready' AND expires_at <= $1 ORDER BY expires_at, id`, db.Millis(now))
}

func deleteExport(ctx context.Context, tx *db.Tx, exportID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM exports WHERE id = $1`, exportID)
	return err
}

// claimExport takes the export that has waited longest, for as long as the lease; of two nodes
// at once, one gets it.
func claimExport(ctx context.Context, tx *db.Tx, now time.Time) (Export, error) {
	return db.One(ctx, tx, exportRows.Scan, `
		UPDATE exports SET due_at = $2, attempts = attempts + 1
		WHERE id = (SELECT id FROM exports WHERE status = 'waiting' AND due_at <= $1 ORDER BY due_at, id LIMIT 1)
		  AND status = 'waiting' AND due_at <= $1
		RETURNING `+exportRows.Columns, db.Millis(now), db.Millis(now.Add(leaseFor)))
}

// finishExport says that the archive is whole, unless the lease was lost to another attempt.
func finishExport(ctx context.Context, tx *db.Tx, e Export, size int64, now time.Time) (finished bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE exports SET status = 'ready', size = $3, ready_at = $4, expires_at = $5
		WHERE id = $1 AND attempts = $2 AND status = 'waiting'`,
		e.ID, e.attempts, size, db.Millis(now), db.Millis(now.Add(keptFor)))
	return rows == 1, err
}

// failExport lets an export wait for another attempt, or gives it up.
func failExport(ctx context.Context, tx *db.Tx, e Export, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE exports SET due_at = $3, status = CASE WHEN attempts >= $4 THEN 'failed' ELSE status END
		WHERE id = $1 AND attempts = $2 AND status = 'waiting'`,
		e.ID, e.attempts, db.Millis(now.Add(time.Duration(e.attempts)*time.Minute)), maxAttempts)
	return err
}
