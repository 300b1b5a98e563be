-- +goose Up
-- Orders that were being processed before 0173 had no deadline: theirs begins with the
-- upgrade, and not when the order came.
UPDATE orders SET waiting_since = (EXTRACT(EPOCH FROM now()) * 1000)::BIGINT WHERE status = 'processing' AND waiting_since = changed_at;

-- +goose Down
SELECT 1;
