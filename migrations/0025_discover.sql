-- +goose Up
-- The shop window's order: live first, then viewers, then recency, then id. The
-- first serves every list, the others the lists by what their name says. listed
-- stands at the end too, so that the index alone answers.
CREATE INDEX performers_shop ON performers (live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_gender ON performers (gender, live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_country ON performers (country, live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed)
    WHERE listed;
CREATE INDEX performers_vip ON performers (live_rank DESC, viewers DESC, recent_at DESC, id DESC, listed, vip)
    WHERE listed AND vip;
CREATE INDEX performers_newest ON performers (created_at DESC, id DESC, listed)
    WHERE listed;

-- A search of one or two letters finds what begins with them; longer ones go
-- through the trigrams (0027).
CREATE TABLE performer_starts (
    start        TEXT NOT NULL,
    performer_id TEXT NOT NULL REFERENCES performers (id),
    PRIMARY KEY (start, performer_id)
) /*strict*/;
CREATE INDEX performer_starts_owner ON performer_starts (performer_id);

-- +goose Down
DROP TABLE performer_starts;
DROP INDEX performers_newest; DROP INDEX performers_vip; DROP INDEX performers_country;
DROP INDEX performers_gender; DROP INDEX performers_shop;
