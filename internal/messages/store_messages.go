package messages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const messageColumns = `id, conversation_id, kind, text, payload, sender_id, anonymous, COALESCE(client_id, ''), deleted_at, created_at, seq, reply_to, held_at, file_id, withdrawn_at`

func scanMessage(r db.Row) (m Message, err error) {
	var payload string
	var deleted, created, held, withdrawn int64
	err = r.Scan(&m.ID, &m.ConversationID, &m.Kind, &m.Text, &payload, &m.senderID, &m.anonymous, &m.ClientID, &deleted, &created, &m.Seq, &m.replyTo, &held, &m.fileID, &withdrawn)
	if err != nil {
		return m, err
	}
	m.IsDeleted, m.CreatedAt, m.heldAt, m.IsHeld, m.isWithdrawn = deleted != 0, db.Time(created), db.Time(held), held != 0, withdrawn != 0
	if payload != noPayload {
		err = json.Unmarshal([]byte(payload), &m.Payload)
	}
	return m, err
}

// noPayload is what is stored of a line that says no more than its text.
const noPayload = "{}"

func insertMessage(ctx context.Context, tx *db.Tx, m Message) (fresh bool, err error) {
	payload, err := json.Marshal(m.Payload)
	if err != nil {
		return false, err
	}
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO messages (id, conversation_id, kind, text, payload, sender_id, anonymous, client_id, created_at, seq, reply_to, held_at, file_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($8, ''), $9, $10, $11, $12, $13)
		ON CONFLICT (conversation_id, sender_id, client_id) DO NOTHING`,
		m.ID, m.ConversationID, string(m.Kind), m.Text, string(payload), m.senderID, m.anonymous, m.ClientID, db.Millis(m.CreatedAt), m.Seq, m.replyTo, db.Millis(m.heldAt), m.fileID)
	if err != nil {
		return false, fmt.Errorf("insert message: %w", err)
	}
	return rows == 1, nil
}

func selectMessage(ctx context.Context, tx *db.Tx, id string) (Message, error) {
	return db.One(ctx, tx, scanMessage, `SELECT `+messageColumns+` FROM messages WHERE id = $1`, id)
}

func selectByClientID(ctx context.Context, tx *db.Tx, conversationID, senderID, clientID string) (Message, error) {
	return db.One(ctx, tx, scanMessage, `
		SELECT `+messageColumns+`
		FROM messages
		WHERE conversation_id = $1 AND sender_id = $2 AND client_id = $3`,
		conversationID, senderID, clientID)
}

// markDeleted is fresh for the first who deletes it.
func markDeleted(ctx context.Context, tx *db.Tx, id, by string, now time.Time) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE messages SET deleted_at = $2, deleted_by = $3, held_at = 0 WHERE id = $1 AND deleted_at = 0`,
		id, db.Millis(now), by)
	return rows == 1, err
}

func markWithdrawn(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE messages SET withdrawn_at = $2 WHERE id = $1 AND withdrawn_at = 0`, id, db.Millis(now))
	return err
}

// during bounds the lines of a conversation to those that were written while the
// reader ($3) was in it, an empty reader reads them all; and to those from a number ($4) on,
// with the ones that are held of the one who wrote them ($5).
const during = `
		conversation_id = $1 AND created_at > $2 AND (seq >= $4 OR held_at > 0 AND sender_id = $5) AND ($3 = '' OR EXISTS (
			SELECT 1
			FROM conversation_stays stay
			WHERE stay.conversation_id = $1 AND stay.account_id = $3
				AND stay.joined_at <= messages.created_at
				AND (stay.left_at = 0 OR messages.created_at <= stay.left_at)))`

// selectLast is the newest line that is not deleted; the zero Message when there
// is none.
func selectLast(ctx context.Context, tx *db.Tx, c Conversation, reader string) (Message, error) {
	m, _, err := db.Maybe(ctx, tx, scanMessage, `
		SELECT `+messageColumns+`
		FROM messages
		WHERE `+during+` AND deleted_at = 0 AND held_at = 0
		ORDER BY created_at DESC, id DESC
		LIMIT 1`, c.ID, db.Millis(c.clearedAt), reader, c.fromSeq, "")
	return m, err
}

// selectHistory reads a page and one line more, which says whether there is another page.
func selectHistory(ctx context.Context, tx *db.Tx, c Conversation, reader string, page Choice) (found History, err error) {
	args := []any{c.ID, db.Millis(c.clearedAt), reader, c.fromSeq, c.readerID}
	if page.After == "" {
		if found.Total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM messages WHERE `+during, args...); err != nil {
			return found, fmt.Errorf("count messages of %s: %w", c.ID, err)
		}
		args = append(args, page.Limit+1, page.Offset)
	} else {
		after, err := selectMessage(ctx, tx, page.After)
		if errors.Is(err, db.ErrNone) || err == nil && after.ConversationID != c.ID {
			return History{Messages: []Message{}}, nil // nothing comes after a line that is not there
		}
		if err != nil {
			return found, err
		}
		at := db.Millis(after.CreatedAt)
		if page.OldestFirst { // so far the index may be skipped
			args[1] = max(db.Millis(c.clearedAt), at-1)
		}
		args = append(args, page.Limit+1, 0, at, after.ID)
	}
	if found.Messages, err = db.All(ctx, tx, scanMessage, page.query(), args...); err != nil {
		return found, fmt.Errorf("select messages of %s: %w", c.ID, err)
	}
	if found.More = len(found.Messages) > page.Limit; found.More {
		found.Messages = found.Messages[:page.Limit]
	}
	return found, nil
}

// query takes what during takes, the limit and the offset, and of the line before the page its
// time and id.
func (page Choice) query() string {
	order, where := `created_at DESC, id DESC`, ""
	if page.OldestFirst {
		order = `created_at, id`
	}
	switch {
	case page.After != "" && page.OldestFirst:
		where = ` AND (created_at, id) > ($8, $9)`
	case page.After != "":
		where = ` AND (created_at, id) < ($8, $9)`
	}
	return `
		SELECT ` + messageColumns + `
		FROM messages
		WHERE ` + during + where + `
		ORDER BY ` + order + `
		LIMIT $6 OFFSET $7`
}

const (
	unusedAfter = 24 * time.Hour // how long a file may be without its message: an upload keeps its file first
	maxUnused   = 100            // files that are looked for at once
)

// selectUnusedFiles are files of photos, made before an instant, that no message has.
func selectUnusedFiles(ctx context.Context, tx *db.Tx, before time.Time, most int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT f.id
		FROM files f
		LEFT JOIN messages m ON m.file_id = f.id AND m.file_id <> ''
		WHERE f.kind = 'chat' AND f.created_at < $1 AND m.id IS NULL
		ORDER BY f.id
		LIMIT $2`, db.Millis(before), most)
}
