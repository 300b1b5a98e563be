-- +goose Up
-- A tip and how it was split, with the rates of its moment: later changes of a
-- rate touch later tips only. Its tokens moved by the transfer 'tip:' || id.
-- The people are not foreign keys: on PostgreSQL each tip would lock the row of
-- a much-tipped performer.
CREATE TABLE tips (
    id              TEXT    NOT NULL PRIMARY KEY,
    sender_id       TEXT    NOT NULL,
    sender_name     TEXT    NOT NULL,
    performer_id    TEXT    NOT NULL,
    studio_id       TEXT    NOT NULL DEFAULT '',
    conversation_id TEXT    NOT NULL DEFAULT '',
    gross           BIGINT  NOT NULL CHECK (gross > 0),
    site_fee        BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net      BIGINT  NOT NULL CHECK (studio_net >= 0),
    net             BIGINT  NOT NULL CHECK (net >= 0),
    site_rate       INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate     INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    note            TEXT    NOT NULL DEFAULT '' CHECK (length(note) <= 200),
    anonymous       BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL,
    CHECK (sender_id <> performer_id),
    CHECK (site_fee + studio_net + net = gross)
) /*strict*/;
CREATE INDEX tips_received ON tips (performer_id, created_at, id);

-- +goose Down
DROP TABLE tips;
