-- +goose Up
-- The key makes liking twice liking once.
CREATE TABLE favourites (
    member_id    TEXT   NOT NULL REFERENCES accounts (id),
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (member_id, performer_id)
) /*strict*/;
CREATE INDEX favourites_newest ON favourites (member_id, created_at DESC, performer_id DESC);
CREATE INDEX favourites_performer ON favourites (performer_id);

-- +goose Down
DROP TABLE favourites;
