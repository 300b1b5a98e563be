-- +goose Up
-- A performer's wheel; the row is what two changes of one wheel take turns on.
CREATE TABLE wheels (
    performer_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    changed_at   BIGINT NOT NULL
) /*strict*/;

-- The segments as they are now, clockwise from the top.
CREATE TABLE wheel_segments (
    id           TEXT    NOT NULL PRIMARY KEY,
    performer_id TEXT    NOT NULL REFERENCES wheels (performer_id),
    position     INTEGER NOT NULL CHECK (position >= 0),
    label        TEXT    NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
    weight       INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 1000),
    color        TEXT    NOT NULL CHECK (length(color) = 7),
    created_at   BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX wheel_segments_order ON wheel_segments (performer_id, position, id);

-- A wheel as it was spun: price and segments (JSON), named by their hash. Results
-- keep it, so that a later edit changes no drawn odds.
CREATE TABLE wheel_versions (
    performer_id TEXT   NOT NULL,
    version      TEXT   NOT NULL,
    price        BIGINT NOT NULL CHECK (price > 0),
    segments     TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (performer_id, version)
) /*strict*/;

-- The seed of a member's next spin at a performer's wheel. Its hash has been told;
-- the seed itself is told with the result, and the row gets the next one.
CREATE TABLE wheel_seeds (
    performer_id TEXT   NOT NULL,
    member_id    TEXT   NOT NULL,
    seed         TEXT   NOT NULL CHECK (length(seed) = 64),
    nonce        BIGINT NOT NULL CHECK (nonce > 0),
    PRIMARY KEY (performer_id, member_id)
) /*strict*/;

-- A spin: what was drawn and from what, and how its price was split with the rates
-- of its moment. Its tokens moved by the transfer 'wheel:' || id. The people are
-- not foreign keys, as in tips.
CREATE TABLE wheel_results (
    id              TEXT    NOT NULL PRIMARY KEY,
    performer_id    TEXT    NOT NULL,
    member_id       TEXT    NOT NULL,
    member_name     TEXT    NOT NULL,
    studio_id       TEXT    NOT NULL DEFAULT '',
    conversation_id TEXT    NOT NULL,
    version         TEXT    NOT NULL,
    segment         INTEGER NOT NULL CHECK (segment >= 0),
    server_seed     TEXT    NOT NULL,
    client_seed     TEXT    NOT NULL,
    nonce           BIGINT  NOT NULL,
    gross           BIGINT  NOT NULL CHECK (gross > 0),
    site_fee        BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net      BIGINT  NOT NULL CHECK (studio_net >= 0),
    net             BIGINT  NOT NULL CHECK (net >= 0),
    site_rate       INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate     INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    transfer_id     TEXT    NOT NULL,
    status          TEXT    NOT NULL CHECK (status IN ('pending', 'done', 'rejected')),
    created_at      BIGINT  NOT NULL,
    decided_at      BIGINT  NOT NULL DEFAULT 0,
    UNIQUE (performer_id, member_id, nonce),
    FOREIGN KEY (performer_id, version) REFERENCES wheel_versions (performer_id, version),
    CHECK (member_id <> performer_id),
    CHECK ((status = 'pending') = (decided_at = 0)),
    CHECK (site_fee + studio_net + net = gross)
) /*strict*/;
CREATE INDEX wheel_results_performer ON wheel_results (performer_id, created_at, id);
CREATE INDEX wheel_results_member ON wheel_results (member_id, created_at, id);

-- +goose Down
DROP TABLE wheel_results;
DROP TABLE wheel_seeds;
DROP TABLE wheel_versions;
DROP TABLE wheel_segments;
DROP TABLE wheels;
