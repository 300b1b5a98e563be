package audit

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// lineRows is how a line is stored, but for its mac.
var lineRows = db.StructOf[Line]()

// head is the end of the chain.
type head struct {
	seq  int64
	hash string
}

func scanHead(r db.Row) (h head, err error) { return h, r.Scan(&h.seq, &h.hash) }

// authenticated is a line's place in the chain with its MAC.
type authenticated struct {
	head
	mac string
}

func scanAuthenticated(r db.Row) (a authenticated, err error) {
	return a, r.Scan(&a.seq, &a.hash, &a.mac)
}

const headSQL = `SELECT seq, hash FROM audit_head WHERE one`

// lockHead reads the end of the chain; writers wait here for one another.
func lockHead(ctx context.Context, tx *db.Tx) (head, error) {
	return db.One(ctx, tx, scanHead, headSQL+tx.Fragment(db.ForUpdate))
}

func readHead(ctx context.Context, tx *db.Tx) (head, error) {
	return db.One(ctx, tx, scanHead, headSQL)
}

func insertLine(ctx context.Context, tx *db.Tx, l Line, mac secretbox.MAC) error {
	_, err := db.Exec(ctx, tx, lineRows.Insert("audit_log", "mac"), append(lineRows.Args(l), mac.Of("audit_log", l.Seq, l.Hash))...)
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `UPDATE audit_head SET seq = $1, hash = $2 WHERE one`, l.Seq, l.Hash); err != nil {
		return fmt.Errorf("move the end of the audit log: %w", err)
	}
	return nil
}

func selectLines(ctx context.Context, tx *db.Tx, f Filter) (list []Line, total int, err error) {
	where, args := `1 = 1`, []any{}
	for _, one := range []struct{ column, value string }{{"subject", f.Subject}, {"actor_id", f.ActorID}, {"behalf_of", f.BehalfOf}} {
		if one.value != "" {
			args = append(args, one.value)
			where += fmt.Sprintf(` AND %s = $%d`, one.column, len(args))
		}
	}
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM audit_log WHERE `+where, args...); err != nil {
		return nil, 0, fmt.Errorf("count the audit log: %w", err)
	}
	n := len(args)
	list, err = db.All(ctx, tx, lineRows.Scan, `
		SELECT `+lineRows.Columns+`
		FROM audit_log
		WHERE `+where+`
		ORDER BY seq DESC`+fmt.Sprintf(`
		LIMIT $%d OFFSET $%d`, n+1, n+2), append(args, f.Limit, f.Offset)...)
	return list, total, err
}

func selectAfter(ctx context.Context, tx *db.Tx, seq int64, limit int) ([]Line, error) {
	return db.All(ctx, tx, lineRows.Scan, `
		SELECT `+lineRows.Columns+`
		FROM audit_log
		WHERE seq > $1
		ORDER BY seq
		LIMIT $2`, seq, limit)
}
