-- +goose Up
-- The mailbox: mail is queued in the transaction of its cause and sent after it.
-- due is also the lease: a claimed mail is due again when its node should have
-- told what became of it.
CREATE TABLE mails (
    id         TEXT    NOT NULL PRIMARY KEY,
    recipient  TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    body_text  TEXT    NOT NULL, -- erased once sent: it may hold a link that logs somebody in
    body_html  TEXT    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
    due        BIGINT  NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    failure    TEXT    NOT NULL DEFAULT '',
    created_at BIGINT  NOT NULL,
    sent_at    BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
CREATE INDEX mails_due ON mails (due, id) WHERE state = 'waiting';
CREATE INDEX mails_age ON mails (created_at, id);

-- +goose Down
DROP TABLE mails;
