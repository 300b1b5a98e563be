-- +goose Up
-- A refund that the vendor had taken on and that failed later: the money came back
-- to the site, so the tokens went back to the member. 0: it has not failed.
ALTER TABLE funds_refunds ADD COLUMN failed_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE funds_refunds DROP COLUMN failed_at;
