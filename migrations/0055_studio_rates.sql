-- +goose Up
-- What a performer gets of her studio's receipts, per kind of income, in basis
-- points: a member's own, or the studio's default where performer_id is empty.
-- A kind without a row has the product's default.
CREATE TABLE studio_rates (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL,
    kind         TEXT   NOT NULL,
    share        BIGINT NOT NULL CHECK (share BETWEEN 0 AND 10000),
    PRIMARY KEY (studio_id, performer_id, kind)
) /*strict*/;

-- A change that would lower a share waits here for the performer's word.
CREATE TABLE studio_offers (
    id           TEXT   NOT NULL PRIMARY KEY,
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL REFERENCES accounts (id),
    shares       TEXT   NOT NULL, -- {"tip": 5500, …}: the kinds that change
    state        TEXT   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    created_at   BIGINT NOT NULL,
    decided_at   BIGINT NOT NULL DEFAULT 0
) /*strict*/;
CREATE UNIQUE INDEX studio_offers_open ON studio_offers (performer_id) WHERE state = 'open';

-- One share for all kinds is no longer asked for; nothing but the default was
-- ever written into these.
ALTER TABLE studios DROP COLUMN default_share;
ALTER TABLE studio_members DROP COLUMN share;

-- +goose Down
ALTER TABLE studios ADD COLUMN default_share BIGINT NOT NULL DEFAULT 6000 CHECK (default_share BETWEEN 0 AND 10000);
ALTER TABLE studio_members ADD COLUMN share BIGINT CHECK (share BETWEEN 0 AND 10000);
DROP TABLE studio_offers; DROP TABLE studio_rates;
