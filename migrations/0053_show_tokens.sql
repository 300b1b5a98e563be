-- +goose Up
-- Stream tokens that have been used, while the site wants each to work once. Only
-- a token's hash is kept, until the token would have expired by itself.
CREATE TABLE show_tokens (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    used_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX show_tokens_age ON show_tokens (expires_at);

-- +goose Down
DROP TABLE show_tokens;
