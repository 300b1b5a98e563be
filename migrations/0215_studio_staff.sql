-- +goose Up
-- An account that works for a studio, and what it may do there: the ids of rights, parted by
-- commas. Both are empty for everybody else.
ALTER TABLE accounts ADD COLUMN studio_id TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN rights TEXT NOT NULL DEFAULT '';
CREATE INDEX accounts_studio ON accounts (studio_id, created_at DESC, id DESC) WHERE studio_id <> '';
-- What was done for an account, such as a studio, as its owner reads it.
CREATE INDEX audit_log_behalf ON audit_log (behalf_of, seq) WHERE behalf_of <> '';

-- +goose Down
DROP INDEX audit_log_behalf; DROP INDEX accounts_studio;
ALTER TABLE accounts DROP COLUMN rights; ALTER TABLE accounts DROP COLUMN studio_id;
