-- +goose Up
-- What kinds of conversation and of line there are is declared in Go, each with its policy;
-- an owner and a subject may both be absent. What a line says beside its text is JSON.
ALTER TABLE conversations DROP CONSTRAINT conversations_type_check;
ALTER TABLE conversations RENAME COLUMN type TO kind;
ALTER TABLE conversations ADD CONSTRAINT conversations_kind_check CHECK (kind <> '');
ALTER TABLE conversations RENAME COLUMN performer_id TO owner_id;
ALTER TABLE conversations ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE conversations RENAME COLUMN stream_id TO subject_id;

ALTER TABLE messages DROP CONSTRAINT messages_type_check;
ALTER TABLE messages RENAME COLUMN type TO kind;
ALTER TABLE messages ADD CONSTRAINT messages_kind_check CHECK (kind <> '');
ALTER TABLE messages ADD COLUMN payload TEXT NOT NULL DEFAULT '{}';
UPDATE messages
SET payload = jsonb_strip_nulls(jsonb_build_object('token', trim_scale(token / 100.0), 'label', NULLIF(label, '')))::text
WHERE kind IN ('tip', 'wheel');
ALTER TABLE messages DROP COLUMN token;
ALTER TABLE messages DROP COLUMN label;

-- +goose Down
ALTER TABLE messages ADD COLUMN token BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60);
UPDATE messages
SET token = ROUND(COALESCE((payload::jsonb ->> 'token')::numeric, 0) * 100), label = COALESCE(payload::jsonb ->> 'label', '')
WHERE payload <> '{}';
ALTER TABLE messages DROP COLUMN payload;
ALTER TABLE messages DROP CONSTRAINT messages_kind_check;
ALTER TABLE messages RENAME COLUMN kind TO type;
ALTER TABLE messages ADD CONSTRAINT messages_type_check CHECK (type IN ('text', 'tip', 'wheel', 'system'));

ALTER TABLE conversations RENAME COLUMN subject_id TO stream_id;
ALTER TABLE conversations ALTER COLUMN owner_id SET NOT NULL;
ALTER TABLE conversations RENAME COLUMN owner_id TO performer_id;
ALTER TABLE conversations DROP CONSTRAINT conversations_kind_check;
ALTER TABLE conversations RENAME COLUMN kind TO type;
ALTER TABLE conversations ADD CONSTRAINT conversations_type_check CHECK (type IN ('private', 'stream_public', 'stream_private', 'stream_group'));
