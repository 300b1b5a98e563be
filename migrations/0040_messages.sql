-- +goose Up
-- A conversation is a place where messages are. The public one of a performer
-- outlives her shows: regulars find yesterday's last lines.
CREATE TABLE conversations (
    id              TEXT   NOT NULL PRIMARY KEY,
    type            TEXT   NOT NULL CHECK (type IN ('private', 'stream_public', 'stream_private', 'stream_group')),
    performer_id    TEXT   NOT NULL REFERENCES accounts (id),
    stream_id       TEXT   NOT NULL DEFAULT '',
    -- Messages up to this instant are cleared for everyone (behaviours: remove-all-message).
    cleared_at      BIGINT NOT NULL DEFAULT 0,
    last_message    TEXT   NOT NULL DEFAULT '',
    last_message_at BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL
) /*strict*/;
CREATE UNIQUE INDEX conversations_public ON conversations (performer_id) WHERE type = 'stream_public';

-- A deleted message keeps its row and its original text for abuse review; every
-- reader gets a tombstone.
CREATE TABLE messages (
    id              TEXT    NOT NULL PRIMARY KEY,
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    type            TEXT    NOT NULL CHECK (type IN ('text', 'tip', 'system')),
    text            TEXT    NOT NULL,
    token           BIGINT  NOT NULL DEFAULT 0,
    sender_id       TEXT    NOT NULL REFERENCES accounts (id),
    anonymous       BOOLEAN NOT NULL DEFAULT FALSE,
    -- NULL when the client gave none: a retry of the same line is one message.
    client_id       TEXT,
    deleted_at      BIGINT  NOT NULL DEFAULT 0,
    deleted_by      TEXT    NOT NULL DEFAULT '',
    created_at      BIGINT  NOT NULL,
    UNIQUE (conversation_id, sender_id, client_id)
) /*strict*/;
CREATE INDEX messages_history ON messages (conversation_id, created_at DESC, id DESC);

-- +goose Down
DROP TABLE messages;
DROP TABLE conversations;
