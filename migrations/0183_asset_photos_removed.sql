-- +goose Up
-- What was taken out of a gallery is looked through every so often, for what no buyer has any
-- more: few photos of many.
CREATE INDEX asset_photos_removed ON asset_photos (id) WHERE removed_at > 0;

-- +goose Down
DROP INDEX asset_photos_removed;
