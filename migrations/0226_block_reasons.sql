-- +goose Up
-- Why a performer blocks somebody, for herself. A block of kind country whose value is 'hosting'
-- is of the addresses of data centres and VPNs.
ALTER TABLE blocks ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE blocks DROP COLUMN reason;
