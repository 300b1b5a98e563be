-- +goose Up
-- What was uploaded. The bytes are in the blob store, under "<class>/<id>/…":
-- public pictures re-encoded into variants, private documents sealed.
CREATE TABLE files (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    private    BOOLEAN NOT NULL,
    name       TEXT    NOT NULL, -- what the client called it; only ever a Content-Disposition
    media_type TEXT    NOT NULL,
    size       BIGINT  NOT NULL,
    sha256     TEXT    NOT NULL, -- of the bytes as uploaded, to find identical copies
    width      INTEGER NOT NULL DEFAULT 0,
    height     INTEGER NOT NULL DEFAULT 0,
    blurhash   TEXT    NOT NULL DEFAULT '',
    colour     TEXT    NOT NULL DEFAULT '',
    created_at BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX files_owner ON files (owner_id, created_at, id);
CREATE INDEX files_copies ON files (sha256);

-- Who looked at which private document, and why. Rows stay when the document
-- goes.
CREATE TABLE file_views (
    id        TEXT   NOT NULL PRIMARY KEY,
    file_id   TEXT   NOT NULL,
    viewer_id TEXT   NOT NULL,
    reason    TEXT   NOT NULL,
    viewed_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX file_views_file ON file_views (file_id, viewed_at, id);

-- A known text, sealed: a node that holds another key cannot open it, and does
-- not start.
CREATE TABLE seal_proofs (
    name  TEXT NOT NULL PRIMARY KEY,
    proof TEXT NOT NULL
) /*strict*/;

-- +goose Down
DROP TABLE seal_proofs; DROP TABLE file_views; DROP TABLE files;
