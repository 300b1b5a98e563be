-- +goose Up
-- A sealed day (UTC, '2026-11-02') takes no more transfers: 0071's guard refuses
-- ids below upto, which is where the ids of the next day begin.
CREATE TABLE journal_seals (
    day       TEXT   NOT NULL PRIMARY KEY,
    upto      TEXT   NOT NULL UNIQUE,
    sealed_at BIGINT NOT NULL
) /*strict*/;

-- A closed day: the root of the Merkle tree over its transfers, chained to the day
-- before and signed. Two days cannot follow the same one. All are hexadecimal.
CREATE TABLE journal_days (
    day        TEXT   NOT NULL PRIMARY KEY REFERENCES journal_seals (day),
    size       BIGINT NOT NULL CHECK (size >= 0),
    root       TEXT   NOT NULL,
    previous   TEXT   NOT NULL UNIQUE,
    chain      TEXT   NOT NULL UNIQUE,
    signature  TEXT   NOT NULL,
    public_key TEXT   NOT NULL,
    closed_at  BIGINT NOT NULL
) /*strict*/;

-- What the tree was made of, 256 leaves a tile: for proofs, and to name the
-- transfer when something differs. leaves has a line each, "<transfer id> <hash>",
-- in the order of the tree.
CREATE TABLE journal_tiles (
    day    TEXT   NOT NULL REFERENCES journal_days (day),
    tile   BIGINT NOT NULL,
    first  TEXT   NOT NULL, -- the id of its first transfer
    root   TEXT   NOT NULL,
    leaves TEXT   NOT NULL,
    PRIMARY KEY (day, tile)
) /*strict*/;

-- +goose Down
DROP TABLE journal_tiles;
DROP TABLE journal_days;
DROP TABLE journal_seals;
