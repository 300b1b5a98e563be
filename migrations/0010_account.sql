-- +goose Up
-- Everyone who can log in, of every role. The keys are the folded forms that
-- must be unique: username in lower case, mail address in lower case.
CREATE TABLE accounts (
    id                TEXT    NOT NULL PRIMARY KEY,
    role              TEXT    NOT NULL CHECK (role IN ('user', 'performer', 'studio', 'admin')),
    username          TEXT    NOT NULL,
    username_key      TEXT    NOT NULL UNIQUE,
    email             TEXT    NOT NULL,
    email_key         TEXT    NOT NULL UNIQUE,
    pending_email     TEXT    NOT NULL DEFAULT '', -- asked for, not yet confirmed
    email_verified_at BIGINT  NOT NULL DEFAULT 0,  -- 0: not verified
    password_hash     TEXT    NOT NULL,            -- PHC string; '' matches nothing
    failed_logins     INTEGER NOT NULL DEFAULT 0,  -- in a row
    name              TEXT    NOT NULL DEFAULT '',
    date_of_birth     TEXT    NOT NULL DEFAULT '', -- YYYY-MM-DD; '' for admins
    country           TEXT    NOT NULL DEFAULT '', -- ISO 3166-1 alpha-2
    avatar            TEXT    NOT NULL DEFAULT '', -- path on this site; '' for none
    referral          TEXT    NOT NULL DEFAULT '', -- the code given at registration
    status            TEXT    NOT NULL CHECK (status IN ('active', 'inactive', 'suspended')),
    status_reason     TEXT    NOT NULL DEFAULT '',
    status_by         TEXT    NOT NULL DEFAULT '', -- who suspended: an admin's id, or the account's own
    created_at        BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX accounts_role ON accounts (role, status, created_at, id);
CREATE INDEX accounts_age ON accounts (created_at, id);

-- Who is logged in. Only the SHA-256 of a token is stored.
CREATE TABLE account_sessions (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL UNIQUE,
    account_id   TEXT   NOT NULL REFERENCES accounts (id),
    role         TEXT   NOT NULL, -- as of the login: a changed role ends the session
    level        TEXT   NOT NULL DEFAULT 'password', -- how the person proved themselves
    browser      TEXT   NOT NULL,
    network      TEXT   NOT NULL, -- /24 or /64 of the address
    proved_at    BIGINT NOT NULL, -- when they last proved themselves
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
) /*strict*/;
CREATE INDEX account_sessions_account ON account_sessions (account_id, created_at, id);
CREATE INDEX account_sessions_expiry ON account_sessions (expires_at);

-- One-minute stand-ins for a session where a cookie cannot go: sockets.
CREATE TABLE account_tickets (
    hash       TEXT   NOT NULL PRIMARY KEY,
    session_id TEXT   NOT NULL REFERENCES account_sessions (id) ON DELETE CASCADE,
    network    TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX account_tickets_session ON account_tickets (session_id);
CREATE INDEX account_tickets_expiry ON account_tickets (expires_at);

-- Links sent by mail: each its own proof, for one purpose.
CREATE TABLE account_links (
    hash       TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    purpose    TEXT   NOT NULL CHECK (purpose IN ('verify', 'reset', 'restore')),
    email      TEXT   NOT NULL, -- the address it was sent to, and so proves
    expires_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX account_links_account ON account_links (account_id, purpose);
CREATE INDEX account_links_expiry ON account_links (expires_at);

-- Browsers an account has logged in with, to notice a new one.
CREATE TABLE account_devices (
    account_id   TEXT   NOT NULL REFERENCES accounts (id),
    device_hash  TEXT   NOT NULL,
    last_seen_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, device_hash)
) /*strict*/;

-- +goose Down
DROP TABLE account_devices; DROP TABLE account_links; DROP TABLE account_tickets; DROP TABLE account_sessions; DROP TABLE accounts;
