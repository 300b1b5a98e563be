package notices

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// row is a notice as it is kept.
type row struct {
	ID        string    `db:"id"`
	AccountID string    `db:"account_id"`
	Kind      string    `db:"kind"`
	Group     Group     `db:"grp"`
	Data      string    `db:"data"`
	OnceKey   string    `db:"once_key"`
	SubjectID string    `db:"subject_id"` // of what many were told; empty: one person was
	Shown     bool      `db:"shown"`
	CreatedAt time.Time `db:"created_at"`
	ReadAt    time.Time `db:"read_at"`
	MailDueAt time.Time `db:"mail_due_at"` // zero: nothing is to be mailed
	MailedAt  time.Time `db:"mailed_at"`
	PushDueAt time.Time `db:"push_due_at"` // zero: nothing is to be pushed later
}

var rows = db.StructOf[row]()

// insertNotice keeps a notice; false: its reader was told before.
func insertNotice(ctx context.Context, tx *db.Tx, r row) (fresh bool, err error) {
	n, err := db.Exec(ctx, tx, rows.Insert("notices")+` ON CONFLICT (account_id, once_key) DO NOTHING`, rows.Args(r)...)
	if err != nil {
		return false, fmt.Errorf("insert a notice: %w", err)
	}
	return n > 0, nil
}

// windowEnd is when the mail goes that already waits for notices of a group; zero: none does.
func windowEnd(ctx context.Context, tx *db.Tx, accountID string, g Group) (time.Time, error) {
	ms, err := db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(MIN(mail_due_at), 0) FROM notices
		WHERE account_id = $1 AND grp = $2 AND mail_due_at > 0`, accountID, string(g))
	if err != nil {
		return time.Time{}, fmt.Errorf("look for the digest of %s: %w", accountID, err)
	}
	return db.Time(ms), nil
}

// selectCentre is a page of an account's centre, newest first: of a group, or of all, after a
// notice, or from the beginning.
func selectCentre(ctx context.Context, tx *db.Tx, accountID string, g Group, after string, limit int) ([]row, error) {
	where, args := `account_id = $1 AND shown`, []any{accountID}
	for _, one := range []struct{ condition, value string }{{` AND grp = $%d`, string(g)}, {` AND id < $%d`, after}} {
		if one.value != "" {
			args = append(args, one.value)
			where += fmt.Sprintf(one.condition, len(args))
		}
	}
	args = append(args, limit)
	list, err := db.All(ctx, tx, rows.Scan, `
		SELECT `+rows.Columns+`
		FROM notices
		WHERE `+where+`
		ORDER BY id DESC`+fmt.Sprintf(`
		LIMIT $%d`, len(args)), args...)
	if err != nil {
		return nil, fmt.Errorf("select the notices of %s: %w", accountID, err)
	}
	return list, nil
}

func selectNotice(ctx context.Context, tx *db.Tx, accountID, noticeID string) (row, bool, error) {
	return db.Maybe(ctx, tx, rows.Scan, `
		SELECT `+rows.Columns+`
		FROM notices
		WHERE account_id = $1 AND id = $2 AND shown`, accountID, noticeID)
}

// maxUnread is how far unread notices are counted.
const maxUnread = 10_000

func countUnread(ctx context.Context, tx *db.Tx, accountID string) (int, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM (
			SELECT 1 FROM notices
			WHERE account_id = $1 AND shown AND read_at = 0
			LIMIT $2
		) AS unread`, accountID, maxUnread)
	if err != nil {
		return 0, fmt.Errorf("count the unread notices of %s: %w", accountID, err)
	}
	return n, nil
}

// countUnreadOf is countUnread for many. Notices of ninety days are counted, so there are never very many.
func countUnreadOf(ctx context.Context, tx *db.Tx, accountIDs []string) (map[string]int, error) {
	type counted struct {
		accountID string
		unread    int
	}
	in, args := db.In(1, accountIDs)
	list, err := db.All(ctx, tx, func(r db.Row) (c counted, err error) { return c, r.Scan(&c.accountID, &c.unread) }, `
		SELECT account_id, COUNT(*)
		FROM notices
		WHERE account_id IN `+in+` AND shown AND read_at = 0
		GROUP BY account_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("count unread notices: %w", err)
	}
	all := make(map[string]int, len(list))
	for _, c := range list {
		all[c.accountID] = min(c.unread, maxUnread)
	}
	return all, nil
}

// markRead marks notices of an account as read and takes back what was to be mailed or pushed
// of them: those of ids, those up to one, or all when neither is given.
func markRead(ctx context.Context, tx *db.Tx, accountID string, ids []string, upTo string, now time.Time) (int64, error) {
	where, args := `account_id = $1 AND shown AND read_at = 0`, []any{accountID, db.Millis(now)}
	if len(ids) > 0 {
		list, values := db.In(len(args)+1, ids)
		where, args = where+` AND id IN `+list, append(args, values...)
	}
	if upTo != "" {
		args = append(args, upTo)
		where += fmt.Sprintf(` AND id <= $%d`, len(args))
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE notices
		SET read_at = $2, mail_due_at = 0, push_due_at = 0
		WHERE `+where, args...)
	if err != nil {
		return 0, fmt.Errorf("mark notices of %s as read: %w", accountID, err)
	}
	return n, nil
}

// deleteNotice deletes a notice. One of what many are told is hidden: they are not told of it once more.
func deleteNotice(ctx context.Context, tx *db.Tx, accountID, noticeID string, now time.Time) (bool, error) {
	hidden, err := db.Exec(ctx, tx, `
		UPDATE notices
		SET shown = FALSE, read_at = CASE WHEN read_at = 0 THEN $3 ELSE read_at END, mail_due_at = 0, push_due_at = 0
		WHERE account_id = $1 AND id = $2 AND shown AND subject_id <> ''`, accountID, noticeID, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("hide the notice %s: %w", noticeID, err)
	}
	deleted, err := db.Exec(ctx, tx, `DELETE FROM notices WHERE account_id = $1 AND id = $2 AND shown`, accountID, noticeID)
	if err != nil {
		return false, fmt.Errorf("delete the notice %s: %w", noticeID, err)
	}
	return hidden+deleted > 0, nil
}

// beginsWith takes the beginning of keys ($2) and its length ($3).
const beginsWith = `SUBSTR(once_key, 1, $3) = $2`

// markReadOf marks those notices of an account as read whose keys begin so.
func markReadOf(ctx context.Context, tx *db.Tx, accountID, beginning string, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `
		UPDATE notices
		SET read_at = $4, mail_due_at = 0, push_due_at = 0
		WHERE account_id = $1 AND `+beginsWith+` AND read_at = 0`, accountID, beginning, len(beginning), db.Millis(now))
}

// deleteOf deletes those notices of an account whose keys begin so.
func deleteOf(ctx context.Context, tx *db.Tx, accountID, beginning string) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM notices WHERE account_id = $1 AND `+beginsWith, accountID, beginning, len(beginning))
}
