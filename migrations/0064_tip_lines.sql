-- +goose Up
-- The line of a tip says what of the menu it was for.
ALTER TABLE messages ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60);

-- +goose Down
ALTER TABLE messages DROP COLUMN label;
