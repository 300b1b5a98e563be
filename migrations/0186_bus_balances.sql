-- +goose Up
-- Balances are told by the ledger now. News that waited for those who told them before would
-- wait for ever, and keep the others of their row waiting.
UPDATE bus_deliveries
SET subscriber = TRIM(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(',' || subscriber || ',',
	',sockets.balance,', ','), ',sockets.reward,', ','), ',sockets.recovered,', ','), ',sockets.refund,', ','), ',sockets.repaid,', ','), ',');
DELETE FROM bus_deliveries WHERE subscriber = '';

-- +goose Down
SELECT 1;
