-- +goose Up
-- Files that come in pieces, and may be gone on with on any node. Their bytes are in the
-- blob store, under "uploads/<id>/<number>". A finished one is claimed by what it is for,
-- and from then on lives as long as that; any other goes a day after its last byte.
CREATE TABLE uploads (
    id          TEXT   NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    purpose     TEXT   NOT NULL,
    name        TEXT   NOT NULL, -- what the client called it; only ever a Content-Disposition
    length      BIGINT NOT NULL CHECK (length > 0),
    received    BIGINT NOT NULL DEFAULT 0,
    next_part   BIGINT NOT NULL DEFAULT 1, -- no number is given out twice, so that two writers never share a key
    hash_state  TEXT   NOT NULL DEFAULT '', -- of SHA-256 after the received bytes, in base64
    sha256      TEXT   NOT NULL DEFAULT '', -- once all bytes are there
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    finished_at BIGINT NOT NULL DEFAULT 0,
    claimed_at  BIGINT NOT NULL DEFAULT 0,
    removed_at  BIGINT NOT NULL DEFAULT 0, -- the row goes when its bytes are gone
    CONSTRAINT uploads_received CHECK (received BETWEEN 0 AND length),
    CONSTRAINT uploads_finished CHECK ((finished_at > 0) = (received = length) AND (finished_at > 0) = (sha256 <> '')),
    CONSTRAINT uploads_claimed CHECK (claimed_at = 0 OR finished_at > 0)
) /*strict*/;
CREATE INDEX uploads_owner ON uploads (owner_id, id);
CREATE INDEX uploads_expiry ON uploads (expires_at) WHERE claimed_at = 0 AND removed_at = 0;
CREATE INDEX uploads_removed ON uploads (id) WHERE removed_at > 0;

CREATE TABLE upload_parts (
    upload_id TEXT   NOT NULL REFERENCES uploads (id),
    number    BIGINT NOT NULL,
    start     BIGINT NOT NULL, -- where in the file it begins
    size      BIGINT NOT NULL CHECK (size > 0),
    PRIMARY KEY (upload_id, number),
    CONSTRAINT upload_parts_start UNIQUE (upload_id, start)
) /*strict*/;

-- Which request may write to an upload, on whichever node it is. A holder counts its beats;
-- one that does not for two seconds has died. wanted asks it to let go.
CREATE TABLE upload_leases (
    upload_id TEXT    NOT NULL PRIMARY KEY REFERENCES uploads (id),
    holder    TEXT    NOT NULL,
    beats     BIGINT  NOT NULL DEFAULT 0,
    wanted    BOOLEAN NOT NULL DEFAULT FALSE
) /*strict*/;

-- +goose Down
DROP TABLE upload_leases; DROP TABLE upload_parts; DROP TABLE uploads;
