-- +goose Up
-- What is special of videos: who looked in which hour, a second look within it does not
-- count; and the texts of what is said, one of a language, as WebVTT in the blob store
-- under "captions/<asset>/<id>.vtt".
ALTER TABLE assets ADD COLUMN views BIGINT NOT NULL DEFAULT 0;

CREATE TABLE asset_views (
    asset_id TEXT   NOT NULL REFERENCES assets (id),
    viewer   TEXT   NOT NULL,
    hour     BIGINT NOT NULL,
    PRIMARY KEY (asset_id, viewer, hour)
) /*strict*/;
CREATE INDEX asset_views_age ON asset_views (hour);

CREATE TABLE asset_captions (
    id         TEXT   NOT NULL PRIMARY KEY,
    asset_id   TEXT   NOT NULL REFERENCES assets (id),
    language   TEXT   NOT NULL CHECK (language <> ''),
    label      TEXT   NOT NULL CHECK (label <> ''),
    size       BIGINT NOT NULL CHECK (size > 0),
    created_at BIGINT NOT NULL,
    CONSTRAINT asset_captions_language UNIQUE (asset_id, language)
) /*strict*/;

-- +goose Down
DROP TABLE asset_captions; DROP TABLE asset_views; ALTER TABLE assets DROP COLUMN views;
