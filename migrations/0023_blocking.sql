-- +goose Up
-- Whom a performer does not want to be seen by: an account (kind user) or
-- everyone of a country (kind country, ISO 3166-1 alpha-2 in capitals).
CREATE TABLE blocks (
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    kind         TEXT   NOT NULL CHECK (kind IN ('user', 'country')),
    value        TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (performer_id, kind, value)
) /*strict*/;
CREATE INDEX blocks_value ON blocks (kind, value, performer_id);

-- +goose Down
DROP TABLE blocks;
