-- +goose Up
-- Wishes of people that what the site keeps of them is erased. Until due_at they can be taken back;
-- then the account is closed (begun), and a moment later erased. Staff may put one on hold.
CREATE TABLE erasures (
    id          TEXT   NOT NULL PRIMARY KEY,
    account_id  TEXT   NOT NULL REFERENCES accounts (id),
    status      TEXT   NOT NULL CHECK (status IN ('asked', 'begun', 'erased', 'taken_back')),
    asked_at    BIGINT NOT NULL,
    due_at      BIGINT NOT NULL,
    held_by     TEXT   NOT NULL DEFAULT '', -- staff who have put it on hold; empty: nobody
    held_reason TEXT   NOT NULL DEFAULT '',
    told_at     BIGINT NOT NULL DEFAULT 0, -- that it is due, and that something stands against it
    begun_at    BIGINT NOT NULL DEFAULT 0,
    ended_at    BIGINT NOT NULL DEFAULT 0,
    CHECK ((held_by = '') = (held_reason = '')),
    CHECK ((begun_at > 0) = (status IN ('begun', 'erased'))),
    CHECK ((ended_at > 0) = (status IN ('erased', 'taken_back')))
) /*strict*/;
CREATE UNIQUE INDEX erasures_open ON erasures (account_id) WHERE status IN ('asked', 'begun');
CREATE INDEX erasures_due ON erasures (status, due_at, id);

-- +goose Down
DROP TABLE erasures;
