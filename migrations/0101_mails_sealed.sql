-- +goose Up
-- A mail that holds a link or code which opens something is kept sealed; body_text
-- and body_html have it masked. What was queued before is sealed when the program
-- starts.
ALTER TABLE mails ADD COLUMN sealed TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE mails DROP COLUMN sealed;
