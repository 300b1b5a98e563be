-- +goose Up
-- What kinds of conversation and of line there are is declared in Go, each with its policy;
-- an owner and a subject may both be absent. What a line says beside its text is JSON. A CHECK
-- and a NOT NULL go with their column only, so the columns are made anew.
DROP INDEX conversations_public;
ALTER TABLE conversations ADD COLUMN kind TEXT NOT NULL DEFAULT 'stream_public' CHECK (kind <> '');
ALTER TABLE conversations ADD COLUMN owner_id TEXT REFERENCES accounts (id);
UPDATE conversations SET kind = type, owner_id = performer_id;
ALTER TABLE conversations DROP COLUMN type;
ALTER TABLE conversations DROP COLUMN performer_id;
ALTER TABLE conversations RENAME COLUMN stream_id TO subject_id;
CREATE UNIQUE INDEX conversations_public ON conversations (owner_id) WHERE kind = 'stream_public';

ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'text' CHECK (kind <> '');
ALTER TABLE messages ADD COLUMN payload TEXT NOT NULL DEFAULT '{}';
UPDATE messages SET kind = type WHERE type <> 'text';
UPDATE messages
SET payload = json_patch(
    json_object('token', CASE WHEN token % 100 = 0 THEN token / 100 ELSE token / 100.0 END),
    json_object('label', NULLIF(label, '')))
WHERE type IN ('tip', 'wheel');
ALTER TABLE messages DROP COLUMN type;
ALTER TABLE messages DROP COLUMN token;
ALTER TABLE messages DROP COLUMN label;

-- +goose Down
ALTER TABLE messages ADD COLUMN token INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60);
ALTER TABLE messages ADD COLUMN type TEXT NOT NULL DEFAULT 'text' CHECK (type IN ('text', 'tip', 'wheel', 'system'));
UPDATE messages
SET type = kind, token = CAST(ROUND(COALESCE(json_extract(payload, '$.token'), 0) * 100) AS INTEGER),
    label = COALESCE(json_extract(payload, '$.label'), '')
WHERE kind <> 'text';
ALTER TABLE messages DROP COLUMN payload;
ALTER TABLE messages DROP COLUMN kind;

DROP INDEX conversations_public;
ALTER TABLE conversations RENAME COLUMN subject_id TO stream_id;
ALTER TABLE conversations RENAME COLUMN owner_id TO performer_id;
ALTER TABLE conversations ADD COLUMN type TEXT NOT NULL DEFAULT 'stream_public' CHECK (type IN ('private', 'stream_public', 'stream_private', 'stream_group'));
UPDATE conversations SET type = kind;
ALTER TABLE conversations DROP COLUMN kind;
CREATE UNIQUE INDEX conversations_public ON conversations (performer_id) WHERE type = 'stream_public';
