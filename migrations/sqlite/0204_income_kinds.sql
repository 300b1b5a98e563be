-- +goose Up
-- What kinds of income there are is declared in Go. SQLite cannot change a CHECK in place: the tables are built
-- anew, with the triggers of 0077, which go with a table.
CREATE TABLE commission_overrides_new (
    subject_id TEXT    NOT NULL REFERENCES accounts (id),
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    version    INTEGER NOT NULL CHECK (version > 0),
    site       INTEGER CHECK (site BETWEEN 0 AND 10000),
    reason     TEXT    NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    changed_by TEXT    NOT NULL,
    since      INTEGER NOT NULL,
    PRIMARY KEY (subject_id, kind, version)
) STRICT;
INSERT INTO commission_overrides_new (subject_id, kind, version, site, reason, changed_by, since)
SELECT subject_id, kind, version, site, reason, changed_by, since FROM commission_overrides;
DROP TABLE commission_overrides;
ALTER TABLE commission_overrides_new RENAME TO commission_overrides;
CREATE INDEX commission_overrides_since ON commission_overrides (since, subject_id, kind, version);
-- +goose StatementBegin
CREATE TRIGGER commission_overrides_fixed BEFORE UPDATE ON commission_overrides BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER commission_overrides_kept BEFORE DELETE ON commission_overrides BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd

CREATE TABLE studio_shares_new (
    studio_id    TEXT    NOT NULL REFERENCES studios (id),
    performer_id TEXT    NOT NULL,
    kind         TEXT    NOT NULL CHECK (kind <> ''),
    version      INTEGER NOT NULL CHECK (version > 0),
    share        INTEGER NOT NULL CHECK (share BETWEEN 0 AND 10000),
    changed_by   TEXT    NOT NULL,
    since        INTEGER NOT NULL,
    PRIMARY KEY (studio_id, performer_id, kind, version)
) STRICT;
INSERT INTO studio_shares_new (studio_id, performer_id, kind, version, share, changed_by, since)
SELECT studio_id, performer_id, kind, version, share, changed_by, since FROM studio_shares;
DROP TABLE studio_shares;
ALTER TABLE studio_shares_new RENAME TO studio_shares;
CREATE INDEX studio_shares_since ON studio_shares (studio_id, since, performer_id, kind, version);
-- +goose StatementBegin
CREATE TRIGGER studio_shares_fixed BEFORE UPDATE ON studio_shares BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER studio_shares_kept BEFORE DELETE ON studio_shares BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd

-- +goose Down
SELECT 1; -- rates of newer kinds stay
