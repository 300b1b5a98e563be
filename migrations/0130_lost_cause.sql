-- +goose Up
-- Why a show waits for the performer's picture; empty while it is there.
ALTER TABLE shows ADD COLUMN lost_cause TEXT NOT NULL DEFAULT ''
    CHECK (lost_cause IN ('', 'camera_off', 'no_frames', 'line_lost'));

-- +goose Down
ALTER TABLE shows DROP COLUMN lost_cause;
