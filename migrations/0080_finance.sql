-- +goose Up
-- What the back office looks for: who paid, who was paid, and one kind, newest
-- first (ledger/search.go). An index on the left, the order of ids on the right.
CREATE INDEX ledger_transfers_payer ON ledger_transfers (payer, id);
CREATE INDEX ledger_transfers_payee ON ledger_transfers (payee, id);
CREATE INDEX ledger_transfers_kind ON ledger_transfers (kind, id);
-- Balances are sums of postings; with the amount in the index a sum needs no table.
DROP INDEX ledger_postings_source;
DROP INDEX ledger_postings_target;
CREATE INDEX ledger_postings_source ON ledger_postings (source, transfer_id, amount);
CREATE INDEX ledger_postings_target ON ledger_postings (target, transfer_id, amount);

-- +goose Down
DROP INDEX ledger_postings_target;
DROP INDEX ledger_postings_source;
CREATE INDEX ledger_postings_source ON ledger_postings (source, transfer_id);
CREATE INDEX ledger_postings_target ON ledger_postings (target, transfer_id);
DROP INDEX ledger_transfers_kind;
DROP INDEX ledger_transfers_payee;
DROP INDEX ledger_transfers_payer;
