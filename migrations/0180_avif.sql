-- +goose Up
-- Variants of a picture that there are as AVIF too: their names, divided by spaces.
ALTER TABLE files ADD COLUMN avif TEXT NOT NULL DEFAULT '';

-- Pictures whose variants are to be made as AVIF, by whichever node comes first. A row goes
-- when that is done, and with its file.
CREATE TABLE avif_jobs (
    file_id     TEXT    NOT NULL PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    tries       INTEGER NOT NULL DEFAULT 0,
    due_at      BIGINT  NOT NULL, -- a node may take it from then on; 0: it was given up
    holder      TEXT    NOT NULL DEFAULT '', -- the try that works on it
    lease_until BIGINT  NOT NULL DEFAULT 0, -- from then on the holder counts as dead
    CONSTRAINT avif_jobs_lease CHECK ((holder = '') = (lease_until = 0))
) /*strict*/;
CREATE INDEX avif_jobs_due ON avif_jobs (file_id) WHERE due_at > 0;

-- Pictures that are there already get theirs in their turn.
INSERT INTO avif_jobs (file_id, due_at)
SELECT id, 1 FROM files WHERE kind IN ('photo', 'avatar', 'card', 'portrait', 'wide', 'banner');

-- +goose Down
DROP TABLE avif_jobs;
ALTER TABLE files DROP COLUMN avif;
