package messages

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
)

// participation is what a conversation is to one of its two people.
type participation struct {
	Conversation
	otherID    string
	clearedSeq int64
	deaf       bool // the other one hears nothing from this one any more
	shows      Preferences
}

// as is the conversation as that person has it, who talks to another.
func (p participation) as(other account.Card) Conversation {
	c := p.Conversation
	if p.lastMessageSeq <= p.clearedSeq {
		c.LastMessage, c.LastMessageType, c.LastMessageCreatedAt = "", "", time.Time{}
	}
	c.Recipient, c.Source, c.SourceID = &other, other.Role, other.ID
	return c
}

// Of the conversation, of one's own side (p) and of the other's (o), with what the other shows (s).
const (
	participationColumns = `c.id, c.kind, COALESCE(c.owner_id, ''), c.subject_id, c.last_message, c.last_message_type, c.last_message_at, c.last_message_seq, c.last_seq,
		p.other_id, p.unread, p.cleared_seq, p.blocked, o.blocked, o.delivered_seq, o.read_seq,
		COALESCE(s.read_marks, TRUE), COALESCE(s.typing, TRUE), COALESCE(s.presence, TRUE)`
	participationJoins = `
		JOIN conversations c ON c.id = p.conversation_id
		JOIN conversation_participants o ON o.account_id = p.other_id AND o.conversation_id = p.conversation_id
		LEFT JOIN conversation_preferences s ON s.account_id = p.other_id`
)

func scanParticipation(r db.Row) (p participation, err error) {
	var last int64
	err = r.Scan(&p.ID, &p.Kind, &p.OwnerID, &p.SubjectID, &p.LastMessage, &p.LastMessageType, &last, &p.lastMessageSeq, &p.LastSeq,
		&p.otherID, &p.Unread, &p.clearedSeq, &p.IsBlocked, &p.deaf, &p.DeliveredUntil, &p.ReadUntil,
		&p.shows.ReadMarks, &p.shows.Typing, &p.shows.Presence)
	p.LastMessageCreatedAt = db.Time(last)
	if p.deaf { // who hears nothing tells nothing, either
		p.shows, p.DeliveredUntil = Preferences{}, 0
	}
	if !p.shows.ReadMarks {
		p.ReadUntil = 0
	}
	return p, err
}

func selectPair(ctx context.Context, tx *db.Tx, one, other string) (Conversation, error) {
	return db.One(ctx, tx, scanConversation, `
		SELECT `+conversationColumns+` FROM conversations WHERE first_id = $1 AND second_id = $2`, min(one, other), max(one, other))
}

func insertDirect(ctx context.Context, tx *db.Tx, c Conversation, by string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, kind, owner_id, first_id, second_id, opened_by, created_at)
		VALUES ($1, $2, NULLIF($3, ''), $4, $5, $6, $7)
		ON CONFLICT (first_id, second_id) WHERE first_id IS NOT NULL DO NOTHING`,
		c.ID, c.Kind, c.OwnerID, c.firstID, c.secondID, by, db.Millis(now))
	if err != nil {
		return fmt.Errorf("open the conversation of %s and %s: %w", c.firstID, c.secondID, err)
	}
	return nil
}

// insertParticipants gives both people their side of the conversation; names has for each whom they talk to.
func insertParticipants(ctx context.Context, tx *db.Tx, c Conversation, names map[string]string, now time.Time) error {
	for _, accountID := range []string{c.firstID, c.secondID} {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO conversation_participants (account_id, conversation_id, other_id, other_name, hidden, activity_at)
			VALUES ($1, $2, $3, $4, TRUE, $5)
			ON CONFLICT (account_id, conversation_id) DO NOTHING`,
			accountID, c.ID, c.other(accountID), fold.Text(names[accountID]), db.Millis(now))
		if err != nil {
			return fmt.Errorf("add %s to the conversation %s: %w", accountID, c.ID, err)
		}
	}
	return nil
}

// countOpened counts the conversations that an account has opened since a time.
func countOpened(ctx context.Context, tx *db.Tx, accountID string, since time.Time) (int, error) {
	return db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM conversations WHERE opened_by = $1 AND created_at > $2 AND opened_by <> ''`, accountID, db.Millis(since))
}

// raise puts a conversation on top of somebody's list.
func raise(ctx context.Context, tx *db.Tx, conversationID, accountID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET hidden = FALSE, activity_at = $3
		WHERE account_id = $1 AND conversation_id = $2`, accountID, conversationID, db.Millis(now))
	return err
}

