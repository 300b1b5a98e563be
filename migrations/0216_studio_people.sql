-- +goose Up
-- A studio asks a performer to join it. What was typed stays as it is, also when it is nobody's
-- name or somebody's who is not to be told: the studio sees no difference.
CREATE TABLE studio_invitations (
    id           TEXT   NOT NULL PRIMARY KEY,
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL DEFAULT '', -- empty: nobody is told
    addressed    TEXT   NOT NULL,            -- the username or mail address that was typed
    addressed_key TEXT  NOT NULL,
    shares       TEXT   NOT NULL,            -- {"tip": 5500, …}, every kind
    invited_by   TEXT   NOT NULL,            -- the studio, or who works for it
    state        TEXT   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    decided_at   BIGINT NOT NULL DEFAULT 0
) /*strict*/;
CREATE UNIQUE INDEX studio_invitations_addressed_key ON studio_invitations (studio_id, addressed_key) WHERE state = 'open';
CREATE INDEX studio_invitations_studio ON studio_invitations (studio_id, created_at DESC, id DESC);
CREATE INDEX studio_invitations_performer ON studio_invitations (performer_id, created_at DESC, id DESC) WHERE performer_id <> '';
CREATE INDEX studio_invitations_expiry ON studio_invitations (expires_at) WHERE state = 'open';

-- A performer and a studio part when both want it. agreed: she leaves once she is off stage.
CREATE TABLE studio_partings (
    id           TEXT   NOT NULL PRIMARY KEY,
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL REFERENCES accounts (id),
    asked_by     TEXT   NOT NULL CHECK (asked_by IN ('performer', 'studio')),
    reason       TEXT   NOT NULL DEFAULT '',
    state        TEXT   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'agreed', 'done', 'refused', 'withdrawn')),
    answer       TEXT   NOT NULL DEFAULT '', -- why it was refused
    created_at   BIGINT NOT NULL,
    due_at       BIGINT NOT NULL,            -- who has not answered by then has agreed
    decided_at   BIGINT NOT NULL DEFAULT 0
) /*strict*/;
CREATE UNIQUE INDEX studio_partings_performer_id ON studio_partings (performer_id) WHERE state IN ('open', 'agreed');
CREATE INDEX studio_partings_studio ON studio_partings (studio_id, state, created_at DESC, id DESC);
CREATE INDEX studio_partings_performer ON studio_partings (performer_id, created_at DESC, id DESC);
CREATE INDEX studio_partings_due ON studio_partings (due_at) WHERE state IN ('open', 'agreed');

-- Offers that were made to several members at once can be taken back at once.
ALTER TABLE studio_offers ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
CREATE INDEX studio_offers_batch ON studio_offers (studio_id, batch_id) WHERE batch_id <> '';

-- +goose Down
DROP INDEX studio_offers_batch; ALTER TABLE studio_offers DROP COLUMN batch_id;
DROP TABLE studio_partings; DROP TABLE studio_invitations;
