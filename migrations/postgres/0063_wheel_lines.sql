-- +goose Up
-- A spin of the wheel leaves a line in the room.
ALTER TABLE messages DROP CONSTRAINT messages_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_type_check CHECK (type IN ('text', 'tip', 'wheel', 'system'));

-- +goose Down
DELETE FROM messages WHERE type = 'wheel';
ALTER TABLE messages DROP CONSTRAINT messages_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_type_check CHECK (type IN ('text', 'tip', 'system'));
