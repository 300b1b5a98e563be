-- +goose Up
-- One row per set of papers handed in. A person may have several, one of them
-- open at most.
CREATE TABLE identity_checks (
    id            TEXT   NOT NULL PRIMARY KEY,
    account_id    TEXT   NOT NULL REFERENCES accounts (id),
    role          TEXT   NOT NULL CHECK (role IN ('performer', 'studio')),
    id_file       TEXT   NOT NULL DEFAULT '',
    document_file TEXT   NOT NULL,
    submitted_by  TEXT   NOT NULL,
    submitted_at  BIGINT NOT NULL,
    state         TEXT   NOT NULL DEFAULT 'submitted'
        CHECK (state IN ('submitted', 'verified', 'rejected')),
    reason        TEXT   NOT NULL DEFAULT '',
    decided_by    TEXT   NOT NULL DEFAULT '',
    decided_at    BIGINT NOT NULL DEFAULT 0,
    -- what the approver read off the paper
    legal_name    TEXT   NOT NULL DEFAULT '',
    birth_date    TEXT   NOT NULL DEFAULT '',
    doc_type      TEXT   NOT NULL DEFAULT '',
    doc_number    TEXT   NOT NULL DEFAULT '', -- sealed
    doc_country   TEXT   NOT NULL DEFAULT '',
    doc_expiry    TEXT   NOT NULL DEFAULT '',
    CHECK ((state = 'submitted') = (decided_by = ''))
) /*strict*/;
CREATE UNIQUE INDEX identity_checks_open ON identity_checks (account_id) WHERE state = 'submitted';
CREATE INDEX identity_checks_queue ON identity_checks (state, submitted_at, id);
CREATE INDEX identity_checks_account ON identity_checks (account_id, submitted_at DESC, id DESC);

-- What staff did, in order, each line holding the hash of the one before. The
-- guard (0026) refuses UPDATE and DELETE.
CREATE TABLE audit_log (
    seq       BIGINT NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL,
    actor_id  TEXT   NOT NULL,
    behalf_of TEXT   NOT NULL DEFAULT '',
    action    TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    reason    TEXT   NOT NULL DEFAULT '',
    before    TEXT   NOT NULL DEFAULT '',
    after     TEXT   NOT NULL DEFAULT '',
    address   TEXT   NOT NULL DEFAULT '',
    previous  TEXT   NOT NULL UNIQUE,
    hash      TEXT   NOT NULL UNIQUE
) /*strict*/;
CREATE INDEX audit_log_subject ON audit_log (subject, seq DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, seq DESC);

-- The end of the chain; locking this row puts writers in line.
CREATE TABLE audit_head (
    one  BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    seq  BIGINT  NOT NULL,
    hash TEXT    NOT NULL
) /*strict*/;
INSERT INTO audit_head (one, seq, hash) VALUES (TRUE, 0, '');

-- +goose Down
DROP TABLE audit_head; DROP TABLE audit_log; DROP TABLE identity_checks;
