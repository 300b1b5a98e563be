package messages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// insertReport keeps a report, unless the same one waits already.
func insertReport(ctx context.Context, tx *db.Tx, r Report) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO message_reports (id, conversation_id, message_id, reporter_id, about_id, reason, note, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (conversation_id, reporter_id, about_id, message_id, reason) WHERE closed_at = 0 DO NOTHING`,
		r.ID, r.ConversationID, r.messageID, r.reporterID, r.aboutID, string(r.Reason), r.Note, db.Millis(r.CreatedAt))
	if err != nil {
		return fmt.Errorf("report a conversation: %w", err)
	}
	return nil
}

func scanReport(r db.Row) (report Report, err error) {
	var created, closed int64
	err = r.Scan(&report.ID, &report.ConversationID, &report.messageID, &report.reporterID, &report.aboutID, &report.Reason, &report.Note, &created, &closed)
	report.CreatedAt, report.ClosedAt = db.Time(created), db.Time(closed)
	return report, err
}

func selectReports(ctx context.Context, tx *db.Tx, closed bool, page api.Page) (list []Report, total int, err error) {
	where, order := `closed_at = 0`, `created_at, id`
	if closed {
		where, order = `closed_at > 0`, `closed_at DESC, id DESC`
	}
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM message_reports WHERE `+where); err != nil {
		return nil, 0, fmt.Errorf("count reports: %w", err)
	}
	list, err = db.All(ctx, tx, scanReport, `
		SELECT id, conversation_id, message_id, reporter_id, about_id, reason, note, created_at, closed_at
		FROM message_reports
		WHERE `+where+`
		ORDER BY `+order+`
		LIMIT $1 OFFSET $2`, page.Limit, page.Offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select reports: %w", err)
	}
	return list, total, nil
}

func closeReport(ctx context.Context, tx *db.Tx, id, by string, now time.Time) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE message_reports SET closed_at = $2, closed_by = $3 WHERE id = $1 AND closed_at = 0`, id, db.Millis(now), by)
	return rows == 1, err
}

// sentText is what somebody wrote, and where.
type sentText struct{ conversationID, text string }

func scanText(r db.Row) (t sentText, err error) {
	err = r.Scan(&t.conversationID, &t.text)
	return t, err
}

// selectTexts are the texts of somebody in direct conversations since a time, with those that wait.
func selectTexts(ctx context.Context, tx *db.Tx, senderID string, since time.Time) ([]sentText, error) {
	return db.All(ctx, tx, scanText, `
		SELECT conversation_id, text FROM messages WHERE sender_id = $1 AND created_at > $2 AND seq > 0
		UNION ALL
		SELECT conversation_id, text FROM messages WHERE held_at > 0 AND sender_id = $1 AND created_at > $2`, senderID, db.Millis(since))
}

// countFlags counts what the program itself has reported of somebody, and staff have not looked at.
func countFlags(ctx context.Context, tx *db.Tx, aboutID string) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM message_reports WHERE closed_at = 0 AND reporter_id = '' AND about_id = $1`, aboutID)
}

func selectHeld(ctx context.Context, tx *db.Tx, page api.Page) (list []Message, total int, err error) {
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM messages WHERE held_at > 0`); err != nil {
		return nil, 0, fmt.Errorf("count held messages: %w", err)
	}
	list, err = db.All(ctx, tx, scanMessage, `
		SELECT `+messageColumns+` FROM messages WHERE held_at > 0 ORDER BY held_at, id LIMIT $1 OFFSET $2`, page.Limit, page.Offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select held messages: %w", err)
	}
	return list, total, nil
}

// updateReleased gives a line that waited its number and its new id, also where it was reported.
func updateReleased(ctx context.Context, tx *db.Tx, heldID string, m Message) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE messages SET id = $2, seq = $3, created_at = $4, held_at = 0 WHERE id = $1`,
		heldID, m.ID, m.Seq, db.Millis(m.CreatedAt))
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `UPDATE message_reports SET message_id = $2 WHERE message_id = $1`, heldID, m.ID)
	return err
}

// maxPurged bounds how many lines one transaction purges.
const maxPurged = 1000

// purgeDeleted empties some of the lines that were deleted before a time.
func purgeDeleted(ctx context.Context, tx *db.Tx, before time.Time) (int64, error) {
	return db.Exec(ctx, tx, `
		UPDATE messages SET text = '', payload = '`+noPayload+`', file_id = '', purged = TRUE
		WHERE id IN (SELECT id FROM messages WHERE deleted_at > 0 AND deleted_at < $1 AND NOT purged LIMIT $2)`, db.Millis(before), maxPurged)
}
