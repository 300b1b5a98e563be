package notices

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// announcement is how far the telling of something to many has come.
type announcement struct {
	Kind      string    `db:"kind"`
	SubjectID string    `db:"subject_id"`
	OnceKey   string    `db:"once_key"`
	Data      string    `db:"data"`
	BegunAt   time.Time `db:"begun_at"`
	EndedAt   time.Time `db:"ended_at"`        // when the subject was last over
	DeviceID  string    `db:"device_after_id"` // the last account that was asked for a device
	ToAll     bool      `db:"to_all"`          // those with a device have been told: it goes through everybody
	AfterID   string    `db:"after_id"`        // the last account of everybody that was looked at
	Told      int       `db:"told"`
	DueAt     time.Time `db:"due_at"`   // zero: nothing is to be done
	Failures  int       `db:"failures"` // in a row
	Rechecks  bool      `db:"rechecks"` // those who were told are asked again whether they may know
	CheckedID string    `db:"checked_id"`
}

var announcements = db.StructOf[announcement]()

// beginAnnouncement writes an announcement. One of the same subject and the same notices, or that
// began or was over later than an instant, is what goes on instead.
func beginAnnouncement(ctx context.Context, tx *db.Tx, a announcement, since time.Time) error {
	_, err := db.Exec(ctx, tx, announcements.Insert("notice_announcements")+`
		ON CONFLICT (kind, subject_id) DO UPDATE
		SET due_at = excluded.due_at, failures = 0`, announcements.Args(a)...)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE notice_announcements
		SET once_key = $3, data = $4, begun_at = $5, device_after_id = '', to_all = FALSE, after_id = '', told = 0
		WHERE kind = $1 AND subject_id = $2 AND once_key <> $3 AND begun_at <= $6 AND ended_at <= $6`,
		a.Kind, a.SubjectID, a.OnceKey, a.Data, db.Millis(a.BegunAt), db.Millis(since))
	return err
}

// endAnnouncement notes that a subject is over, and has what waits of it taken back.
func endAnnouncement(ctx context.Context, tx *db.Tx, kind, subjectID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notice_announcements SET ended_at = $3, due_at = $3 WHERE kind = $1 AND subject_id = $2`, kind, subjectID, db.Millis(now))
	return err
}

// recheckAnnouncement has everybody who was told of a subject asked about again, from the first on.
func recheckAnnouncement(ctx context.Context, tx *db.Tx, kind, subjectID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notice_announcements SET rechecks = TRUE, checked_id = '', due_at = $3 WHERE kind = $1 AND subject_id = $2`,
		kind, subjectID, db.Millis(now))
	return err
}

// lockAnnouncement waits for the batch of a subject that is under way, if there is one.
func lockAnnouncement(ctx context.Context, tx *db.Tx, kind, subjectID string) error {
	_, err := db.All(ctx, tx, db.String, `
		SELECT subject_id FROM notice_announcements WHERE kind = $1 AND subject_id = $2`+tx.Fragment(db.ForUpdate), kind, subjectID)
	return err
}

// selectAhead are announcements under way that have not come to an account, and have not told it.
func selectAhead(ctx context.Context, tx *db.Tx, accountID string) ([]announcement, error) {
	list, err := db.All(ctx, tx, announcements.Scan, `
		SELECT `+announcements.Columns+`
		FROM notice_announcements a
		WHERE due_at > 0 AND after_id < $1 AND failures = 0 AND NOT rechecks
		  AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.account_id = $1 AND n.once_key = a.once_key)
		ORDER BY kind, subject_id`, accountID)
	if err != nil {
		return nil, fmt.Errorf("select what is on the way to %s: %w", accountID, err)
	}
	return list, nil
}

// selectLong are announcements under way whose audience is more than a batch.
func selectLong(ctx context.Context, tx *db.Tx) ([]announcement, error) {
	list, err := db.All(ctx, tx, announcements.Scan, `
		SELECT `+announcements.Columns+`
		FROM notice_announcements
		WHERE due_at > 0 AND (after_id > '' OR device_after_id > '') AND failures = 0 AND NOT rechecks
		ORDER BY kind, subject_id`)
	if err != nil {
		return nil, fmt.Errorf("select the announcements that take long: %w", err)
	}
	return list, nil
}

// lockUnderWay waits for the batch of an announcement, and says how far it is; false: nothing is to be done any more.
func lockUnderWay(ctx context.Context, tx *db.Tx, a announcement) (announcement, bool, error) {
	return db.Maybe(ctx, tx, announcements.Scan, `
		SELECT `+announcements.Columns+`
		FROM notice_announcements
		WHERE kind = $1 AND subject_id = $2 AND once_key = $3 AND due_at > 0 AND NOT rechecks`+tx.Fragment(db.ForUpdate), a.Kind, a.SubjectID, a.OnceKey)
}

// addTold counts who was told before their turn.
func addTold(ctx context.Context, tx *db.Tx, a announcement, told int) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notice_announcements SET told = told + $3 WHERE kind = $1 AND subject_id = $2`, a.Kind, a.SubjectID, told)
	return err
}

