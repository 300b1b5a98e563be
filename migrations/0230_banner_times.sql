-- +goose Up
-- A banner is made for one of the places that the home page has, and may be shown for a time only. 0: from the start, without end.
-- What was made for another place was at the end of the page, as every banner.
ALTER TABLE banners ADD COLUMN starts_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE banners ADD COLUMN ends_at BIGINT NOT NULL DEFAULT 0;
UPDATE banners SET position = 'bottom' WHERE position NOT IN ('top', 'middle');

-- +goose Down
ALTER TABLE banners DROP COLUMN ends_at;
ALTER TABLE banners DROP COLUMN starts_at;
