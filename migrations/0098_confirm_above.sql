-- +goose Up
-- Tips and spins above so many hundredths of a token are confirmed once more by
-- the member (behaviours.md, Tips); 0 asks never.
ALTER TABLE accounts ADD COLUMN confirm_above BIGINT NOT NULL DEFAULT 10000;

-- +goose Down
ALTER TABLE accounts DROP COLUMN confirm_above;