// selectTold are accounts that were told of a subject, behind one, in the order of their ids.
func selectTold(ctx context.Context, tx *db.Tx, kind, subjectID, accountID string, limit int) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, toldAfter, kind, subjectID, accountID, limit)
	if err != nil {
		return nil, fmt.Errorf("select who was told of %s: %w", subjectID, err)
	}
	return list, nil
}

const toldAfter = `
	SELECT DISTINCT account_id
	FROM notices
	WHERE kind = $1 AND subject_id = $2 AND subject_id <> '' AND account_id > $3
	ORDER BY account_id
	LIMIT $4`

// deleteTold deletes what accounts were told of a subject, and says which had been.
func deleteTold(ctx context.Context, tx *db.Tx, kind, subjectID string, accountIDs []string) (map[string]bool, error) {
	in, args := db.In(3, accountIDs)
	told, err := db.Set(ctx, tx, `
		DELETE FROM notices
		WHERE kind = $1 AND subject_id = $2 AND subject_id <> '' AND account_id IN `+in+`
		RETURNING account_id`, append([]any{kind, subjectID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("delete what was told of %s: %w", subjectID, err)
	}
	return told, nil
}

// anyAnnouncement spares the writer a question that is nearly always in vain.
func anyAnnouncement(ctx context.Context, tx *db.Tx, now time.Time) (bool, error) {
	return db.One(ctx, tx, db.Bool, `SELECT EXISTS (SELECT 1 FROM notice_announcements WHERE due_at > 0 AND due_at <= $1)`, db.Millis(now))
}

// nextAnnouncement is the one that waits longest and that no other node is at, locked.
func nextAnnouncement(ctx context.Context, tx *db.Tx, now time.Time) (announcement, bool, error) {
	return db.Maybe(ctx, tx, announcements.Scan, dueAnnouncement+tx.Fragment(db.SkipLocked), db.Millis(now))
}

var dueAnnouncement = `
	SELECT ` + announcements.Columns + `
	FROM notice_announcements
	WHERE due_at > 0 AND due_at <= $1
	ORDER BY due_at, kind, subject_id
	LIMIT 1`

// updateAnnouncement writes how far it has come.
func updateAnnouncement(ctx context.Context, tx *db.Tx, a announcement) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notice_announcements
		SET device_after_id = $3, to_all = $4, after_id = $5, told = $6, due_at = $7, failures = $8, rechecks = $9, checked_id = $10
		WHERE kind = $1 AND subject_id = $2`, a.Kind, a.SubjectID, a.DeviceID, a.ToAll, a.AfterID, a.Told, db.Millis(a.DueAt), a.Failures, a.Rechecks, a.CheckedID)
	return err
}

// postponeAnnouncement lets one wait that failed, so that it keeps no other one waiting.
func postponeAnnouncement(ctx context.Context, tx *db.Tx, a announcement, due time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notice_announcements
		SET due_at = $3, failures = failures + 1
		WHERE kind = $1 AND subject_id = $2 AND due_at > 0`, a.Kind, a.SubjectID, db.Millis(due))
	return err
}

// insertNotices keeps notices, and says whose are new: the others were told before.
func insertNotices(ctx context.Context, tx *db.Tx, list []planned) (fresh map[string]bool, err error) {
	kept := make([]row, len(list))
	for i, one := range list {
		kept[i] = one.row
	}
	insert, args := rows.InsertAll("notices", kept)
	fresh, err = db.Set(ctx, tx, insert+`
		ON CONFLICT (account_id, once_key) DO NOTHING
		RETURNING account_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("insert notices: %w", err)
	}
	return fresh, nil
}

// noteMail notes that an account is mailed of a subject now; false: it was within the gap.
func noteMail(ctx context.Context, tx *db.Tx, r row, now time.Time, gap time.Duration) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		INSERT INTO notice_mails_sent (account_id, kind, subject_id, mailed_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (account_id, kind, subject_id) DO UPDATE
		SET mailed_at = excluded.mailed_at
		WHERE notice_mails_sent.mailed_at <= $5`, r.AccountID, r.Kind, r.SubjectID, db.Millis(now), db.Millis(now.Add(-gap)))
	if err != nil {
		return false, fmt.Errorf("note a mail to %s: %w", r.AccountID, err)
	}
	return n > 0, nil
}
