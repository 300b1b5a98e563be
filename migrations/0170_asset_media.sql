-- +goose Up
-- The large files of assets: a video and its trailer, the file of a digital product. Of
-- each purpose an asset has at most one that was approved, which buyers get, and at most
-- one that waits to be. upload_id is what it was sent as; its bytes are the business of
-- uploads and of transcoding.
CREATE TABLE asset_media (
    id          TEXT   NOT NULL PRIMARY KEY,
    asset_id    TEXT   NOT NULL REFERENCES assets (id),
    purpose     TEXT   NOT NULL CHECK (purpose IN ('video', 'trailer', 'digitalFile')),
    upload_id   TEXT   NOT NULL UNIQUE,
    name        TEXT   NOT NULL,
    size        BIGINT NOT NULL,
    consent_id  TEXT   NOT NULL DEFAULT '',
    approved_at BIGINT NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    CHECK (approved_at = 0 OR consent_id <> '')
) /*strict*/;
CREATE INDEX asset_media_asset ON asset_media (asset_id);
CREATE UNIQUE INDEX asset_media_approved ON asset_media (asset_id, purpose) WHERE approved_at > 0;
CREATE UNIQUE INDEX asset_media_waiting ON asset_media (asset_id, purpose) WHERE approved_at = 0;

-- +goose Down
DROP TABLE asset_media;
