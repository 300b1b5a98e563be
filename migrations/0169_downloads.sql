-- +goose Up
-- Links to digital products that were given out, which is what is counted and shown in a
-- dispute: to whom, of what, when, and when its first byte was sent (0: never).
CREATE TABLE downloads (
    id         TEXT   NOT NULL PRIMARY KEY,
    member_id  TEXT   NOT NULL,
    product_id TEXT   NOT NULL,
    given_at   BIGINT NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX downloads_counted ON downloads (member_id, product_id, given_at);

-- +goose Down
DROP TABLE downloads;
