-- +goose Up
-- When performers are usually live. next_at is when their next hours begin, which cards show and the search asks for;
-- remind_at is when those who asked are reminded of them.
CREATE TABLE schedules (
    performer_id TEXT    NOT NULL PRIMARY KEY REFERENCES performers (id),
    timezone     TEXT    NOT NULL, -- IANA; the hours are by the clocks there
    sequence     INTEGER NOT NULL, -- of its change, for calendars
    changed_at   BIGINT  NOT NULL,
    next_at      BIGINT  NOT NULL DEFAULT 0, -- 0: no hours are to come
    remind_at    BIGINT  NOT NULL DEFAULT 0  -- 0: it was done, or there is nothing to remind of
) /*strict*/;
CREATE INDEX schedules_next ON schedules (next_at, performer_id) WHERE next_at > 0;
CREATE INDEX schedules_remind ON schedules (remind_at, performer_id) WHERE remind_at > 0;

-- Hours of a weekday (day 'mon' to 'sun') or of one date (YYYY-MM-DD), which take the place of its weekday's. They are
-- minutes after midnight, -1 when a closed day has none; an end that is not after the start is on the next day.
CREATE TABLE schedule_hours (
    performer_id TEXT    NOT NULL REFERENCES schedules (performer_id),
    day          TEXT    NOT NULL CHECK (length(day) IN (3, 10)),
    starts       INTEGER NOT NULL CHECK (starts BETWEEN -1 AND 1439),
    ends         INTEGER NOT NULL CHECK (ends BETWEEN -1 AND 1439),
    closed       BOOLEAN NOT NULL CHECK (closed OR starts >= 0 AND ends >= 0),
    PRIMARY KEY (performer_id, day)
) /*strict*/;

-- Members who are to be reminded once, of the first hours that begin at since_at or later.
CREATE TABLE schedule_reminders (
    performer_id TEXT   NOT NULL REFERENCES schedules (performer_id),
    member_id    TEXT   NOT NULL REFERENCES accounts (id),
    since_at     BIGINT NOT NULL,
    PRIMARY KEY (performer_id, member_id)
) /*strict*/;

-- +goose Down
DROP TABLE schedule_reminders; DROP TABLE schedule_hours; DROP TABLE schedules;
