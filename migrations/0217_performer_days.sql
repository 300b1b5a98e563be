-- +goose Up
-- How long a performer was on line on a day in UTC, and how many shows began: what a studio's statistics
-- are made of. day counts the days since 1970. A show under way is counted when it ends (performers.live_since).
CREATE TABLE performer_days (
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    day          BIGINT NOT NULL,
    online_ms    BIGINT NOT NULL DEFAULT 0,
    shows        BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (performer_id, day)
) /*strict*/;
-- Of shows before this table only their beginnings and ends are known: their time is put on the day on which they began.
INSERT INTO performer_days (performer_id, day, online_ms, shows)
SELECT s.performer_id, s.live_at / 86400000, SUM(CASE WHEN s.type = 'public' THEN s.ended_at - s.live_at ELSE 0 END), COUNT(*)
FROM shows s
JOIN performers p ON p.id = s.performer_id
WHERE s.live_at > 0 AND s.ended_at > s.live_at
GROUP BY s.performer_id, s.live_at / 86400000;

-- What each performer of a studio earned on a day in UTC that is over, taken from the ledger, and up to which
-- day that was done (through, exclusive). tokens is all that reached studio and performer.
CREATE TABLE studio_days (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    day          BIGINT NOT NULL,
    performer_id TEXT   NOT NULL,
    incomes      BIGINT NOT NULL,
    tokens       BIGINT NOT NULL,
    studio_net   BIGINT NOT NULL,
    PRIMARY KEY (studio_id, day, performer_id)
) /*strict*/;
CREATE TABLE studio_sums (
    studio_id  TEXT   NOT NULL PRIMARY KEY REFERENCES studios (id),
    through    BIGINT NOT NULL,
    studio_net BIGINT NOT NULL -- of all days before
) /*strict*/;

-- +goose Down
DROP TABLE studio_sums; DROP TABLE studio_days; DROP TABLE performer_days;
