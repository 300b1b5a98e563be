package messages

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

const conversationColumns = `id, type, performer_id, stream_id, cleared_at, last_message, last_message_at, closed_at`

func scanConversation(r db.Row) (c Conversation, err error) {
	var cleared, last, closed int64
	err = r.Scan(&c.ID, &c.Type, &c.PerformerID, &c.StreamID, &cleared, &c.LastMessage, &last, &closed)
	c.clearedAt, c.LastMessageCreatedAt, c.closedAt = db.Time(cleared), db.Time(last), db.Time(closed)
	return c, err
}

func selectConversation(ctx context.Context, tx *db.Tx, id string) (Conversation, error) {
	return db.One(ctx, tx, scanConversation, `
		SELECT `+conversationColumns+` FROM conversations WHERE id = $1`, id)
}

func selectPublic(ctx context.Context, tx *db.Tx, performerID string) (Conversation, error) {
	return db.One(ctx, tx, scanConversation, `
		SELECT `+conversationColumns+`
		FROM conversations
		WHERE performer_id = $1 AND type = 'stream_public'`, performerID)
}

func insertPublic(ctx context.Context, tx *db.Tx, id, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, type, performer_id, created_at)
		VALUES ($1, 'stream_public', $2, $3)
		ON CONFLICT (performer_id) WHERE type = 'stream_public' DO NOTHING`,
		id, performerID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the room of %s: %w", performerID, err)
	}
	return nil
}

func insertStream(ctx context.Context, tx *db.Tx, c Conversation, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, type, performer_id, stream_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
		c.ID, c.Type, c.PerformerID, c.StreamID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the talk of %s: %w", c.StreamID, err)
	}
	return nil
}

func closeConversation(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversations SET closed_at = $2 WHERE id = $1 AND closed_at = 0`, id, db.Millis(now))
	return err
}

// openStay lets the member in from now on; who is in already stays since then.
func openStay(ctx context.Context, tx *db.Tx, conversationID, accountID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversation_stays (conversation_id, account_id, joined_at)
		SELECT $1, $2, $3
		WHERE NOT EXISTS (
			SELECT 1 FROM conversation_stays WHERE conversation_id = $1 AND account_id = $2 AND left_at = 0)
		ON CONFLICT (conversation_id, account_id, joined_at) DO UPDATE SET left_at = 0`,
		conversationID, accountID, db.Millis(now))
	return err
}

func closeStay(ctx context.Context, tx *db.Tx, conversationID, accountID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_stays SET left_at = $3 WHERE conversation_id = $1 AND account_id = $2 AND left_at = 0`,
		conversationID, accountID, db.Millis(now))
	return err
}

func deleteStay(ctx context.Context, tx *db.Tx, conversationID, accountID string) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM conversation_stays WHERE conversation_id = $1 AND account_id = $2 AND left_at = 0`,
		conversationID, accountID)
	return err
}

// selectLeft is when the member left the talk: zero for one who is in it,
// ErrNone for one who never was.
func selectLeft(ctx context.Context, tx *db.Tx, conversationID, accountID string) (time.Time, error) {
	left, err := db.One(ctx, tx, db.Int64, `
		SELECT left_at
		FROM conversation_stays
		WHERE conversation_id = $1 AND account_id = $2
		ORDER BY CASE WHEN left_at = 0 THEN 0 ELSE 1 END, left_at DESC
		LIMIT 1`, conversationID, accountID)
	return db.Time(left), err
}

// longestPreview is how much of a line the list of conversations shows.
const longestPreview = 120

func touchConversation(ctx context.Context, tx *db.Tx, m Message) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversations
		SET last_message = $2, last_message_at = $3
		WHERE id = $1 AND last_message_at <= $3`,
		m.ConversationID, preview(m.Text), db.Millis(m.CreatedAt))
	return err
}

func preview(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), longestPreview)])
}

// lockConversation reads a conversation whose newest line is about to change.
func lockConversation(ctx context.Context, tx *db.Tx, id string) (Conversation, error) {
	return db.One(ctx, tx, scanConversation, `
		SELECT `+conversationColumns+` FROM conversations WHERE id = $1`+tx.Fragment(db.ForUpdate), id)
}

// refreshLast makes the newest line that is not deleted the conversation's last.
func refreshLast(ctx context.Context, tx *db.Tx, conversationID string) error {
	c, err := lockConversation(ctx, tx, conversationID)
	if err != nil {
		return err
	}
	last, err := selectLast(ctx, tx, c, "")
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		UPDATE conversations SET last_message = $2, last_message_at = $3 WHERE id = $1`,
		c.ID, preview(last.Text), db.Millis(last.CreatedAt))
	return err
}

func clearConversation(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversations SET cleared_at = $2, last_message = '' WHERE id = $1`, id, db.Millis(now))
	return err
}

const messageColumns = `id, conversation_id, type, text, token, sender_id, anonymous, COALESCE(client_id, ''), deleted_at, created_at, label`

func scanMessage(r db.Row) (m Message, err error) {
	var token money.Tokens
	var deleted, created int64
	err = r.Scan(&m.ID, &m.ConversationID, &m.Type, &m.Text, &token, &m.senderID, &m.anonymous, &m.ClientID, &deleted, &created, &m.Label)
	m.IsDeleted, m.CreatedAt = deleted != 0, db.Time(created)
	if m.Type == Tip || m.Type == Wheel {
		m.Token = &token
	}
	return m, err
}

func insertMessage(ctx context.Context, tx *db.Tx, m Message) (fresh bool, err error) {
	var token money.Tokens
	if m.Token != nil {
		token = *m.Token
	}
	var clientID any
	if m.ClientID != "" {
		clientID = m.ClientID
	}
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO messages (id, conversation_id, type, text, token, sender_id, anonymous, client_id, created_at, label)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (conversation_id, sender_id, client_id) DO NOTHING`,
		m.ID, m.ConversationID, m.Type, m.Text, int64(token), m.senderID, m.anonymous, clientID, db.Millis(m.CreatedAt), m.Label)
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

func markDeleted(ctx context.Context, tx *db.Tx, id, by string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE messages SET deleted_at = $2, deleted_by = $3 WHERE id = $1 AND deleted_at = 0`,
		id, db.Millis(now), by)
	return err
}

// during bounds the lines of a conversation to those that were written while the
// reader ($3) was in it; an empty reader reads them all.
const during = `
		conversation_id = $1 AND created_at > $2 AND ($3 = '' OR EXISTS (
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
		WHERE `+during+` AND deleted_at = 0
		ORDER BY created_at DESC, id DESC
		LIMIT 1`, c.ID, db.Millis(c.clearedAt), reader)
	return m, err
}

// selectHistory reads a page and one line more, which says whether there is another page.
func selectHistory(ctx context.Context, tx *db.Tx, c Conversation, reader string, page Choice) (found History, err error) {
	args := []any{c.ID, db.Millis(c.clearedAt), reader}
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

// query takes the conversation, since when, the reader, the limit and the offset, and of the
// line before the page its time and id.
func (page Choice) query() string {
	order, where := `created_at DESC, id DESC`, ""
	if page.OldestFirst {
		order = `created_at, id`
	}
	switch {
	case page.After != "" && page.OldestFirst:
		where = ` AND (created_at, id) > ($6, $7)`
	case page.After != "":
		where = ` AND (created_at, id) < ($6, $7)`
	}
	return `
		SELECT ` + messageColumns + `
		FROM messages
		WHERE ` + during + where + `
		ORDER BY ` + order + `
		LIMIT $4 OFFSET $5`
}
