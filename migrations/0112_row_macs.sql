-- +goose Up
-- mac authenticates what a row was written with, under a key that is not in the
-- database (kit/seal, MAC). Rows from before this migration have none; from the
-- id in seal_proofs 'macs' on, every row has one.
ALTER TABLE ledger_transfers ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE funds_intents ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_requests ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_batches ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE settings_history ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN mac TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN mac TEXT NOT NULL DEFAULT '';

-- What the site gave away, a row a transfer.
CREATE TABLE ledger_grants (
    transfer_id TEXT   NOT NULL PRIMARY KEY REFERENCES ledger_transfers (id),
    account_id  TEXT   NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0)
) /*strict*/;
INSERT INTO ledger_grants (transfer_id, account_id, amount)
SELECT t.id, t.payee, p.amount
FROM ledger_transfers t
JOIN ledger_postings p ON p.transfer_id = t.id
WHERE t.kind = 'grant' AND t.reverses IS NULL AND p.source = 'world:grant' AND p.target = 'wallet:' || t.payee;

-- How many days the journal has closed, and the chain of the last: whoever takes
-- days away, all of them even, cannot write this row anew.
CREATE TABLE journal_head (
    one   BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    days  BIGINT  NOT NULL,
    chain TEXT    NOT NULL,
    mac   TEXT    NOT NULL
) /*strict*/;
INSERT INTO journal_head (one, days, chain, mac)
SELECT TRUE, COUNT(*), COALESCE((SELECT chain FROM journal_days ORDER BY day DESC LIMIT 1), ''), ''
FROM journal_days;

-- +goose Down
DROP TABLE journal_head;
DROP TABLE ledger_grants;
ALTER TABLE audit_log DROP COLUMN mac;
ALTER TABLE accounts DROP COLUMN mac;
ALTER TABLE settings_history DROP COLUMN mac;
ALTER TABLE payout_batches DROP COLUMN mac;
ALTER TABLE payout_requests DROP COLUMN mac;
ALTER TABLE funds_intents DROP COLUMN mac;
ALTER TABLE ledger_transfers DROP COLUMN mac;
