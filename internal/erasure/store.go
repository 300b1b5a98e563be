package erasure

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/personal"
)

// What of this is given to people who ask for their data.
var _ = personal.Declare("account", lang.Mark("Your account"),
	personal.Table{Name: "erasures", Views: []personal.View{{Owner: "account_id", Fields: "id status asked_at:time due_at:time ended_at:time", Kept: personal.Log}}},
)

// The statuses of a wish that this package writes by name.
const asked = "asked"

type wish struct {
	ID        string    `db:"id"`
	AccountID string    `db:"account_id"`
	Status    string    `db:"status"`
	AskedAt   time.Time `db:"asked_at"`
	DueAt     time.Time `db:"due_at"`
	HeldBy    string    `db:"held_by"`
}

var wishRows = db.StructOf[wish]()

// insertWish stores a wish, unless the account has one.
func insertWish(ctx context.Context, tx *db.Tx, w wish) (stored bool, err error) {
	rows, err := db.Exec(ctx, tx, wishRows.Insert("erasures")+` ON CONFLICT DO NOTHING`, wishRows.Args(w)...)
	return rows == 1, err
}

func selectOpen(ctx context.Context, tx *db.Tx, accountID string) (wish, error) {
	return db.One(ctx, tx, wishRows.Scan, `
		SELECT `+wishRows.Columns+` FROM erasures WHERE account_id = $1 AND status IN ('asked', 'begun')`, accountID)
}

// maxCarried bounds how many are carried out in one turn.
const maxCarried = 50

func selectDue(ctx context.Context, tx *db.Tx, now time.Time) ([]wish, error) {
	return db.All(ctx, tx, wishRows.Scan, `
		SELECT `+wishRows.Columns+` FROM erasures
		WHERE status = 'asked' AND due_at <= $1 AND held_by = ''
		ORDER BY told_at, due_at, id
		LIMIT $2`, db.Millis(now), maxCarried)
}

func selectBegun(ctx context.Context, tx *db.Tx, before time.Time) ([]wish, error) {
	return db.All(ctx, tx, wishRows.Scan, `
		SELECT `+wishRows.Columns+` FROM erasures WHERE status = 'begun' AND begun_at <= $1 ORDER BY begun_at, id LIMIT $2`,
		db.Millis(before), maxCarried)
}

// holdDue locks a wish, and reports whether it still waits to be begun.
func holdDue(ctx context.Context, tx *db.Tx, wishID string) (free bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE erasures SET status = status WHERE id = $1 AND status = 'asked' AND held_by = ''`, wishID)
	return rows == 1, err
}

func beginWish(ctx context.Context, tx *db.Tx, wishID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE erasures SET status = 'begun', begun_at = $2, held_by = '', held_reason = '' WHERE id = $1 AND status = 'asked'`, wishID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("begin a wish: %w", err)
	}
	return nil
}

func noteTold(ctx context.Context, tx *db.Tx, wishID string, now time.Time) (isNew bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE erasures SET told_at = $2 WHERE id = $1 AND told_at = 0`, wishID, db.Millis(now))
	return rows == 1, err
}

// finishWish says that everything was erased; of two nodes that did, one says it.
func finishWish(ctx context.Context, tx *db.Tx, wishID string, now time.Time) (last bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE erasures SET status = 'erased', ended_at = $2 WHERE id = $1 AND status = 'begun'`, wishID, db.Millis(now))
	return rows == 1, err
}

func endWish(ctx context.Context, tx *db.Tx, accountID string, now time.Time) (open bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE erasures SET status = 'taken_back', ended_at = $2 WHERE account_id = $1 AND status = 'asked'`, accountID, db.Millis(now))
	return rows == 1, err
}

// updateHold puts a wish on hold, or lets it go on, and returns whose it is.
func updateHold(ctx context.Context, tx *db.Tx, wishID, by, reason string) (accountID string, open bool, err error) {
	accountID, err = db.One(ctx, tx, db.String, `
		UPDATE erasures SET held_by = $2, held_reason = $3 WHERE id = $1 AND status = 'asked' RETURNING account_id`, wishID, by, reason)
	if errors.Is(err, db.ErrNone) {
		return "", false, nil
	}
	return accountID, err == nil, err
}

func selectWishes(ctx context.Context, tx *db.Tx, limit, offset int) (list []Due, total int, err error) {
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM erasures WHERE status IN ('asked', 'begun')`); err != nil {
		return nil, 0, err
	}
	list, err = db.All(ctx, tx, func(r db.Row) (d Due, err error) {
		var asked, due int64
		err = r.Scan(&d.ID, &d.AccountID, &d.Username, &d.Role, &asked, &due, &d.Begun, &d.HeldReason)
		d.AskedAt, d.DueAt = db.Time(asked), db.Time(due)
		return d, err
	}, `
		SELECT e.id, a.id, a.username, a.role, e.asked_at, e.due_at, e.begun_at > 0, e.held_reason
		FROM erasures e JOIN accounts a ON a.id = e.account_id
		WHERE e.status IN ('asked', 'begun')
		ORDER BY e.due_at, e.id
		LIMIT $1 OFFSET $2`, limit, offset)
	return list, total, err
}

// countOpen counts what of a domain is not over for an account.
func countOpen(ctx context.Context, tx *db.Tx, part personal.Part, accountID string) (count int, err error) {
	for _, t := range part.Tables {
		for _, v := range t.Views {
			if v.Open == "" {
				continue
			}
			n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM `+t.Name+` WHERE `+v.Owner+` = $1 AND (`+v.Open+`)`, accountID)
			if err != nil {
				return 0, fmt.Errorf("%s by %s: %w", t.Name, v.Owner, err)
			}
			count += n
		}
	}
	return count, nil
}

// eraseRows does with an account's rows of a table what its package declares.
func eraseRows(ctx context.Context, tx *db.Tx, t personal.Table, accountID string) error {
	for _, v := range t.Views {
		statement, args := erasing(t, v, accountID)
		if statement == "" {
			continue
		}
		if _, err := db.Exec(ctx, tx, statement, args...); err != nil {
			return fmt.Errorf("by %s: %w", v.Owner, err)
		}
	}
	return nil
}

// erasing is the statement by which rows go, or lose what they say of somebody; empty: they stay as they are.
func erasing(t personal.Table, v personal.View, accountID string) (statement string, args []any) {
	if v.Gone {
		return `DELETE FROM ` + t.Name + ` WHERE ` + v.Owner + ` = $1`, []any{accountID}
	}
	var set []string
	args = []any{accountID}
	for _, f := range v.Blanks() {
		value := ""
		if f.Kind == personal.Name {
			value = personal.Nobody
		}
		args = append(args, value)
		set = append(set, fmt.Sprintf(`%s = $%d`, f.Name, len(args)))
	}
	if len(set) == 0 {
		return "", nil
	}
	return `UPDATE ` + t.Name + ` SET ` + strings.Join(set, ", ") + ` WHERE ` + v.Owner + ` = $1`, args
}
