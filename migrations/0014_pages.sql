-- +goose Up
-- The operator's own pages: terms, privacy, the text of the 18+ popup.
CREATE TABLE posts (
    id         TEXT   NOT NULL PRIMARY KEY,
    slug       TEXT   NOT NULL UNIQUE,
    title      TEXT   NOT NULL,
    summary    TEXT   NOT NULL,
    source     TEXT   NOT NULL, -- HTML as written; sanitised on render
    status     TEXT   NOT NULL CHECK (status IN ('draft', 'published')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX posts_newest ON posts (status, created_at, id);

CREATE TABLE banners (
    id          TEXT    NOT NULL PRIMARY KEY,
    title       TEXT    NOT NULL,
    description TEXT    NOT NULL,
    file_id     TEXT    NOT NULL,
    link        TEXT    NOT NULL,
    position    TEXT    NOT NULL,
    ordering    INTEGER NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN ('active', 'inactive')),
    created_at  BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX banners_shown ON banners (status, position, ordering, id);

-- What visitors wrote to the operator; the mail is a copy of it.
CREATE TABLE contact_messages (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    email      TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    message    TEXT   NOT NULL,
    sender_id  TEXT   NOT NULL, -- the account when logged in
    created_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX contact_messages_newest ON contact_messages (created_at, id);

-- +goose Down
DROP TABLE contact_messages; DROP TABLE banners; DROP TABLE posts;
