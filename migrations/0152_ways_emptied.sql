-- +goose Up
-- The way to a vendor's page is of no use once a payment is over, and is emptied
-- then. What versions before kept is emptied here; of open payments it is sealed
-- when the program starts (internal/funds/next.go).
UPDATE funds_intents SET next = '' WHERE next <> '' AND state NOT IN ('created', 'pending', 'quarantine');

-- +goose Down
SELECT 1;
