-- +goose Up
-- A recording of a show, in pieces that are stored as they are made: after a
-- crash everything but the last seconds is there.
CREATE TABLE show_recordings (
    id           TEXT    NOT NULL PRIMARY KEY,
    show_id      TEXT    NOT NULL REFERENCES shows (id),
    performer_id TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    started_at   BIGINT  NOT NULL,
    ended_at     BIGINT  NOT NULL DEFAULT 0,
    touched_at   BIGINT  NOT NULL,            -- by the node that records; long ago when it was killed
    pieces       INTEGER NOT NULL DEFAULT 0,
    bytes        BIGINT  NOT NULL DEFAULT 0,
    millis       BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX show_recordings_mine ON show_recordings (performer_id, started_at, id);
CREATE INDEX show_recordings_open ON show_recordings (touched_at) WHERE ended_at = 0;

CREATE TABLE show_recording_pieces (
    recording_id TEXT    NOT NULL REFERENCES show_recordings (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    bytes        BIGINT  NOT NULL CHECK (bytes > 0),
    PRIMARY KEY (recording_id, number)
) /*strict*/;

-- +goose Down
DROP TABLE show_recording_pieces;
DROP TABLE show_recordings;
