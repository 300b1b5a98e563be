-- +goose Up
-- Where somebody wanted to go when they registered: a path on this site.
ALTER TABLE account_links ADD COLUMN next TEXT NOT NULL DEFAULT '';

-- The second factor of an account: an authenticator app (RFC 6238). A secret
-- whose enabled_at is 0 has been shown and not yet proved.
CREATE TABLE account_totp (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret     TEXT   NOT NULL,           -- sealed (kit/seal)
    last_step  BIGINT NOT NULL DEFAULT 0, -- the newest 30-second step a code was accepted of
    enabled_at BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
) /*strict*/;

-- What stands in for a lost device, each once. Only the SHA-256 is stored.
CREATE TABLE account_recovery_codes (
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    hash       TEXT   NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, hash)
) /*strict*/;

-- Logins whose password was right and whose second factor is wanted. Such a
-- ticket is no session: it opens POST /auth/two-factor and nothing else.
CREATE TABLE account_challenges (
    hash          TEXT    NOT NULL PRIMARY KEY,
    account_id    TEXT    NOT NULL REFERENCES accounts (id),
    password_hash TEXT    NOT NULL, -- as it was checked: a new password ends the ticket
    tries         INTEGER NOT NULL DEFAULT 0,
    expires_at    BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX account_challenges_account ON account_challenges (account_id);
CREATE INDEX account_challenges_expiry ON account_challenges (expires_at);

-- +goose Down
DROP TABLE account_challenges; DROP TABLE account_recovery_codes; DROP TABLE account_totp;
ALTER TABLE account_links DROP COLUMN next;
