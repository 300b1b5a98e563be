-- +goose Up
-- An account's class and owner are parts of its address, which the database itself takes
-- apart: they cannot say other than the address, and nobody has to write them.
--   wallet:<member>  earn:<performer|studio>  hold:<show|order>  payout:<request>
--   receivable:<debtor>  site:revenue  world:card
ALTER TABLE ledger_accounts
    ADD COLUMN class    TEXT NOT NULL GENERATED ALWAYS AS (split_part(id, ':', 1)) STORED
        CONSTRAINT ledger_class CHECK (class IN ('wallet', 'earn', 'hold', 'payout', 'receivable', 'site', 'world')),
    ADD COLUMN owner_id TEXT NOT NULL GENERATED ALWAYS AS (substr(id, length(split_part(id, ':', 1)) + 2)) STORED
        CONSTRAINT ledger_owner CHECK (owner_id <> '');
CREATE INDEX ledger_accounts_owner ON ledger_accounts (class, owner_id);

-- The postings with the classes and owners of both sides.
CREATE VIEW ledger_flows AS
    SELECT transfer_id, leg,
           source, split_part(source, ':', 1) AS from_class, substr(source, length(split_part(source, ':', 1)) + 2) AS from_owner,
           target, split_part(target, ':', 1) AS to_class, substr(target, length(split_part(target, ':', 1)) + 2) AS to_owner,
           amount
    FROM ledger_postings;

-- What each debtor owes the site. A receivable's balance is kept nowhere, and summed here
-- by the indices of both sides.
CREATE VIEW ledger_debts AS
    SELECT id AS account_id, owner_id,
           CAST((SELECT COALESCE(SUM(p.amount), 0) FROM ledger_postings p WHERE p.source = a.id)
              - (SELECT COALESCE(SUM(p.amount), 0) FROM ledger_postings p WHERE p.target = a.id) AS BIGINT) AS owed
    FROM ledger_accounts a
    WHERE class = 'receivable';

-- +goose Down
DROP VIEW ledger_debts;
DROP VIEW ledger_flows;
ALTER TABLE ledger_accounts DROP COLUMN class, DROP COLUMN owner_id;
