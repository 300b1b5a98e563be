-- +goose Up
-- A recording that is over gets a beginning (index.mp4 beside its pieces), with which it is one MP4
-- file that is played from any place. Until then, and while the store fails, it is tried again.
ALTER TABLE show_recordings ADD COLUMN index_bytes BIGINT NOT NULL DEFAULT 0;  -- of the beginning; 0: none yet
ALTER TABLE show_recordings ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;       -- to make it, that failed
ALTER TABLE show_recordings ADD COLUMN try_at BIGINT NOT NULL DEFAULT 0;       -- not before
-- Since when those who paid in the show may watch it; 0: its performer alone may.
ALTER TABLE show_recordings ADD COLUMN shared_at BIGINT NOT NULL DEFAULT 0;
-- Staff took it down: nobody but staff may watch it, and it stays as it is.
ALTER TABLE show_recordings ADD COLUMN taken_down_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE show_recordings ADD COLUMN takedown_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX show_recordings_unfinished ON show_recordings (try_at, id) WHERE index_bytes = 0 AND ended_at > 0 AND pieces > 0;
CREATE INDEX show_recordings_ended ON show_recordings (ended_at, id) WHERE ended_at > 0;
CREATE INDEX show_recordings_show ON show_recordings (show_id);

-- Who may watch a shared recording, its performer and staff aside: who paid in the show.
CREATE TABLE show_recording_viewers (
    recording_id TEXT NOT NULL REFERENCES show_recordings (id) ON DELETE CASCADE,
    account_id   TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (recording_id, account_id)
) /*strict*/;
CREATE INDEX show_recording_viewers_of ON show_recording_viewers (account_id, recording_id);

-- What was given back of what a member paid for a show, by the show's meter: who has all of it back
-- has not paid.
CREATE TABLE show_recording_refunds (
    meter_id TEXT   NOT NULL PRIMARY KEY REFERENCES show_meters (id),
    amount   BIGINT NOT NULL CHECK (amount > 0)
) /*strict*/;
INSERT INTO show_recording_refunds (meter_id, amount)
SELECT r.reference, SUM(r.amount)
FROM refund_requests r
JOIN show_meters m ON m.id = r.reference
WHERE r.kind IN ('private', 'group') AND r.status = 'resolved' AND r.amount > 0
GROUP BY r.reference;

-- +goose Down
DROP TABLE show_recording_refunds;
DROP TABLE show_recording_viewers;
DROP INDEX show_recordings_show;
DROP INDEX show_recordings_ended;
DROP INDEX show_recordings_unfinished;
ALTER TABLE show_recordings DROP COLUMN takedown_reason;
ALTER TABLE show_recordings DROP COLUMN taken_down_at;
ALTER TABLE show_recordings DROP COLUMN shared_at;
ALTER TABLE show_recordings DROP COLUMN try_at;
ALTER TABLE show_recordings DROP COLUMN tries;
ALTER TABLE show_recordings DROP COLUMN index_bytes;
