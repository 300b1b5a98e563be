-- +goose NO TRANSACTION
-- +goose Up
-- What a tip writes lies in its key's tree alone. A table with a TEXT key has a
-- second, hidden tree of numbered rows, and each insert goes into both
-- (docs/performance.md, Tips). SQLite cannot change that in place: each table is
-- built anew, with its columns, indices and triggers as they were, while foreign
-- keys are off, as SQLite's manual has it; PRAGMA does nothing inside a
-- transaction, so this one is begun and ended here. Run twice it does the same.
--
-- With it go: reverses' index of the many rows that reverse nothing; one index of
-- the outbox, whose rows are taken by when they are due; and the trigger's lists
-- of accounts, for each of which SQLite built an index of two.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

DROP VIEW ledger_entries;
DROP TRIGGER ledger_postings_apply;

CREATE TABLE ledger_accounts_new (
    id      TEXT    NOT NULL PRIMARY KEY,
    guarded INTEGER NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0 CONSTRAINT ledger_funds CHECK (balance >= 0),
    CHECK (guarded OR balance = 0)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_accounts_new (id, guarded, balance)
SELECT id, guarded, balance
FROM ledger_accounts
ORDER BY id;
DROP TABLE ledger_accounts;
ALTER TABLE ledger_accounts_new RENAME TO ledger_accounts;
-- +goose StatementBegin
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE ON ledger_accounts BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_accounts_fixed BEFORE UPDATE OF id, guarded ON ledger_accounts BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd

CREATE TABLE ledger_transfers_new (
    id         TEXT    NOT NULL PRIMARY KEY,
    key        TEXT    NOT NULL UNIQUE CHECK (key <> ''),
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    reference  TEXT    NOT NULL,
    payer      TEXT    NOT NULL DEFAULT '',
    payee      TEXT    NOT NULL DEFAULT '',
    reverses   TEXT    REFERENCES ledger_transfers (id),
    memo       TEXT    NOT NULL DEFAULT '' CHECK (length(memo) <= 200),
    created_at INTEGER NOT NULL,
    bearer     TEXT    NOT NULL DEFAULT '' CHECK (bearer IN ('', 'house', 'shared')),
    mac        TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_transfers_new (id, key, kind, reference, payer, payee, reverses, memo, created_at, bearer, mac)
SELECT id, key, kind, reference, payer, payee, reverses, memo, created_at, bearer, mac
FROM ledger_transfers
ORDER BY id;
DROP TABLE ledger_transfers;
ALTER TABLE ledger_transfers_new RENAME TO ledger_transfers;
CREATE UNIQUE INDEX ledger_transfers_reverses ON ledger_transfers (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX ledger_transfers_reference ON ledger_transfers (reference);
CREATE INDEX ledger_transfers_payer ON ledger_transfers (payer, id);
CREATE INDEX ledger_transfers_payee ON ledger_transfers (payee, id);
CREATE INDEX ledger_transfers_kind ON ledger_transfers (kind, id);
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_fixed BEFORE UPDATE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_kept BEFORE DELETE ON ledger_transfers BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_open BEFORE INSERT ON ledger_transfers BEGIN
    SELECT RAISE(ABORT, 'ledger: the day of this transfer is closed') WHERE NEW.id < (SELECT upto FROM journal_seals ORDER BY day DESC LIMIT 1);
END;
-- +goose StatementEnd

CREATE TABLE ledger_postings_new (
    transfer_id TEXT    NOT NULL REFERENCES ledger_transfers (id),
    leg         INTEGER NOT NULL,
    source      TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    amount      INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (transfer_id, leg),
    CHECK (source <> target)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_postings_new (transfer_id, leg, source, target, amount)
SELECT transfer_id, leg, source, target, amount
FROM ledger_postings
ORDER BY transfer_id, leg;
DROP TABLE ledger_postings;
ALTER TABLE ledger_postings_new RENAME TO ledger_postings;
CREATE INDEX ledger_postings_source ON ledger_postings (source, transfer_id, amount);
CREATE INDEX ledger_postings_target ON ledger_postings (target, transfer_id, amount);
-- +goose StatementBegin
CREATE TRIGGER ledger_postings_apply AFTER INSERT ON ledger_postings BEGIN
    SELECT RAISE(ABORT, 'ledger: no account')
    WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE id = NEW.source) OR NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE id = NEW.target);
    UPDATE ledger_accounts SET balance = balance - NEW.amount WHERE id = NEW.source AND guarded;
    UPDATE ledger_accounts SET balance = balance + NEW.amount WHERE id = NEW.target AND guarded;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_postings_fixed BEFORE UPDATE ON ledger_postings BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ledger_postings_kept BEFORE DELETE ON ledger_postings BEGIN SELECT RAISE(ABORT, 'ledger rows are immutable'); END;
-- +goose StatementEnd

CREATE VIEW ledger_entries AS
    SELECT transfer_id, leg, source AS account_id, -amount AS amount FROM ledger_postings
    UNION ALL
    SELECT transfer_id, leg, target AS account_id, amount FROM ledger_postings;

CREATE TABLE tips_new (
    id              TEXT    NOT NULL PRIMARY KEY,
    sender_id       TEXT    NOT NULL,
    sender_name     TEXT    NOT NULL,
    performer_id    TEXT    NOT NULL,
    studio_id       TEXT    NOT NULL DEFAULT '',
    conversation_id TEXT    NOT NULL DEFAULT '',
    gross           INTEGER NOT NULL CHECK (gross > 0),
    site_fee        INTEGER NOT NULL CHECK (site_fee >= 0),
    studio_net      INTEGER NOT NULL CHECK (studio_net >= 0),
    net             INTEGER NOT NULL CHECK (net >= 0),
    site_rate       INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate     INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    note            TEXT    NOT NULL DEFAULT '' CHECK (length(note) <= 200),
    anonymous       INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    label           TEXT    NOT NULL DEFAULT '' CHECK (length(label) <= 60),
    CHECK (sender_id <> performer_id),
    CHECK (site_fee + studio_net + net = gross)
) STRICT, WITHOUT ROWID;
INSERT INTO tips_new (id, sender_id, sender_name, performer_id, studio_id, conversation_id,
    gross, site_fee, studio_net, net, site_rate, member_rate, note, anonymous, created_at, label)
SELECT id, sender_id, sender_name, performer_id, studio_id, conversation_id,
    gross, site_fee, studio_net, net, site_rate, member_rate, note, anonymous, created_at, label
FROM tips
ORDER BY id;
DROP TABLE tips;
ALTER TABLE tips_new RENAME TO tips;
CREATE INDEX tips_received ON tips (performer_id, created_at, id);

CREATE TABLE idem_answers_new (
    scope      TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    body_hash  TEXT    NOT NULL,
    answer     TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
INSERT INTO idem_answers_new (scope, key, body_hash, answer, created_at)
SELECT scope, key, body_hash, answer, created_at
FROM idem_answers
ORDER BY scope, key;
DROP TABLE idem_answers;
ALTER TABLE idem_answers_new RENAME TO idem_answers;
CREATE INDEX idem_answers_age ON idem_answers (created_at);

CREATE TABLE bus_deliveries_new (
    id         TEXT    NOT NULL,
    subscriber TEXT    NOT NULL,
    event      TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    due        INTEGER NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    failure    TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (due, id)
) STRICT, WITHOUT ROWID;
INSERT INTO bus_deliveries_new (id, subscriber, event, body, due, attempts, failure, created_at)
SELECT id, subscriber, event, body, due, attempts, failure, created_at
FROM bus_deliveries
ORDER BY due, id;
DROP TABLE bus_deliveries;
ALTER TABLE bus_deliveries_new RENAME TO bus_deliveries;

COMMIT;
PRAGMA foreign_keys = ON;

-- +goose Down
SELECT 1; -- the tables have the same columns as before
