-- +goose Up
-- Whose right to watch has ended, until every connection was looked at
-- (internal/show/fence.go).
CREATE TABLE show_cuts (
	id           TEXT PRIMARY KEY,
	account_id   TEXT NOT NULL,
	session_id   TEXT NOT NULL,
	performer_id TEXT NOT NULL
);

-- +goose Down
DROP TABLE show_cuts;
