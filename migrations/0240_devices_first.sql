-- +goose Up
-- Of an audience, those with a device that takes pushes are told first; then everybody is gone through. Each walk has
-- a place of its own, so that a node of the version before goes on with the other one.
ALTER TABLE notice_announcements ADD COLUMN device_after_id TEXT NOT NULL DEFAULT ''; -- the last account that was asked for a device
ALTER TABLE notice_announcements ADD COLUMN to_all BOOLEAN NOT NULL DEFAULT FALSE; -- those with a device have been told

-- +goose Down
ALTER TABLE notice_announcements DROP COLUMN to_all;
ALTER TABLE notice_announcements DROP COLUMN device_after_id;
