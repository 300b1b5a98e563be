-- +goose Up
-- What is being told to many, such as to everybody who has a performer among their favourites, and how far that has
-- come. A subject has one of a kind.
CREATE TABLE notice_announcements (
    kind       TEXT    NOT NULL,
    subject_id TEXT    NOT NULL,
    once_key   TEXT    NOT NULL, -- of its notices
    data       TEXT    NOT NULL, -- JSON: what they are about
    begun_at   BIGINT  NOT NULL,
    ended_at   BIGINT  NOT NULL DEFAULT 0, -- when the subject was last over
    after_id   TEXT    NOT NULL DEFAULT '', -- the last account that was looked at
    told       INTEGER NOT NULL DEFAULT 0,
    due_at     BIGINT  NOT NULL, -- of the next batch; 0: nothing is to be done
    failures   INTEGER NOT NULL DEFAULT 0, -- in a row
    rechecks   BOOLEAN NOT NULL DEFAULT FALSE, -- those who were told are asked again whether they may know
    checked_id TEXT    NOT NULL DEFAULT '', -- the last account of whom that was asked
    PRIMARY KEY (kind, subject_id)
) /*strict*/;
CREATE INDEX notice_announcements_due ON notice_announcements (due_at) WHERE due_at > 0;

-- The subject of a notice that many were told.
ALTER TABLE notices ADD COLUMN subject_id TEXT NOT NULL DEFAULT '';
CREATE INDEX notices_subject ON notices (kind, subject_id, account_id) WHERE subject_id <> '';

-- When somebody was last mailed of a subject, where there may not be many such mails. It outlives the notice, which its
-- reader can remove.
CREATE TABLE notice_mails_sent (
    account_id TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    subject_id TEXT   NOT NULL,
    mailed_at  BIGINT NOT NULL,
    PRIMARY KEY (account_id, kind, subject_id)
) /*strict*/;
CREATE INDEX notice_mails_sent_age ON notice_mails_sent (mailed_at);

-- Those who like a performer are gone through in the order of their ids.
DROP INDEX favourites_performer;
CREATE INDEX favourites_performer ON favourites (performer_id, member_id);

-- The service that a push goes to, so that one which has enough under way keeps no other one waiting. '': as it was
-- written before; those are one more. What many are told (bulk 1) waits behind what one person is told (bulk 0).
ALTER TABLE push_subscriptions ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE push_queue ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE push_queue ADD COLUMN bulk INTEGER NOT NULL DEFAULT 0;
DROP INDEX push_queue_due;
CREATE INDEX push_queue_due ON push_queue (origin, bulk, due_at, id);
CREATE INDEX push_queue_topic ON push_queue (topic, id) WHERE bulk = 1;

-- +goose Down
DROP INDEX push_queue_topic;
DROP INDEX push_queue_due;
CREATE INDEX push_queue_due ON push_queue (due_at, id);
ALTER TABLE push_queue DROP COLUMN bulk;
ALTER TABLE push_queue DROP COLUMN origin;
ALTER TABLE push_subscriptions DROP COLUMN origin;
DROP INDEX favourites_performer;
CREATE INDEX favourites_performer ON favourites (performer_id);
DROP INDEX notices_subject;
ALTER TABLE notices DROP COLUMN subject_id;
DROP TABLE notice_mails_sent; DROP TABLE notice_announcements;
