-- +goose Up
-- What each transfer wrote for nothing: an entry that it reverses nothing, and a
-- second index of the outbox, whose rows are taken by when they are due.
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_reverses_key;
CREATE UNIQUE INDEX ledger_transfers_reverses ON ledger_transfers (reverses) WHERE reverses IS NOT NULL;
ALTER TABLE bus_deliveries DROP CONSTRAINT bus_deliveries_pkey;
DROP INDEX bus_deliveries_due;
ALTER TABLE bus_deliveries ADD PRIMARY KEY (due, id);

-- +goose Down
ALTER TABLE bus_deliveries DROP CONSTRAINT bus_deliveries_pkey;
ALTER TABLE bus_deliveries ADD PRIMARY KEY (id);
CREATE INDEX bus_deliveries_due ON bus_deliveries (due, id);
DROP INDEX ledger_transfers_reverses;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_reverses_key UNIQUE (reverses);
