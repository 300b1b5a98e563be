-- +goose Up
-- When somebody was invited as an admin: for some days they are nobody's second
-- person. 0: never invited.
ALTER TABLE accounts ADD COLUMN invited_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE accounts DROP COLUMN invited_at;
