-- +goose Up
-- Only what the operator changed; everything else has the default that the code
-- declares.
CREATE TABLE settings (
    key        TEXT   NOT NULL PRIMARY KEY,
    value      TEXT   NOT NULL, -- JSON
    updated_by TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
) /*strict*/;

-- Every change: before and after are JSON, empty where the default held.
CREATE TABLE settings_history (
    id           TEXT   NOT NULL PRIMARY KEY,
    key          TEXT   NOT NULL,
    value_before TEXT   NOT NULL,
    value_after  TEXT   NOT NULL,
    changed_by   TEXT   NOT NULL,
    changed_at   BIGINT NOT NULL
) /*strict*/;
CREATE INDEX settings_history_key ON settings_history (key, changed_at, id);

-- +goose Down
DROP TABLE settings_history; DROP TABLE settings;
