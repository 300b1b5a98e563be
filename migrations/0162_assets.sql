-- +goose Up
-- What performers sell. title is what the performer calls it now, shown_title what the
-- last approval let be shown. publish_at is when an approved one goes on sale by itself,
-- 0 for never; search is what it is found by. sold counts purchases, for the order of
-- the popular alone: purchases are the truth.
CREATE TABLE assets (
    id            TEXT    NOT NULL PRIMARY KEY,
    kind          TEXT    NOT NULL CHECK (kind IN ('gallery', 'video', 'product')),
    performer_id  TEXT    NOT NULL REFERENCES accounts (id),
    title         TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
    shown_title   TEXT    NOT NULL DEFAULT '',
    description   TEXT    NOT NULL DEFAULT '',
    price         BIGINT  NOT NULL CHECK (price >= 100 AND price % 100 = 0),
    status        TEXT    NOT NULL CHECK (status IN ('draft', 'pending', 'active', 'rejected', 'inactive', 'removed')),
    reject_reason TEXT    NOT NULL DEFAULT '',
    cover_id      TEXT    NOT NULL DEFAULT '',
    search        TEXT    NOT NULL DEFAULT '',
    sold          BIGINT  NOT NULL DEFAULT 0,
    publish_at    BIGINT  NOT NULL DEFAULT 0,
    published_at  BIGINT  NOT NULL DEFAULT 0,
    submitted_at  BIGINT  NOT NULL DEFAULT 0,
    version       BIGINT  NOT NULL CHECK (version > 0),
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL,
    CHECK ((status = 'rejected') = (reject_reason <> '')),
    CHECK (status <> 'pending' OR submitted_at > 0),
    CHECK (status <> 'active' OR published_at > 0 AND publish_at = 0 AND cover_id <> '' AND shown_title <> '')
) /*strict*/;
CREATE INDEX assets_own ON assets (performer_id, kind, created_at, id);
CREATE INDEX assets_newest ON assets (kind, published_at, id) WHERE status = 'active';
CREATE INDEX assets_popular ON assets (kind, sold, published_at, id) WHERE status = 'active';
CREATE INDEX assets_queue ON assets (submitted_at, id) WHERE status = 'pending';
CREATE INDEX assets_scheduled ON assets (publish_at, id) WHERE status = 'inactive' AND publish_at > 0;

CREATE TABLE asset_tags (
    asset_id TEXT   NOT NULL REFERENCES assets (id),
    tag      TEXT   NOT NULL CHECK (tag <> ''),
    position BIGINT NOT NULL,
    PRIMARY KEY (asset_id, tag)
) /*strict*/;
CREATE INDEX asset_tags_of ON asset_tags (tag, asset_id);

CREATE TABLE asset_categories (
    asset_id    TEXT   NOT NULL REFERENCES assets (id),
    category_id TEXT   NOT NULL,
    position    BIGINT NOT NULL,
    PRIMARY KEY (asset_id, category_id)
) /*strict*/;
CREATE INDEX asset_categories_of ON asset_categories (category_id, asset_id);

-- The people who are to be seen, as the performer declared at a submission: nobody but
-- the performer, or those named too (others, JSON), all of age, and agreed with being
-- pictured, published and downloaded.
CREATE TABLE asset_consents (
    id           TEXT    NOT NULL PRIMARY KEY,
    asset_id     TEXT    NOT NULL REFERENCES assets (id),
    performer_id TEXT    NOT NULL,
    version      BIGINT  NOT NULL,
    only_me      BOOLEAN NOT NULL,
    others       TEXT    NOT NULL,
    confirmed_at BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX asset_consents_asset ON asset_consents (asset_id, confirmed_at, id);

-- The photos of a gallery. consent_id is the declaration that covers the photo, empty
-- until there is one; approved_at is when buyers were first let see it. A photo that was
-- taken out of a gallery which somebody has bought stays for its buyers (removed_at).
CREATE TABLE asset_photos (
    id          TEXT   NOT NULL PRIMARY KEY,
    asset_id    TEXT   NOT NULL REFERENCES assets (id),
    file_id     TEXT   NOT NULL UNIQUE,
    name        TEXT   NOT NULL,
    size        BIGINT NOT NULL,
    width       BIGINT NOT NULL,
    height      BIGINT NOT NULL,
    blurhash    TEXT   NOT NULL,
    colour      TEXT   NOT NULL,
    position    BIGINT NOT NULL,
    consent_id  TEXT   NOT NULL DEFAULT '',
    approved_at BIGINT NOT NULL DEFAULT 0,
    removed_at  BIGINT NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    CHECK (approved_at = 0 OR consent_id <> '')
) /*strict*/;
CREATE INDEX asset_photos_order ON asset_photos (asset_id, position, id);

-- What staff decided of a submission, and why.
CREATE TABLE asset_reviews (
    id         TEXT   NOT NULL PRIMARY KEY,
    asset_id   TEXT   NOT NULL REFERENCES assets (id),
    version    BIGINT NOT NULL,
    decision   TEXT   NOT NULL CHECK (decision IN ('approved', 'rejected')),
    reason     TEXT   NOT NULL DEFAULT '',
    decided_by TEXT   NOT NULL,
    decided_at BIGINT NOT NULL,
    UNIQUE (asset_id, version),
    CHECK (decision = 'approved' OR reason <> '')
) /*strict*/;

-- +goose Down
DROP TABLE asset_reviews;
DROP TABLE asset_photos;
DROP TABLE asset_consents;
DROP TABLE asset_categories;
DROP TABLE asset_tags;
DROP TABLE assets;
