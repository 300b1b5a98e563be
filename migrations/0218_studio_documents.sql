-- +goose Up
-- A document that a studio keeps: its own where performer_id is empty, else about one of its performers, who sees
-- it, and signs it with her name where she is asked to. What was signed is not taken away.
CREATE TABLE studio_documents (
    id           TEXT    NOT NULL PRIMARY KEY,
    studio_id    TEXT    NOT NULL REFERENCES studios (id),
    performer_id TEXT    NOT NULL DEFAULT '',
    kind         TEXT    NOT NULL CHECK (kind IN ('contract', 'identity', 'other')),
    title        TEXT    NOT NULL,
    file_id      TEXT    NOT NULL,
    media_type   TEXT    NOT NULL,
    to_sign      BOOLEAN NOT NULL DEFAULT FALSE,
    kept_by      TEXT    NOT NULL, -- the studio, or who works for it
    created_at   BIGINT  NOT NULL,
    signed_at    BIGINT  NOT NULL DEFAULT 0,
    signed_name  TEXT    NOT NULL DEFAULT '',
    CHECK (performer_id <> '' OR NOT to_sign),
    CHECK ((signed_at > 0) = (signed_name <> ''))
) /*strict*/;
CREATE INDEX studio_documents_studio ON studio_documents (studio_id, created_at DESC, id DESC);
CREATE INDEX studio_documents_performer ON studio_documents (performer_id, created_at DESC, id DESC) WHERE performer_id <> '';

-- +goose Down
DROP TABLE studio_documents;
