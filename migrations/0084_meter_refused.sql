-- +goose Up
-- Why the member of a running meter may not spend now: the code of the spending
-- gate's refusal, such as 'cool_off'. Empty when they may.
ALTER TABLE show_meters ADD COLUMN refused TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE show_meters DROP COLUMN refused;
