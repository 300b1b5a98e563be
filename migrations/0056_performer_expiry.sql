-- +goose Up
-- A performer whose verified paper has expired has verification 'none' and keeps
-- the day in verified_until. expiry_told is the nearest reminder she got, in days
-- before it; renewing says that new papers wait for their check while the old
-- ones are still good.
ALTER TABLE performers ADD COLUMN expiry_told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE performers ADD COLUMN renewing BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX performers_expiry ON performers (verified_until, id) WHERE verification = 'verified' AND verified_until > 0;

-- +goose Down
DROP INDEX performers_expiry;
ALTER TABLE performers DROP COLUMN renewing;
ALTER TABLE performers DROP COLUMN expiry_told;
