-- +goose Up
-- When somebody was let go on with an upload that counted no more as on its way: from then on it
-- counts again, until its next part comes or does not.
ALTER TABLE uploads ADD COLUMN resumed_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE uploads DROP COLUMN resumed_at;
