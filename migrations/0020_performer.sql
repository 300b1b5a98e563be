-- +goose Up
-- What a performer sorts herself under. The operator edits the list.
CREATE TABLE performer_categories (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    slug       TEXT    NOT NULL UNIQUE,
    position   INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT  NOT NULL
) /*strict*/;

-- One row per account of role performer. active mirrors the account's status
-- and live_rank, viewers, recent_at order the shop window: they stand here so
-- that one index answers the most frequent query of the site.
CREATE TABLE performers (
    id              TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    headline        TEXT    NOT NULL DEFAULT '',
    about           TEXT    NOT NULL DEFAULT '',
    gender          TEXT    NOT NULL DEFAULT '',
    country         TEXT    NOT NULL DEFAULT '',
    timezone        TEXT    NOT NULL DEFAULT '',
    height          TEXT    NOT NULL DEFAULT '', -- 5'6
    weight          TEXT    NOT NULL DEFAULT '', -- 120 lbs
    hair            TEXT    NOT NULL DEFAULT '',
    eyes            TEXT    NOT NULL DEFAULT '',
    ethnicity       TEXT    NOT NULL DEFAULT '',
    body_type       TEXT    NOT NULL DEFAULT '',
    orientation     TEXT    NOT NULL DEFAULT '',
    vip             BOOLEAN NOT NULL DEFAULT FALSE,
    welcome         TEXT    NOT NULL DEFAULT '',
    card_image      TEXT    NOT NULL DEFAULT '',
    wide_image      TEXT    NOT NULL DEFAULT '',

    private_price   BIGINT  NOT NULL CHECK (private_price > 0),
    exclusive_price BIGINT  NOT NULL CHECK (exclusive_price >= 0),
    group_price     BIGINT  NOT NULL CHECK (group_price > 0),
    wheel_price     BIGINT  NOT NULL CHECK (wheel_price > 0),
    min_minutes     INTEGER NOT NULL DEFAULT 1,

    max_participants INTEGER NOT NULL DEFAULT 10,
    min_participants INTEGER NOT NULL DEFAULT 2,
    peek_in          BOOLEAN NOT NULL DEFAULT FALSE,
    peek_in_price    BIGINT  NOT NULL DEFAULT 0,
    peek_in_seconds  INTEGER NOT NULL DEFAULT 60,
    record           BOOLEAN NOT NULL DEFAULT FALSE,
    who_may_ask      TEXT    NOT NULL DEFAULT 'everyone',

    verification        TEXT    NOT NULL DEFAULT 'none'
        CHECK (verification IN ('none', 'submitted', 'verified', 'rejected')),
    verification_reason TEXT    NOT NULL DEFAULT '',
    verification_at     BIGINT  NOT NULL DEFAULT 0,
    verified_until      BIGINT  NOT NULL DEFAULT 0, -- when the document expires; 0: it does not
    active              BOOLEAN NOT NULL DEFAULT TRUE,
    listed              BOOLEAN NOT NULL DEFAULT FALSE -- a column of its own, so that an index can hold it
        CONSTRAINT performers_listed CHECK (listed = (verification = 'verified' AND active)),

    status           TEXT    NOT NULL DEFAULT 'available', -- what she says: available or away
    streaming_status TEXT    NOT NULL DEFAULT 'offline'
        CHECK (streaming_status IN ('offline', 'public', 'private', 'group', 'away')),
    live_rank        INTEGER NOT NULL DEFAULT 0,
    viewers          INTEGER NOT NULL DEFAULT 0,
    live_since       BIGINT  NOT NULL DEFAULT 0,
    recent_at        BIGINT  NOT NULL, -- last seen live, or when she joined
    online_ms        BIGINT  NOT NULL DEFAULT 0, -- of ended shows
    snapshot         TEXT    NOT NULL DEFAULT '',
    views            BIGINT  NOT NULL DEFAULT 0,
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL
) /*strict*/;

-- Many values of one performer, looked up by value: facet is category, tag or language.
CREATE TABLE performer_facets (
    facet        TEXT    NOT NULL,
    value        TEXT    NOT NULL,
    performer_id TEXT    NOT NULL REFERENCES performers (id),
    position     INTEGER NOT NULL,
    PRIMARY KEY (facet, value, performer_id)
) /*strict*/;
CREATE INDEX performer_facets_owner ON performer_facets (performer_id, facet, position);

-- Who looked in which hour: a second look within it does not count.
CREATE TABLE performer_views (
    performer_id TEXT   NOT NULL REFERENCES performers (id),
    viewer       TEXT   NOT NULL,
    hour         BIGINT NOT NULL,
    PRIMARY KEY (performer_id, viewer, hour)
) /*strict*/;
CREATE INDEX performer_views_age ON performer_views (hour);

-- +goose Down
DROP TABLE performer_views; DROP TABLE performer_facets; DROP TABLE performers; DROP TABLE performer_categories;
