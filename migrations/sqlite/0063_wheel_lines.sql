-- +goose Up
-- A spin of the wheel leaves a line in the room. A CHECK cannot be changed in place.
CREATE TABLE messages_new (
    id              TEXT    NOT NULL PRIMARY KEY,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    type            TEXT    NOT NULL CHECK (type IN ('text', 'tip', 'wheel', 'system')),
    text            TEXT    NOT NULL,
    token           INTEGER NOT NULL DEFAULT 0,
    sender_id       TEXT    NOT NULL REFERENCES accounts (id),
    anonymous       INTEGER NOT NULL DEFAULT FALSE,
    -- NULL when the client gave none: a retry of the same line is one message.
    client_id       TEXT,
    deleted_at      INTEGER NOT NULL DEFAULT 0,
    deleted_by      TEXT    NOT NULL DEFAULT '',
    created_at      INTEGER NOT NULL,
    UNIQUE (conversation_id, sender_id, client_id)
) STRICT;
INSERT INTO messages_new (id, conversation_id, type, text, token, sender_id, anonymous, client_id, deleted_at, deleted_by, created_at)
SELECT id, conversation_id, type, text, token, sender_id, anonymous, client_id, deleted_at, deleted_by, created_at
FROM messages;
DROP TABLE messages;
ALTER TABLE messages_new RENAME TO messages;
CREATE INDEX messages_history ON messages (conversation_id, created_at DESC, id DESC);

-- +goose Down
CREATE TABLE messages_new (
    id              TEXT    NOT NULL PRIMARY KEY,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    type            TEXT    NOT NULL CHECK (type IN ('text', 'tip', 'system')),
    text            TEXT    NOT NULL,
    token           INTEGER NOT NULL DEFAULT 0,
    sender_id       TEXT    NOT NULL REFERENCES accounts (id),
    anonymous       INTEGER NOT NULL DEFAULT FALSE,
    -- NULL when the client gave none: a retry of the same line is one message.
    client_id       TEXT,
    deleted_at      INTEGER NOT NULL DEFAULT 0,
    deleted_by      TEXT    NOT NULL DEFAULT '',
    created_at      INTEGER NOT NULL,
    UNIQUE (conversation_id, sender_id, client_id)
) STRICT;
INSERT INTO messages_new (id, conversation_id, type, text, token, sender_id, anonymous, client_id, deleted_at, deleted_by, created_at)
SELECT id, conversation_id, type, text, token, sender_id, anonymous, client_id, deleted_at, deleted_by, created_at
FROM messages WHERE type <> 'wheel';
DROP TABLE messages;
ALTER TABLE messages_new RENAME TO messages;
CREATE INDEX messages_history ON messages (conversation_id, created_at DESC, id DESC);
