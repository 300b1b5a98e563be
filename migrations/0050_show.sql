-- +goose Up
-- A show is one time on stage. Its epoch is part of the media room's name: a new
-- epoch is a new room, and every older token is dark.
CREATE TABLE shows (
    id              TEXT    NOT NULL PRIMARY KEY,
    performer_id    TEXT    NOT NULL REFERENCES accounts (id),
    conversation_id TEXT    NOT NULL,
    type            TEXT    NOT NULL CHECK (type IN ('public')),
    status          TEXT    NOT NULL CHECK (status IN ('starting', 'live', 'paused', 'ended')),
    title           TEXT    NOT NULL DEFAULT '',
    epoch           INTEGER NOT NULL DEFAULT 1,
    publisher       TEXT    NOT NULL DEFAULT '', -- the media identity that may publish; another one takes over
    started_at      BIGINT  NOT NULL,
    live_at         BIGINT  NOT NULL DEFAULT 0,  -- first media
    lost_at         BIGINT  NOT NULL DEFAULT 0,  -- media missing since
    ended_at        BIGINT  NOT NULL DEFAULT 0,
    end_reason      TEXT    NOT NULL DEFAULT '',
    viewers         INTEGER NOT NULL DEFAULT 0,
    most_viewers    INTEGER NOT NULL DEFAULT 0,
    snapshot        TEXT    NOT NULL DEFAULT '', -- address of the newest picture
    -- The node that watches the show (counts viewers, takes pictures), and until when.
    watched_by      TEXT    NOT NULL DEFAULT '',
    watched_until   BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE UNIQUE INDEX shows_open ON shows (performer_id) WHERE ended_at = 0;
CREATE INDEX shows_history ON shows (performer_id, started_at DESC, id DESC);

-- The key a broadcasting program (OBS) publishes with; only its hash is kept.
CREATE TABLE show_stream_keys (
    performer_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    key_hash     TEXT   NOT NULL UNIQUE,
    made_at      BIGINT NOT NULL,
    used_at      BIGINT NOT NULL DEFAULT 0
) /*strict*/;

-- +goose Down
DROP TABLE show_stream_keys;
DROP TABLE shows;
