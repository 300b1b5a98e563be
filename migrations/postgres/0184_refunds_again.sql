-- +goose Up
-- A payment may be asked about once more, when staff ended the access to what was paid for
-- after the first request was decided: attempt counts the requests about a payment.
ALTER TABLE refund_requests ADD COLUMN attempt BIGINT NOT NULL DEFAULT 1 CHECK (attempt > 0);
ALTER TABLE refund_requests DROP CONSTRAINT refund_requests_kind_reference_key;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_attempts UNIQUE (kind, reference, attempt);

-- +goose Down
ALTER TABLE refund_requests DROP CONSTRAINT refund_requests_attempts;
ALTER TABLE refund_requests DROP COLUMN attempt;
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_kind_reference_key UNIQUE (kind, reference);
