-- +goose Up
-- Once a batch's file was exported a bank may have paid it, so to say that it did not
-- takes two admins where there are two. discard_by is who said it first, and closed_by
-- who closed the batch: the second of two, an only admin, or whoever marked it as paid.
ALTER TABLE payout_batches ADD COLUMN discard_by TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_batches ADD COLUMN closed_by TEXT NOT NULL DEFAULT '';

-- The exported files that a request was in and left unpaid: the batch was discarded, or
-- paid without it (bounced). said_by says that the bank did not pay the request;
-- agreed_by is the second admin who said so too, or who gave it another end.
CREATE TABLE payout_releases (
    request_id  TEXT    NOT NULL REFERENCES payout_requests (id),
    batch_id    TEXT    NOT NULL REFERENCES payout_batches (id),
    exported_at BIGINT  NOT NULL CHECK (exported_at > 0),
    released_at BIGINT  NOT NULL,
    bounced     BOOLEAN NOT NULL,
    said_by     TEXT    NOT NULL CHECK (said_by <> ''),
    agreed_by   TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (request_id, batch_id),
    CONSTRAINT payout_releases_second CHECK (agreed_by <> said_by)
) /*strict*/;
CREATE INDEX payout_releases_batch ON payout_releases (batch_id);

-- +goose Down
DROP TABLE payout_releases;
ALTER TABLE payout_batches DROP COLUMN closed_by;
ALTER TABLE payout_batches DROP COLUMN discard_by;
