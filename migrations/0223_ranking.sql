-- +goose Up
-- How high performers stand in lists, behind whether they are live (internal/ranking): written each turn. shown_today is
-- how often they had been shown on a first page when the turn began.
ALTER TABLE performers ADD COLUMN rank_score BIGINT NOT NULL DEFAULT 0;
ALTER TABLE performers ADD COLUMN shown_today BIGINT NOT NULL DEFAULT 0;

-- performers_shop is the order by viewers alone now.
DROP INDEX performers_vip; DROP INDEX performers_country; DROP INDEX performers_gender;
CREATE INDEX performers_ranking ON performers (live_rank DESC, rank_score DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_gender ON performers (gender, live_rank DESC, rank_score DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_country ON performers (country, live_rank DESC, rank_score DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_vip ON performers (live_rank DESC, rank_score DESC, id DESC, listed, vip)
    WHERE listed AND vip;
CREATE INDEX performers_price ON performers (private_price, id, listed)
    WHERE listed;
-- The places that rotate are for those of them who were shown least. 4 is who is public.
CREATE INDEX performers_least_shown ON performers (shown_today, id, listed)
    WHERE listed AND live_rank = 4;

-- The last minute in which viewers were counted, and the last turn, both since 1970.
CREATE TABLE ranking_clock (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    minute BIGINT  NOT NULL,
    turn   BIGINT  NOT NULL
) /*strict*/;
INSERT INTO ranking_clock (id, minute, turn) VALUES (1, 0, 0);

-- How many minutes performers were on the air in a turn, and how many their viewers watched together.
CREATE TABLE ranking_watched (
    turn         BIGINT NOT NULL,
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    watched      BIGINT NOT NULL,
    aired        BIGINT NOT NULL,
    PRIMARY KEY (turn, performer_id)
) /*strict*/;

-- How often performers were shown on a first page, by day since 1970.
CREATE TABLE ranking_impressions (
    day          BIGINT NOT NULL,
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    impressions  BIGINT NOT NULL,
    PRIMARY KEY (day, performer_id)
) /*strict*/;

-- What rank_score was made of.
CREATE TABLE ranking_inputs (
    performer_id TEXT   PRIMARY KEY REFERENCES performers (id),
    watched      BIGINT NOT NULL,
    aired        BIGINT NOT NULL,
    favourites   BIGINT NOT NULL,
    hours        BIGINT NOT NULL
) /*strict*/;

-- Whether a member is told when this one goes live. The index answers for who is to be told alone.
ALTER TABLE favourites ADD COLUMN is_notified BOOLEAN NOT NULL DEFAULT TRUE;
DROP INDEX favourites_performer;
CREATE INDEX favourites_performer ON favourites (performer_id, member_id, is_notified);
-- A list of favourites has the order of the ranking.
DROP INDEX favourites_newest;

-- +goose Down
CREATE INDEX favourites_newest ON favourites (member_id, created_at DESC, performer_id DESC);
DROP INDEX favourites_performer;
CREATE INDEX favourites_performer ON favourites (performer_id, member_id);
ALTER TABLE favourites DROP COLUMN is_notified;
DROP TABLE ranking_inputs; DROP TABLE ranking_impressions; DROP TABLE ranking_watched; DROP TABLE ranking_clock;
DROP INDEX performers_least_shown; DROP INDEX performers_price; DROP INDEX performers_vip; DROP INDEX performers_country;
DROP INDEX performers_gender; DROP INDEX performers_ranking;
ALTER TABLE performers DROP COLUMN shown_today;
ALTER TABLE performers DROP COLUMN rank_score;
CREATE INDEX performers_gender ON performers (gender, live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_country ON performers (country, live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_vip ON performers (live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed, vip)
    WHERE listed AND vip;
