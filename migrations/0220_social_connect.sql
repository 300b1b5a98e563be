-- +goose Up
-- How the operator has set X (Twitter) up, sealed as a whole: the client's secret is in it.
CREATE TABLE social_providers (
    name       TEXT   NOT NULL PRIMARY KEY CHECK (name IN ('twitter')),
    sealed     TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
) /*strict*/;

-- A question to X that waits for its answer: it counts once, in the browser that asked.
CREATE TABLE social_flows (
    id           TEXT   NOT NULL PRIMARY KEY,
    state_hash   TEXT   NOT NULL UNIQUE,
    browser_hash TEXT   NOT NULL,
    purpose      TEXT   NOT NULL CHECK (purpose IN ('post', 'link', 'login')),
    account_id   TEXT   NOT NULL, -- who asked; '' before a login
    verifier     TEXT   NOT NULL, -- sealed
    next         TEXT   NOT NULL,
    stage        TEXT   NOT NULL CHECK (stage IN ('asked', 'answered', 'proved')),
    person_id    TEXT   NOT NULL DEFAULT '', -- who X says it is, once it is proved
    username     TEXT   NOT NULL DEFAULT '',
    name         TEXT   NOT NULL DEFAULT '',
    email        TEXT   NOT NULL DEFAULT '',
    expires_at   BIGINT NOT NULL
) /*strict*/;
CREATE INDEX social_flows_expires ON social_flows (expires_at);

-- By which account of X a member logs in.
CREATE TABLE social_identities (
    person_id    TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL UNIQUE REFERENCES accounts (id),
    username     TEXT   NOT NULL,
    connected_at BIGINT NOT NULL
) /*strict*/;

-- Where it is posted that a performer is live.
CREATE TABLE social_connections (
    account_id       TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    person_id        TEXT    NOT NULL,
    username         TEXT    NOT NULL,
    tokens           TEXT    NOT NULL, -- sealed
    expires_at       BIGINT  NOT NULL, -- of the access token
    version          BIGINT  NOT NULL, -- of the tokens
    refreshing_until BIGINT  NOT NULL DEFAULT 0, -- some node asks for fresh ones
    revoked_at       BIGINT  NOT NULL DEFAULT 0, -- X takes the tokens no longer
    is_active        BOOLEAN NOT NULL,
    auto_tweet       BOOLEAN NOT NULL,
    text             TEXT    NOT NULL,
    connected_at     BIGINT  NOT NULL
) /*strict*/;

-- What is posted, once for each show.
CREATE TABLE social_posts (
    id         TEXT    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    show_id    TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed')),
    unsure     BOOLEAN NOT NULL, -- X may have it from an attempt whose answer never came
    attempts   INTEGER NOT NULL,
    due_at     BIGINT  NOT NULL, -- of one that is being sent: when another node may try
    claim      TEXT    NOT NULL,
    failure    TEXT    NOT NULL,
    said       TEXT    NOT NULL, -- by X, about the failure
    remote_id  TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    sent_at    BIGINT  NOT NULL,
    UNIQUE (account_id, show_id)
) /*strict*/;
CREATE INDEX social_posts_due ON social_posts (due_at, id) WHERE status IN ('waiting', 'sending');
CREATE INDEX social_posts_account ON social_posts (account_id, created_at, id);
CREATE INDEX social_posts_created ON social_posts (created_at);

-- +goose Down
DROP TABLE social_posts; DROP TABLE social_connections; DROP TABLE social_identities; DROP TABLE social_flows; DROP TABLE social_providers;
