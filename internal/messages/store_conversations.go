package messages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const conversationColumns = `id, kind, COALESCE(owner_id, ''), subject_id, cleared_at, last_message, last_message_at, closed_at,
	COALESCE(first_id, ''), COALESCE(second_id, ''), last_seq, last_message_seq`

func scanConversation(r db.Row) (c Conversation, err error) {
	var cleared, last, closed int64
	err = r.Scan(&c.ID, &c.Kind, &c.OwnerID, &c.SubjectID, &cleared, &c.LastMessage, &last, &closed,
		&c.firstID, &c.secondID, &c.LastSeq, &c.lastMessageSeq)
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
		WHERE owner_id = $1 AND kind = 'stream_public'`, performerID)
}

func insertPublic(ctx context.Context, tx *db.Tx, id, performerID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, kind, owner_id, created_at)
		VALUES ($1, 'stream_public', $2, $3)
		ON CONFLICT (owner_id) WHERE kind = 'stream_public' DO NOTHING`,
		id, performerID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the room of %s: %w", performerID, err)
	}
	return nil
}

func insertConversation(ctx context.Context, tx *db.Tx, c Conversation, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, kind, owner_id, subject_id, created_at) VALUES ($1, $2, NULLIF($3, ''), $4, $5)`,
		c.ID, c.Kind, c.OwnerID, c.SubjectID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the conversation of %s: %w", c.SubjectID, err)
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

// selectLeft is when the member left the conversation: zero for one who is in it,
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

// maxPreview is how much of a line the list of conversations shows.
const maxPreview = 120

func touchConversation(ctx context.Context, tx *db.Tx, m Message) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversations
		SET last_message = $2, last_message_at = $3, last_message_seq = $4, last_message_type = $5
		WHERE id = $1 AND last_message_at <= $3 AND last_message_seq = 0 OR id = $1 AND last_message_seq < $4`,
		m.ConversationID, preview(m.Text), db.Millis(m.CreatedAt), m.Seq, string(m.Kind))
	return err
}

func preview(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), maxPreview)])
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
		UPDATE conversations SET last_message = $2, last_message_at = $3, last_message_seq = $4, last_message_type = $5 WHERE id = $1`,
		c.ID, preview(last.Text), db.Millis(last.CreatedAt), last.Seq, string(last.Kind))
	return err
}

func clearConversation(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversations SET cleared_at = $2, last_message = '' WHERE id = $1`, id, db.Millis(now))
	return err
}
