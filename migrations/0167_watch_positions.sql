-- +goose Up
-- Where in a video somebody is, so that it goes on there on another device. A row goes when
-- the video has been seen to its end, and with its account.
CREATE TABLE watch_positions (
    account_id  TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    asset_id    TEXT   NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
    position_ms BIGINT NOT NULL CHECK (position_ms > 0),
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (account_id, asset_id)
) /*strict*/;
CREATE INDEX watch_positions_asset ON watch_positions (asset_id);

-- +goose Down
DROP TABLE watch_positions;
