-- +goose Up
-- The ways to stop a change of a mail address, mailed to the address before. They outlive the
-- confirmation of the new one, a new password, and further changes: whoever has taken an account
-- over does all of that.
CREATE TABLE account_email_moves (
    hash       TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the mailed code
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    email      TEXT   NOT NULL, -- the address that comes back
    expires_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX account_email_moves_account ON account_email_moves (account_id);
CREATE INDEX account_email_moves_expiry ON account_email_moves (expires_at);

-- +goose Down
DROP TABLE account_email_moves;