func selectParticipation(ctx context.Context, tx *db.Tx, accountID, conversationID string) (participation, error) {
	return db.One(ctx, tx, scanParticipation, `
		SELECT `+participationColumns+`
		FROM conversation_participants p `+participationJoins+`
		WHERE p.account_id = $1 AND p.conversation_id = $2`, accountID, conversationID)
}

// selectInbox is a page of somebody's list without the conversations with some, and how many
// conversations there are in all.
func selectInbox(ctx context.Context, tx *db.Tx, accountID, word string, without []string, page api.Page) (rows []participation, total int, err error) {
	args := []any{accountID}
	where := `account_id = $1 AND NOT hidden`
	if len(without) > 0 {
		clause, values := db.In(len(args)+1, without)
		where += ` AND other_id NOT IN ` + clause
		args = append(args, values...)
	}
	if word = fold.Text(word); word != "" {
		args = append(args, "%"+strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(word)+"%")
		where += fmt.Sprintf(` AND other_name LIKE $%d ESCAPE '\'`, len(args))
	}
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM conversation_participants WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count conversations of %s: %w", accountID, err)
	}
	rows, err = db.All(ctx, tx, scanParticipation, inboxPage(where, len(args)), append(args, page.Limit, page.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("select conversations of %s: %w", accountID, err)
	}
	return rows, total, nil
}

// inboxPage looks up what belongs to the rows of one page alone: those before it are passed over by the index.
func inboxPage(where string, args int) string {
	return fmt.Sprintf(`
		SELECT `+participationColumns+`
		FROM (
			SELECT conversation_id, other_id, unread, cleared_seq, blocked, activity_at
			FROM conversation_participants
			WHERE `+where+`
			ORDER BY activity_at DESC, conversation_id DESC
			LIMIT $%d OFFSET $%d) p
		`+participationJoins+`
		ORDER BY p.activity_at DESC, p.conversation_id DESC`, args+1, args+2)
}

// selectOthers are all with whom an account has a conversation, or one with lines to read.
func selectOthers(ctx context.Context, tx *db.Tx, accountID string, unreadOnly bool) ([]string, error) {
	where := ""
	if unreadOnly {
		where = ` AND unread > 0`
	}
	return db.All(ctx, tx, db.String, `
		SELECT other_id FROM conversation_participants WHERE account_id = $1`+where+` ORDER BY other_id`, accountID)
}

// linesOfMet is how many lines of a performer's rooms are looked through for people.
const linesOfMet = 20_000

func selectMet(ctx context.Context, tx *db.Tx, performerID string, limit int) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT id
		FROM (
			SELECT other_id AS id FROM conversation_participants WHERE account_id = $1
			UNION
			SELECT sender_id
			FROM (
				SELECT sender_id
				FROM messages
				WHERE conversation_id IN (SELECT id FROM conversations WHERE owner_id = $1) AND NOT anonymous
				ORDER BY created_at DESC, id DESC
				LIMIT $2) AS lines) AS met
		WHERE id <> $1
		ORDER BY id
		LIMIT $3`, performerID, linesOfMet, limit)
}

func sumUnread(ctx context.Context, tx *db.Tx, accountID string, without []string) (int, error) {
	clause, values := "", []any{accountID}
	if len(without) > 0 {
		in, ids := db.In(2, without)
		clause, values = ` AND other_id NOT IN `+in, append(values, ids...)
	}
	return db.One(ctx, tx, db.Int, `
		SELECT COALESCE(SUM(unread), 0) FROM conversation_participants WHERE account_id = $1 AND unread > 0`+clause, values...)
}

// nextSeq locks a direct conversation and gives its next line a number.
func nextSeq(ctx context.Context, tx *db.Tx, conversationID string) (int64, error) {
	return db.One(ctx, tx, db.Int64, `
		UPDATE conversations SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq`, conversationID)
}

// countArrived counts a new line for whoever did not write it, and puts the conversation on top
// of both lists.
func countArrived(ctx context.Context, tx *db.Tx, m Message) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants
		SET unread = unread + CASE WHEN account_id = $2 THEN 0 ELSE 1 END, hidden = FALSE,
			activity_at = CASE WHEN activity_at > $3 THEN activity_at ELSE $3 END
		WHERE conversation_id = $1 AND account_id IN ($2, $4)`,
		m.ConversationID, m.senderID, db.Millis(m.CreatedAt), m.recipientID)
	return err
}

