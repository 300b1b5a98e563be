-- +goose Up
-- The pair of keys by which push services know the site (internal/notices/webpush).
CREATE TABLE push_keys (
    name   TEXT NOT NULL PRIMARY KEY, -- 'site'
    sealed TEXT NOT NULL
) /*strict*/;

-- Where the browser of a login hears the site while no page of it is open. It ends with the login.
CREATE TABLE push_subscriptions (
    id            TEXT    NOT NULL PRIMARY KEY,
    account_id    TEXT    NOT NULL REFERENCES accounts (id),
    session_id    TEXT    NOT NULL REFERENCES account_sessions (id) ON DELETE CASCADE,
    endpoint_hash TEXT    NOT NULL UNIQUE,
    endpoint      TEXT    NOT NULL,
    p256dh        TEXT    NOT NULL,
    auth          TEXT    NOT NULL,
    user_agent    TEXT    NOT NULL,
    created_at    BIGINT  NOT NULL,
    last_sent_at  BIGINT  NOT NULL DEFAULT 0,
    failures      INTEGER NOT NULL DEFAULT 0 -- refusals in a row
) /*strict*/;
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, created_at, id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- What waits to be sent, once for each subscription.
CREATE TABLE push_queue (
    id              TEXT    NOT NULL PRIMARY KEY,
    subscription_id TEXT    NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    payload         TEXT    NOT NULL, -- JSON
    topic           TEXT    NOT NULL, -- '': replaces nothing
    due_at          BIGINT  NOT NULL,
    expires_at      BIGINT  NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    claim           TEXT    NOT NULL DEFAULT '' -- of the node that sends it
) /*strict*/;
CREATE INDEX push_queue_due ON push_queue (due_at, id);
CREATE INDEX push_queue_subscription ON push_queue (subscription_id);
CREATE INDEX push_queue_claim ON push_queue (claim);

-- +goose Down
DROP TABLE push_queue; DROP TABLE push_subscriptions; DROP TABLE push_keys;
