-- +goose Up
-- A performer's goals; the row is what two changes, or two tips, take turns on.
CREATE TABLE goal_boards (
    performer_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    changed_at   BIGINT NOT NULL
) /*strict*/;

-- One goal counts at a time. raised includes the start value, and may go beyond
-- the target while the goal is the last one: the surplus is the next one's.
CREATE TABLE goals (
    id           TEXT    NOT NULL PRIMARY KEY,
    performer_id TEXT    NOT NULL REFERENCES goal_boards (performer_id),
    position     BIGINT  NOT NULL,
    title        TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
    target       BIGINT  NOT NULL CHECK (target > 0),
    start        BIGINT  NOT NULL CHECK (start >= 0 AND start < target),
    raised       BIGINT  NOT NULL CHECK (raised >= start),
    auto         BOOLEAN NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('waiting', 'current', 'done')),
    created_at   BIGINT  NOT NULL,
    reached_at   BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX goals_list ON goals (performer_id, state, position);
CREATE UNIQUE INDEX goals_current ON goals (performer_id) WHERE state = 'current';

-- +goose Down
DROP TABLE goals;
DROP TABLE goal_boards;
