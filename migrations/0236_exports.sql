-- +goose Up
-- Archives of what the site keeps of a person, which they have asked for. The archive itself is
-- sealed and lies among the files; due_at is also the lease of the node that makes it.
CREATE TABLE exports (
    id         TEXT    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'ready', 'failed')),
    size       BIGINT  NOT NULL DEFAULT 0,
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    ready_at   BIGINT  NOT NULL DEFAULT 0,
    expires_at BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX exports_due ON exports (status, due_at, id);
CREATE INDEX exports_account ON exports (account_id, created_at);

-- +goose Down
DROP TABLE exports;
