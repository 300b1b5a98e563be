-- +goose Up
-- Changes of settings that loosen what two people must decide: they wait here for
-- a second admin, one a setting. value is JSON; empty: the default.
CREATE TABLE settings_proposals (
    key         TEXT   NOT NULL PRIMARY KEY,
    id          TEXT   NOT NULL UNIQUE,
    value       TEXT   NOT NULL,
    proposed_by TEXT   NOT NULL CHECK (proposed_by <> ''),
    proposed_at BIGINT NOT NULL
) /*strict*/;

-- Who else agreed to a change, where two had to.
ALTER TABLE settings_history ADD COLUMN approved_by TEXT NOT NULL DEFAULT '' CHECK (approved_by = '' OR approved_by <> changed_by);

-- +goose Down
ALTER TABLE settings_history DROP COLUMN approved_by;
DROP TABLE settings_proposals;
