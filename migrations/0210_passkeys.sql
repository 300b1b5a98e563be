-- +goose Up
-- Passkeys (WebAuthn): the public halves of keys that lie in people's devices and password
-- managers. What they prove is decided in internal/account/passkeys.
CREATE TABLE account_passkeys (
    id              TEXT    NOT NULL PRIMARY KEY,
    account_id      TEXT    NOT NULL REFERENCES accounts (id),
    name            TEXT    NOT NULL, -- its owner's
    credential_id   TEXT    NOT NULL UNIQUE, -- base64url
    public_key      TEXT    NOT NULL, -- COSE, base64url
    transports      TEXT    NOT NULL DEFAULT '', -- how the browser may reach it, by commas
    sign_count      BIGINT  NOT NULL, -- 0: it does not count
    backup_eligible BOOLEAN NOT NULL,
    backed_up       BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL,
    last_used_at    BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX account_passkeys_account ON account_passkeys (account_id, created_at, id);

-- What a key is asked to sign: once, within minutes, for one purpose, and where that is known
-- for one account and the session or login that asked.
CREATE TABLE account_passkey_challenges (
    hash       TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the challenge
    purpose    TEXT   NOT NULL CHECK (purpose IN ('add', 'login', 'second', 'prove')),
    account_id TEXT   NOT NULL DEFAULT '',
    bound_to   TEXT   NOT NULL DEFAULT '', -- a session's id, or the hash of a login's ticket
    data       TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX account_passkey_challenges_expiry ON account_passkey_challenges (expires_at);

-- +goose Down
DROP TABLE account_passkey_challenges; DROP TABLE account_passkeys;
