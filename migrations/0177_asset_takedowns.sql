-- +goose Up
-- What staff took down: the status that it had before (empty: it was not), and since when
-- its buyers have no access any more (0: they keep it).
ALTER TABLE assets ADD COLUMN taken_from TEXT NOT NULL DEFAULT '';
ALTER TABLE assets ADD COLUMN access_ended_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX assets_taken_down ON assets (updated_at, id) WHERE taken_from <> '';

-- +goose Down
DROP INDEX assets_taken_down;
ALTER TABLE assets DROP COLUMN access_ended_at;
ALTER TABLE assets DROP COLUMN taken_from;
