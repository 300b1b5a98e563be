package settings

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

type row struct {
	Key, Value, By string
	At             time.Time
}

func scanRow(r db.Row) (out row, err error) {
	var at int64
	err = r.Scan(&out.Key, &out.Value, &out.By, &at)
	out.At = db.Time(at)
	return out, err
}

// valueOf is the stored JSON of a key, or nothing.
func valueOf(rows []row, key string) string {
	for _, r := range rows {
		if r.Key == key {
			return r.Value
		}
	}
	return ""
}

func selectRows(ctx context.Context, tx *db.Tx) ([]row, error) {
	rows, err := db.All(ctx, tx, scanRow, `
		SELECT key, value, updated_by, updated_at
		FROM settings
		ORDER BY key`)
	if err != nil {
		return nil, fmt.Errorf("select settings: %w", err)
	}
	return rows, nil
}

func upsertRow(ctx context.Context, tx *db.Tx, r row) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO settings (key, value, updated_by, updated_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (key) DO UPDATE
		SET value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
		r.Key, r.Value, r.By, db.Millis(r.At))
	if err != nil {
		return fmt.Errorf("store setting %s: %w", r.Key, err)
	}
	return nil
}

func deleteRow(ctx context.Context, tx *db.Tx, key string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM settings WHERE key = $1`, key)
	if err != nil {
		return fmt.Errorf("reset setting %s: %w", key, err)
	}
	return nil
}

// change is one line of the history.
type change struct {
	ID         string    `db:"id"`
	Key        string    `db:"key"`
	Before     string    `db:"value_before"`
	After      string    `db:"value_after"`
	By         string    `db:"changed_by"`
	ApprovedBy string    `db:"approved_by"` // where two had to agree
	At         time.Time `db:"changed_at"`
}

// changeRows is how a change is stored, but for its mac.
var changeRows = db.StructOf[change]()

func insertChange(ctx context.Context, tx *db.Tx, c change, mac secretbox.MAC) error {
	fields := changeRows.Args(c)
	_, err := db.Exec(ctx, tx, changeRows.Insert("settings_history", "mac"), append(fields, mac.Of("settings_history", fields...))...)
	if err != nil {
		return fmt.Errorf("keep the history of %s: %w", c.Key, err)
	}
	return nil
}

// selectChange finds one change of a setting, the newest when version is empty.
func selectChange(ctx context.Context, tx *db.Tx, key, version string) (change, error) {
	return db.One(ctx, tx, changeRows.Scan, `
		SELECT `+changeRows.Columns+`
		FROM settings_history
		WHERE key = $1 AND ($2 = '' OR id = $2)
		ORDER BY changed_at DESC, id DESC
		LIMIT 1`, key, version)
}

func selectHistory(ctx context.Context, tx *db.Tx, key string, limit, offset int) (list []change, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM settings_history WHERE key = $1`, key)
	if err != nil {
		return nil, 0, fmt.Errorf("count the changes of %s: %w", key, err)
	}
	list, err = db.All(ctx, tx, changeRows.Scan, `
		SELECT `+changeRows.Columns+`
		FROM settings_history
		WHERE key = $1
		ORDER BY changed_at DESC, id DESC
		LIMIT $2 OFFSET $3`, key, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select the changes of %s: %w", key, err)
	}
	return list, total, nil
}

// selectValueAt is the stored JSON of a key at an instant, or nothing: what the
// first change after it replaced, or else what is stored.
func selectValueAt(ctx context.Context, tx *db.Tx, key string, at time.Time) (string, error) {
	value, err := db.One(ctx, tx, db.String, `
		SELECT COALESCE(
			(SELECT value_before FROM settings_history WHERE key = $1 AND changed_at > $2 ORDER BY changed_at, id LIMIT 1),
			(SELECT value FROM settings WHERE key = $1), '')`, key, db.Millis(at))
	if err != nil {
		return "", fmt.Errorf("select %s of %v: %w", key, at, err)
	}
	return value, nil
}

// selectChangesOf are the newest changes of some settings, and how many there
// were in all.
func selectChangesOf(ctx context.Context, tx *db.Tx, keys []string, limit int) (list []change, total int, err error) {
	in, args := db.In(1, keys)
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM settings_history WHERE key IN `+in, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the changes of %v: %w", keys, err)
	}
	list, err = db.All(ctx, tx, changeRows.Scan, `
		SELECT `+changeRows.Columns+`
		FROM settings_history
		WHERE key IN `+in+fmt.Sprintf(`
		ORDER BY changed_at DESC, id DESC
		LIMIT $%d`, len(args)+1), append(args, limit)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select the changes of %v: %w", keys, err)
	}
	return list, total, nil
}
