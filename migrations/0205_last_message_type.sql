-- +goose Up
-- What the newest line of a conversation is: a photo, or a tip without a note, has no text to show in a list.
ALTER TABLE conversations ADD COLUMN last_message_type TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE conversations DROP COLUMN last_message_type;
