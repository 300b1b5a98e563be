-- +goose Up
-- One row per account of role studio. default_share is what a performer gets of
-- the studio's receipts, in basis points.
CREATE TABLE studios (
    id                  TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    default_share       BIGINT NOT NULL CHECK (default_share BETWEEN 0 AND 10000),
    document            TEXT   NOT NULL DEFAULT '',
    verification        TEXT   NOT NULL DEFAULT 'none'
        CHECK (verification IN ('none', 'submitted', 'verified', 'rejected')),
    verification_reason TEXT   NOT NULL DEFAULT '',
    verification_at     BIGINT NOT NULL DEFAULT 0,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
) /*strict*/;

-- A performer belongs to one studio at most.
CREATE TABLE studio_members (
    performer_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    status       TEXT   NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
    share        BIGINT CHECK (share BETWEEN 0 AND 10000), -- NULL: the studio's default
    joined_at    BIGINT NOT NULL
) /*strict*/;
CREATE INDEX studio_members_studio ON studio_members (studio_id, joined_at DESC, performer_id DESC);

-- +goose Down
DROP TABLE studio_members; DROP TABLE studios;
