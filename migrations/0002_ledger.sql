-- +goose Up
-- An account is a place where tokens are. Its id is its address:
--   wallet:<member>  earn:<performer|studio>  hold:<show|order>  payout:<request>
--   site:revenue  world:grant  world:card
-- guarded: the balance is kept on the row (by 0003's triggers) and may not go
-- below zero. Unguarded accounts (site, world) take part in nearly every
-- transfer; their rows are never updated, so nobody waits for them: their
-- balance is the sum of their postings.
CREATE TABLE ledger_accounts (
    id      TEXT    NOT NULL PRIMARY KEY,
    guarded BOOLEAN NOT NULL,
    balance BIGINT  NOT NULL DEFAULT 0 CONSTRAINT ledger_funds CHECK (balance >= 0),
    CHECK (guarded OR balance = 0)
) /*strict*/;

-- What happened, once: key is what the poster will not do twice. payer and payee
-- are the people in whose eyes it happened ('' for nobody); the postings say
-- where the tokens went. A reversal has the kind of what it reverses.
CREATE TABLE ledger_transfers (
    id         TEXT   NOT NULL PRIMARY KEY,
    key        TEXT   NOT NULL UNIQUE CHECK (key <> ''),
    kind       TEXT   NOT NULL CHECK (kind <> ''),
    reference  TEXT   NOT NULL,
    payer      TEXT   NOT NULL DEFAULT '',
    payee      TEXT   NOT NULL DEFAULT '',
    reverses   TEXT   UNIQUE REFERENCES ledger_transfers (id),
    memo       TEXT   NOT NULL DEFAULT '' CHECK (length(memo) <= 200),
    created_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX ledger_transfers_reference ON ledger_transfers (reference);

-- The legs: each takes one positive amount from one account to another, so the
-- sum of all entries is zero by construction, not by a check.
CREATE TABLE ledger_postings (
    transfer_id TEXT   NOT NULL REFERENCES ledger_transfers (id),
    leg         BIGINT NOT NULL,
    source      TEXT   NOT NULL, -- accounts: the guard (0003) knows that they exist, and they are
    target      TEXT   NOT NULL, -- never deleted; a foreign key would lock the row on PostgreSQL
    amount      BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (transfer_id, leg),
    CHECK (source <> target)
) /*strict*/;
CREATE INDEX ledger_postings_source ON ledger_postings (source, transfer_id);
CREATE INDEX ledger_postings_target ON ledger_postings (target, transfer_id);

-- The classic two-sided view, for statements and audits.
CREATE VIEW ledger_entries AS
    SELECT transfer_id, leg, source AS account_id, -amount AS amount FROM ledger_postings
    UNION ALL
    SELECT transfer_id, leg, target AS account_id, amount FROM ledger_postings;

-- +goose Down
DROP VIEW ledger_entries;
DROP TABLE ledger_postings;
DROP TABLE ledger_transfers;
DROP TABLE ledger_accounts;
