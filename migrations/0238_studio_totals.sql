-- +goose Up
-- What each member did for a studio from the beginning up to the end of a day, for every day from their first one on, so
-- that a span of days is the difference of two rows, however long it is. And the days of the studio as a whole. Both are made anew of what is there (studios' job).
DROP TABLE studio_days;
DELETE FROM studio_sums;
CREATE TABLE studio_totals (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    day          BIGINT NOT NULL,
    performer_id TEXT   NOT NULL,
    incomes      BIGINT NOT NULL,
    tokens       BIGINT NOT NULL,
    studio_net   BIGINT NOT NULL,
    online_ms    BIGINT NOT NULL,
    shows        BIGINT NOT NULL,
    PRIMARY KEY (studio_id, day, performer_id)
) /*strict*/;
CREATE TABLE studio_days (
    studio_id  TEXT   NOT NULL REFERENCES studios (id),
    day        BIGINT NOT NULL,
    incomes    BIGINT NOT NULL,
    tokens     BIGINT NOT NULL,
    studio_net BIGINT NOT NULL,
    online_ms  BIGINT NOT NULL,
    shows      BIGINT NOT NULL,
    people     BIGINT NOT NULL,
    PRIMARY KEY (studio_id, day)
) /*strict*/;

-- +goose Down
DROP TABLE studio_days; DROP TABLE studio_totals;
DELETE FROM studio_sums;
CREATE TABLE studio_days (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    day          BIGINT NOT NULL,
    performer_id TEXT   NOT NULL,
    incomes      BIGINT NOT NULL,
    tokens       BIGINT NOT NULL,
    studio_net   BIGINT NOT NULL,
    online_ms    BIGINT NOT NULL DEFAULT 0,
    shows        BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (studio_id, day, performer_id)
) /*strict*/;
