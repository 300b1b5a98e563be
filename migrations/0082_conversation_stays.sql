-- +goose Up
-- When a member was in the conversation of a private or group show. Each stay has
-- its own row, so that somebody who left and came back reads nothing of what was
-- said in between. left_at is 0 while they are in it.
CREATE TABLE conversation_stays (
    conversation_id TEXT   NOT NULL REFERENCES conversations (id),
    account_id      TEXT   NOT NULL REFERENCES accounts (id),
    joined_at       BIGINT NOT NULL,
    left_at         BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (conversation_id, account_id, joined_at)
) /*strict*/;
CREATE UNIQUE INDEX conversation_stays_open ON conversation_stays (conversation_id, account_id) WHERE left_at = 0;

-- Seats that had a meter, and so were paid for; a seat that only waited, and a
-- request that was not accepted, open nothing.
INSERT INTO conversation_stays (conversation_id, account_id, joined_at, left_at)
SELECT m.conversation_id, m.account_id, MIN(seat.taken_at), m.left_at
FROM conversation_members m
JOIN shows s ON s.conversation_id = m.conversation_id
JOIN show_seats seat ON seat.show_id = s.id AND seat.member_id = m.account_id AND seat.kind = 'member'
WHERE seat.metered OR seat.left_at = 0
GROUP BY m.conversation_id, m.account_id, m.left_at;
DROP TABLE conversation_members;

-- The line shown in lists is never a deleted one.
UPDATE conversations
SET last_message = COALESCE((
        SELECT SUBSTR(m.text, 1, 120) FROM messages m
        WHERE m.conversation_id = conversations.id AND m.deleted_at = 0 AND m.created_at > conversations.cleared_at
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1), ''),
    last_message_at = COALESCE((
        SELECT m.created_at FROM messages m
        WHERE m.conversation_id = conversations.id AND m.deleted_at = 0 AND m.created_at > conversations.cleared_at
        ORDER BY m.created_at DESC, m.id DESC LIMIT 1), 0);

-- +goose Down
CREATE TABLE conversation_members (
    conversation_id TEXT   NOT NULL REFERENCES conversations (id),
    account_id      TEXT   NOT NULL REFERENCES accounts (id),
    left_at         BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (conversation_id, account_id)
) /*strict*/;
INSERT INTO conversation_members (conversation_id, account_id, left_at)
SELECT conversation_id, account_id, CASE WHEN MIN(left_at) = 0 THEN 0 ELSE MAX(left_at) END
FROM conversation_stays
GROUP BY conversation_id, account_id;
DROP TABLE conversation_stays;
