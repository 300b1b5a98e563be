-- +goose Up
-- Orders that were being processed before 0173 had no deadline: theirs begins with the
-- upgrade, and not when the order came.
UPDATE orders SET waiting_since = CAST(strftime('%s', 'now') AS INTEGER) * 1000 WHERE status = 'processing' AND waiting_since = changed_at;

-- +goose Down
SELECT 1;
