-- +goose Up
-- Who bears a chargeback of the tokens that a transfer paid into earnings, as the
-- setting chargebackBearer was then. '' on transfers from before: the performer and
-- the studio ("shared"), as the rules said when they were posted.
ALTER TABLE ledger_transfers ADD COLUMN bearer TEXT NOT NULL DEFAULT '' CHECK (bearer IN ('', 'house', 'shared'));

-- +goose Down
ALTER TABLE ledger_transfers DROP COLUMN bearer;
