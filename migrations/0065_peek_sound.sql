-- +goose Up
-- Whether those who look into a performer's private show hear it.
ALTER TABLE performers ADD COLUMN peek_in_sound BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE performers DROP COLUMN peek_in_sound;
