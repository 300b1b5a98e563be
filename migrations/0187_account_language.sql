-- +goose Up
-- The language an account has chosen, or was registered in (BCP 47); empty: none.
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE accounts DROP COLUMN language;
