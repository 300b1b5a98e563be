-- +goose Up
-- What performers ask of members for a line in a conversation; no row: nothing.
CREATE TABLE message_prices (
    performer_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    price        BIGINT NOT NULL CHECK (price BETWEEN 100 AND 100000 AND price % 100 = 0),
    changed_at   BIGINT NOT NULL
) /*strict*/;

-- What a member paid for a line, and how it was shared; the tokens moved by the transfer 'message:' || id.
-- What waits for staff is held: the tokens lie in the charge's hold until the line is let go (captured_at), or
-- never will be (returned_at). As of tips, people and line are no foreign keys.
CREATE TABLE message_charges (
    id           TEXT    NOT NULL PRIMARY KEY,
    message_id   TEXT    NOT NULL UNIQUE,
    member_id    TEXT    NOT NULL,
    performer_id TEXT    NOT NULL,
    studio_id    TEXT    NOT NULL DEFAULT '',
    gross        BIGINT  NOT NULL CHECK (gross > 0),
    site_fee     BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net   BIGINT  NOT NULL CHECK (studio_net >= 0),
    net          BIGINT  NOT NULL CHECK (net >= 0),
    site_rate    INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate  INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    created_at   BIGINT  NOT NULL,
    held         BOOLEAN NOT NULL,
    captured_at  BIGINT  NOT NULL DEFAULT 0,
    returned_at  BIGINT  NOT NULL DEFAULT 0,
    refunded     BIGINT  NOT NULL DEFAULT 0,
    CHECK (member_id <> performer_id),
    CHECK (site_fee + studio_net + net = gross),
    CHECK (captured_at = 0 OR returned_at = 0),
    CHECK (held OR captured_at = 0 AND returned_at = 0),
    CHECK (refunded BETWEEN 0 AND gross),
    CHECK (refunded = 0 OR returned_at = 0 AND (captured_at > 0 OR NOT held))
) /*strict*/;
CREATE INDEX message_charges_member ON message_charges (member_id, created_at, id);

-- What a performer asks of a member for opening a photo that they were sent, and who is to be seen in it: nobody but
-- the performer, or those named too (others, JSON), as was declared. Staff let it be shown (approved_at), under the id
-- that its line has from then on. The file is no foreign key: what was deleted long ago has none.
CREATE TABLE message_photos (
    message_id   TEXT    NOT NULL PRIMARY KEY,
    file_id      TEXT    NOT NULL,
    performer_id TEXT    NOT NULL,
    member_id    TEXT    NOT NULL,
    price        BIGINT  NOT NULL CHECK (price BETWEEN 100 AND 1000000 AND price % 100 = 0),
    only_me      BOOLEAN NOT NULL,
    others       TEXT    NOT NULL,
    declared_at  BIGINT  NOT NULL,
    approved_at  BIGINT  NOT NULL DEFAULT 0,
    mac          TEXT    NOT NULL,
    CHECK (member_id <> performer_id)
) /*strict*/;

-- Who opened which photo; the tokens moved by the transfer 'messagePhoto:' || id. ended_at is when all of them had
-- been given back.
CREATE TABLE message_unlocks (
    id           TEXT    NOT NULL PRIMARY KEY,
    message_id   TEXT    NOT NULL REFERENCES message_photos (message_id),
    member_id    TEXT    NOT NULL,
    performer_id TEXT    NOT NULL,
    studio_id    TEXT    NOT NULL DEFAULT '',
    gross        BIGINT  NOT NULL CHECK (gross > 0),
    site_fee     BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net   BIGINT  NOT NULL CHECK (studio_net >= 0),
    net          BIGINT  NOT NULL CHECK (net >= 0),
    site_rate    INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate  INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    created_at   BIGINT  NOT NULL,
    mac          TEXT    NOT NULL,
    refunded     BIGINT  NOT NULL DEFAULT 0,
    ended_at     BIGINT  NOT NULL DEFAULT 0,
    CHECK (member_id <> performer_id),
    CHECK (site_fee + studio_net + net = gross),
    CHECK (refunded BETWEEN 0 AND gross),
    CHECK ((ended_at <> 0) = (refunded = gross))
) /*strict*/;
-- A photo is opened once: whoever may see it cannot pay for it again.
CREATE UNIQUE INDEX message_unlocks_live ON message_unlocks (message_id, member_id) WHERE ended_at = 0;
CREATE INDEX message_unlocks_member ON message_unlocks (member_id, created_at, id);

-- When its performer deleted a photo that its member has opened, and keeps.
ALTER TABLE messages ADD COLUMN withdrawn_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE messages DROP COLUMN withdrawn_at;
DROP TABLE message_unlocks; DROP TABLE message_photos; DROP TABLE message_charges; DROP TABLE message_prices;
