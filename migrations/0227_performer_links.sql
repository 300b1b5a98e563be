-- +goose Up
-- Addresses elsewhere that a performer shows on her page. One that staff have hidden stays, also
-- when she takes it off (position -1), so that it does not come back under the same address.
CREATE TABLE performer_links (
    id           TEXT    NOT NULL PRIMARY KEY,
    performer_id TEXT    NOT NULL REFERENCES performers (id),
    position     INTEGER NOT NULL,
    label        TEXT    NOT NULL,
    url          TEXT    NOT NULL,
    hidden_at    BIGINT  NOT NULL DEFAULT 0,
    created_at   BIGINT  NOT NULL,
    UNIQUE (performer_id, url)
) /*strict*/;
CREATE INDEX performer_links_newest ON performer_links (created_at DESC, id DESC);

-- +goose Down
DROP TABLE performer_links;
