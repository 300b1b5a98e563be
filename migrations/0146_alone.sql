-- +goose Up
-- What admins gave or took without a second one: the sum of a day is what the limit
-- holds against. The other table is one row for each of them, to wait at.
CREATE TABLE funds_alone (
    id        TEXT   NOT NULL PRIMARY KEY,
    admin_id  TEXT   NOT NULL,
    intent_id TEXT   NOT NULL REFERENCES funds_intents (id),
    tokens    BIGINT NOT NULL CHECK (tokens > 0),
    at        BIGINT NOT NULL
) /*strict*/;
CREATE INDEX funds_alone_admin ON funds_alone (admin_id, at);
CREATE TABLE funds_alone_admins (
    admin_id TEXT   NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL
) /*strict*/;

-- +goose Down
DROP TABLE funds_alone_admins;
DROP TABLE funds_alone;
