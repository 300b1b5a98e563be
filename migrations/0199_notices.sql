-- +goose Up
-- What an account was told: its centre of notices, and what of it is still to be mailed or
-- pushed. data is what a notice is about, from which its words are made for whoever reads it.
CREATE TABLE notices (
    id          TEXT    NOT NULL PRIMARY KEY,
    account_id  TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    grp         TEXT    NOT NULL,
    data        TEXT    NOT NULL, -- JSON
    once_key    TEXT    NOT NULL, -- nobody is told twice under one key
    shown       BOOLEAN NOT NULL, -- in the centre; else it waits for its mail alone
    created_at  BIGINT  NOT NULL,
    read_at     BIGINT  NOT NULL DEFAULT 0,
    mail_due_at BIGINT  NOT NULL DEFAULT 0, -- 0: nothing is to be mailed
    mailed_at   BIGINT  NOT NULL DEFAULT 0,
    push_due_at BIGINT  NOT NULL DEFAULT 0, -- 0: nothing is to be pushed later
    UNIQUE (account_id, once_key)
) /*strict*/;
CREATE INDEX notices_centre ON notices (account_id, id) WHERE shown;
CREATE INDEX notices_unread ON notices (account_id) WHERE shown AND read_at = 0;
CREATE INDEX notices_window ON notices (account_id, grp, mail_due_at) WHERE mail_due_at > 0;
CREATE INDEX notices_mail ON notices (mail_due_at) WHERE mail_due_at > 0;
CREATE INDEX notices_push ON notices (push_due_at) WHERE push_due_at > 0;
CREATE INDEX notices_age ON notices (created_at);

-- What an account wants to be told, and how. Who has no row has not chosen.
CREATE TABLE notice_preferences (
    account_id TEXT    NOT NULL PRIMARY KEY,
    channels   TEXT    NOT NULL, -- JSON: the channels of each group
    digest     TEXT    NOT NULL CHECK (digest IN ('immediately', 'hourly', 'daily', 'never')),
    quiet_from TEXT    NOT NULL DEFAULT '', -- HH:MM; empty: there are no quiet hours
    quiet_to   TEXT    NOT NULL DEFAULT '',
    timezone   TEXT    NOT NULL DEFAULT '', -- IANA
    discreet   BOOLEAN NOT NULL
) /*strict*/;

-- How to be mailed no more of a kind (RFC 8058), masked as the texts are; and whether the
-- sender has no name.
ALTER TABLE mails ADD COLUMN unsubscribe TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN nameless BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE mails DROP COLUMN nameless;
ALTER TABLE mails DROP COLUMN unsubscribe;
DROP TABLE notice_preferences; DROP TABLE notices;
