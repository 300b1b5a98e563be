-- +goose Up
-- A direct conversation is between two accounts, one for each pair. Its lines are counted in the order of
-- their commits, so that "read until" and "cleared until" are exact, however slow a writer is.
ALTER TABLE conversations ADD COLUMN first_id TEXT REFERENCES accounts (id);
ALTER TABLE conversations ADD COLUMN second_id TEXT REFERENCES accounts (id);
ALTER TABLE conversations ADD COLUMN opened_by TEXT NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN last_seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN last_message_seq BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX conversations_pair ON conversations (first_id, second_id) WHERE first_id IS NOT NULL;
CREATE INDEX conversations_subject ON conversations (subject_id) WHERE subject_id <> '';
CREATE INDEX conversations_opened ON conversations (opened_by, created_at) WHERE opened_by <> '';

ALTER TABLE messages ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';     -- the line of the same conversation that it answers
ALTER TABLE messages ADD COLUMN held_at BIGINT NOT NULL DEFAULT 0;     -- since then it waits for staff, unseen by its recipient
ALTER TABLE messages ADD COLUMN file_id TEXT NOT NULL DEFAULT '';      -- the picture of a photo
ALTER TABLE messages ADD COLUMN purged BOOLEAN NOT NULL DEFAULT FALSE; -- deleted so long ago that nothing of it is kept
CREATE UNIQUE INDEX messages_seq ON messages (conversation_id, seq) WHERE seq > 0;
CREATE INDEX messages_sender ON messages (sender_id, created_at) WHERE seq > 0;
CREATE UNIQUE INDEX messages_file ON messages (file_id) WHERE file_id <> '';
CREATE INDEX messages_held ON messages (held_at) WHERE held_at > 0;
CREATE INDEX messages_purge ON messages (deleted_at) WHERE deleted_at > 0 AND NOT purged;

-- What a conversation is to one of its two people.
CREATE TABLE conversation_participants (
    account_id      TEXT    NOT NULL REFERENCES accounts (id),
    conversation_id TEXT    NOT NULL REFERENCES conversations (id),
    other_id        TEXT    NOT NULL REFERENCES accounts (id),
    other_name      TEXT    NOT NULL,               -- a username, folded: what the list is searched by
    read_seq        BIGINT  NOT NULL DEFAULT 0,
    cleared_seq     BIGINT  NOT NULL DEFAULT 0,
    delivered_seq   BIGINT  NOT NULL DEFAULT 0,     -- what has reached one of their devices
    unread          INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
    blocked         BOOLEAN NOT NULL DEFAULT FALSE, -- hears nothing from the other any more
    hidden          BOOLEAN NOT NULL DEFAULT FALSE, -- since it was cleared, until the next line
    activity_at     BIGINT  NOT NULL,               -- where it stands in the list
    PRIMARY KEY (account_id, conversation_id)
) /*strict*/;
CREATE INDEX conversation_participants_list ON conversation_participants (account_id, activity_at, conversation_id);
CREATE INDEX conversation_participants_unread ON conversation_participants (account_id) WHERE unread > 0;

-- What others may know of somebody they talk to; no row: all of it.
CREATE TABLE conversation_preferences (
    account_id TEXT    PRIMARY KEY REFERENCES accounts (id),
    read_marks BOOLEAN NOT NULL,
    typing     BOOLEAN NOT NULL,
    presence   BOOLEAN NOT NULL
) /*strict*/;

-- What people reported of a conversation, and what the program noticed itself (an empty reporter).
CREATE TABLE message_reports (
    id              TEXT   PRIMARY KEY,
    conversation_id TEXT   NOT NULL REFERENCES conversations (id),
    message_id      TEXT   NOT NULL DEFAULT '', -- the line it is about; empty: the conversation
    reporter_id     TEXT   NOT NULL DEFAULT '',
    about_id        TEXT   NOT NULL REFERENCES accounts (id),
    reason          TEXT   NOT NULL,
    note            TEXT   NOT NULL DEFAULT '',
    created_at      BIGINT NOT NULL,
    closed_at       BIGINT NOT NULL DEFAULT 0,
    closed_by       TEXT   NOT NULL DEFAULT ''
) /*strict*/;
CREATE INDEX message_reports_open ON message_reports (created_at) WHERE closed_at = 0;
CREATE UNIQUE INDEX message_reports_once ON message_reports (conversation_id, reporter_id, about_id, message_id, reason) WHERE closed_at = 0;

-- +goose Down
DELETE FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE first_id IS NOT NULL);
DROP TABLE message_reports;
DROP TABLE conversation_preferences;
DROP TABLE conversation_participants;
DELETE FROM conversations WHERE first_id IS NOT NULL;
DROP INDEX messages_purge;
DROP INDEX messages_held;
DROP INDEX messages_file;
DROP INDEX messages_sender;
DROP INDEX messages_seq;
ALTER TABLE messages DROP COLUMN purged;
ALTER TABLE messages DROP COLUMN file_id;
ALTER TABLE messages DROP COLUMN held_at;
ALTER TABLE messages DROP COLUMN reply_to;
ALTER TABLE messages DROP COLUMN seq;
DROP INDEX conversations_subject;
DROP INDEX conversations_opened;
DROP INDEX conversations_pair;
ALTER TABLE conversations DROP COLUMN last_message_seq;
ALTER TABLE conversations DROP COLUMN last_seq;
ALTER TABLE conversations DROP COLUMN opened_by;
ALTER TABLE conversations DROP COLUMN second_id;
ALTER TABLE conversations DROP COLUMN first_id;