// countRemoved takes a deleted line from the count of its recipient, unless it was read or
// cleared before. Call it while the conversation is locked.
func countRemoved(ctx context.Context, tx *db.Tx, m Message) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET unread = unread - 1
		WHERE account_id = $1 AND conversation_id = $2 AND read_seq < $3 AND cleared_seq < $3`,
		m.recipientID, m.ConversationID, m.Seq)
	return err
}

// markRead is fresh when there was something that the account had not read.
func markRead(ctx context.Context, tx *db.Tx, c Conversation, accountID string) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET read_seq = $3, unread = 0
		WHERE account_id = $1 AND conversation_id = $2 AND read_seq < $3`, accountID, c.ID, c.LastSeq)
	return rows == 1, err
}

// markDelivered is fresh when so much had not reached a device of the account before.
func markDelivered(ctx context.Context, tx *db.Tx, conversationID, accountID string, until int64) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET delivered_seq = $3
		WHERE account_id = $1 AND conversation_id = $2 AND delivered_seq < $3`, accountID, conversationID, until)
	return rows == 1, err
}

// markBlocked says whether an account hears from the other one.
func markBlocked(ctx context.Context, tx *db.Tx, conversationID, accountID string, blocked bool) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET blocked = $3 WHERE account_id = $1 AND conversation_id = $2`,
		accountID, conversationID, blocked)
	return err
}

func markCleared(ctx context.Context, tx *db.Tx, c Conversation, accountID string) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE conversation_participants SET cleared_seq = $3, read_seq = $3, delivered_seq = $3, unread = 0, hidden = TRUE
		WHERE account_id = $1 AND conversation_id = $2`, accountID, c.ID, c.LastSeq)
	return err
}

// dropCleared deletes the lines of a conversation that both of its people have cleared; and of those that one has, what
// the other has withdrawn.
func dropCleared(ctx context.Context, tx *db.Tx, conversationID, by string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE messages SET deleted_at = $3, deleted_by = $2
		WHERE conversation_id = $1 AND deleted_at = 0 AND seq > 0
			AND (seq <= (SELECT MIN(cleared_seq) FROM conversation_participants WHERE conversation_id = $1)
				OR withdrawn_at > 0 AND sender_id <> $2
					AND seq <= (SELECT cleared_seq FROM conversation_participants WHERE conversation_id = $1 AND account_id = $2))`,
		conversationID, by, db.Millis(now))
	return err
}

// selectClearedSeq is up to which line an account has cleared a conversation.
func selectClearedSeq(ctx context.Context, tx *db.Tx, accountID, conversationID string) (int64, error) {
	return db.One(ctx, tx, db.Int64, `
		SELECT cleared_seq FROM conversation_participants WHERE account_id = $1 AND conversation_id = $2`, accountID, conversationID)
}

// selectMaxCleared is up to which line at least one of the two has cleared a conversation.
func selectMaxCleared(ctx context.Context, tx *db.Tx, conversationID string) (int64, error) {
	return db.One(ctx, tx, db.Int64, `
		SELECT COALESCE(MAX(p.cleared_seq), 0)
		FROM conversations c
		JOIN conversation_participants p ON p.conversation_id = c.id AND p.account_id IN (c.first_id, c.second_id)
		WHERE c.id = $1`, conversationID)
}

// hasUnreadBefore reports whether the recipient of a line has not read another one that its sender wrote before.
func hasUnreadBefore(ctx context.Context, tx *db.Tx, m Message) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT CASE WHEN EXISTS (
			SELECT 1
			FROM conversation_participants p
			JOIN messages m ON m.conversation_id = p.conversation_id AND m.seq > p.read_seq AND m.seq > p.cleared_seq
			WHERE p.account_id = $1 AND p.conversation_id = $2 AND m.seq < $3 AND m.sender_id = $4 AND m.deleted_at = 0 AND m.kind IN ('text', 'photo'))
		THEN 1 ELSE 0 END`, m.recipientID, m.ConversationID, m.Seq, m.senderID)
	return n == 1, err
}

// dropHeld deletes what waits for staff of an account in a conversation that it clears, and returns the lines.
func dropHeld(ctx context.Context, tx *db.Tx, conversationID, accountID string, now time.Time) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		UPDATE messages SET deleted_at = $3, deleted_by = $2, held_at = 0
		WHERE conversation_id = $1 AND sender_id = $2 AND held_at > 0
		RETURNING id`, conversationID, accountID, db.Millis(now))
}
