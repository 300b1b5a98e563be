-- +goose Up
-- mac authenticates what a gateway told of a payment, under a key that is not in the
-- database: what somebody else wrote counts for nothing. The program gives the rows of
-- before theirs at its first start, and seals in seal_proofs 'macs' that it has.
ALTER TABLE funds_events ADD COLUMN mac TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE funds_events DROP COLUMN mac;
