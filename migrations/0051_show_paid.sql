-- +goose Up
-- Private and group shows stand beside the public one. Only the public show may
-- be held: open, not on air, while its performer is in a paid show or comes back
-- from one. A request for a private show is its row already, pending.
CREATE TABLE shows_new (
    id              TEXT    NOT NULL PRIMARY KEY,
    performer_id    TEXT    NOT NULL REFERENCES accounts (id),
    conversation_id TEXT    NOT NULL,
    type            TEXT    NOT NULL CHECK (type IN ('public', 'private', 'group')),
    status          TEXT    NOT NULL CHECK (status IN ('pending', 'starting', 'live', 'paused', 'held', 'ended')),
    title           TEXT    NOT NULL DEFAULT '',
    epoch           INTEGER NOT NULL DEFAULT 1,
    publisher       TEXT    NOT NULL DEFAULT '', -- the media identity that may publish; another one takes over
    started_at      BIGINT  NOT NULL,            -- asked for, or opened
    staged_at       BIGINT  NOT NULL DEFAULT 0,  -- last came on stage: accepted, resumed
    live_at         BIGINT  NOT NULL DEFAULT 0,  -- first media
    lost_at         BIGINT  NOT NULL DEFAULT 0,  -- the performer's media is missing since
    ended_at        BIGINT  NOT NULL DEFAULT 0,
    end_reason      TEXT    NOT NULL DEFAULT '',
    viewers         INTEGER NOT NULL DEFAULT 0,
    most_viewers    INTEGER NOT NULL DEFAULT 0,
    snapshot        TEXT    NOT NULL DEFAULT '', -- address of the newest picture
    -- The node that watches the show (counts viewers, takes pictures, runs the meters), and until when.
    watched_by      TEXT    NOT NULL DEFAULT '',
    watched_until   BIGINT  NOT NULL DEFAULT 0,
    -- What was agreed; a price changed later acts on the next show.
    member_id       TEXT    NOT NULL DEFAULT '', -- of a private show
    price           BIGINT  NOT NULL DEFAULT 0,  -- per minute
    min_minutes     INTEGER NOT NULL DEFAULT 0,
    exclusive       BOOLEAN NOT NULL DEFAULT FALSE,
    camera          TEXT    NOT NULL DEFAULT 'none' CHECK (camera IN ('none', 'audio', 'video')),
    balance_shown   TEXT    NOT NULL DEFAULT 'exact' CHECK (balance_shown IN ('exact', 'enough', 'hidden')),
    recorded        BOOLEAN NOT NULL DEFAULT FALSE,
    policy_version  INTEGER NOT NULL DEFAULT 0,
    expires_at      BIGINT  NOT NULL DEFAULT 0,  -- of a request
    min_participants INTEGER NOT NULL DEFAULT 0, -- of a group show
    max_participants INTEGER NOT NULL DEFAULT 0,
    picture_at      BIGINT  NOT NULL DEFAULT 0,  -- the performer's picture is there since; 0: it is not
    away_until      BIGINT  NOT NULL DEFAULT 0,  -- of a held show: how long the way back is open; 0: her paid show goes on
    CHECK ((status = 'ended') = (ended_at > 0)),
    CHECK (status <> 'held' OR type = 'public'),
    CHECK (type = 'public' OR price > 0)
) /*strict*/;

INSERT INTO shows_new (id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at, staged_at,
    live_at, lost_at, ended_at, end_reason, viewers, most_viewers, snapshot, watched_by, watched_until, picture_at)
SELECT id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at, started_at,
    live_at, lost_at, ended_at, end_reason, viewers, most_viewers, snapshot, watched_by, watched_until,
    CASE WHEN status = 'live' THEN live_at ELSE 0 END
FROM shows;
DROP TABLE shows;
ALTER TABLE shows_new RENAME TO shows;

CREATE UNIQUE INDEX shows_stage ON shows (performer_id) WHERE status IN ('starting', 'live', 'paused');
CREATE UNIQUE INDEX shows_public ON shows (performer_id) WHERE type = 'public' AND ended_at = 0;
CREATE UNIQUE INDEX shows_pending ON shows (performer_id, member_id) WHERE status = 'pending';
CREATE UNIQUE INDEX shows_member ON shows (member_id) WHERE member_id <> '' AND status IN ('starting', 'live', 'paused');
CREATE INDEX shows_open ON shows (performer_id) WHERE ended_at = 0;
CREATE INDEX shows_asked ON shows (member_id) WHERE status = 'pending';
CREATE INDEX shows_conversation ON shows (conversation_id, started_at);
CREATE INDEX shows_history ON shows (performer_id, started_at DESC, id DESC);

-- Who has a seat in a paid show, or looks into one. A seat's id is its meter's.
CREATE TABLE show_seats (
    id         TEXT    NOT NULL PRIMARY KEY,
    show_id    TEXT    NOT NULL REFERENCES shows (id),
    member_id  TEXT    NOT NULL REFERENCES accounts (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('member', 'peek')),
    identity   TEXT    NOT NULL DEFAULT '', -- the media identity that may watch; another device takes over
    metered    BOOLEAN NOT NULL DEFAULT FALSE, -- a seat in a group that waits has no meter yet
    taken_at   BIGINT  NOT NULL,            -- the seat; with its meter, when that was opened
    here_at    BIGINT  NOT NULL DEFAULT 0,  -- in the media room since; 0: not
    came_at    BIGINT  NOT NULL DEFAULT 0,  -- first in the media room
    lost_at    BIGINT  NOT NULL DEFAULT 0,  -- not in the media room since
    ends_at    BIGINT  NOT NULL DEFAULT 0,  -- of a peek: the end of its paid window
    left_at    BIGINT  NOT NULL DEFAULT 0,
    reason     TEXT    NOT NULL DEFAULT ''
) /*strict*/;
CREATE UNIQUE INDEX show_seats_taken ON show_seats (show_id, member_id) WHERE left_at = 0;
CREATE UNIQUE INDEX show_seats_member ON show_seats (member_id) WHERE kind = 'member' AND left_at = 0;
CREATE INDEX show_seats_of ON show_seats (member_id) WHERE left_at = 0;
CREATE INDEX show_seats_show ON show_seats (show_id, taken_at, id);

-- What a member was offered who asked to look in; paid windows are seats.
CREATE TABLE show_peeks (
    id         TEXT    NOT NULL PRIMARY KEY,
    show_id    TEXT    NOT NULL REFERENCES shows (id),
    member_id  TEXT    NOT NULL REFERENCES accounts (id),
    price      BIGINT  NOT NULL CHECK (price > 0),
    seconds    INTEGER NOT NULL,
    created_at BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX show_peeks_show ON show_peeks (show_id);

-- Who must leave a media room; an empty identity is everybody, and the room. A row
-- goes when the engine has obeyed, so that a crash between the commit and the
-- call leaves no open curtain. until is how long it is repeated: the engine tells
-- nothing of hidden participants, and one may have been on the way in.
CREATE TABLE show_evictions (
    room     TEXT   NOT NULL,
    identity TEXT   NOT NULL DEFAULT '',
    until    BIGINT NOT NULL,
    PRIMARY KEY (room, identity)
) /*strict*/;

-- Who may enter a conversation that is not public, and since when no longer write.
CREATE TABLE conversation_members (
    conversation_id TEXT   NOT NULL REFERENCES conversations (id),
    account_id      TEXT   NOT NULL REFERENCES accounts (id),
    left_at         BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (conversation_id, account_id)
) /*strict*/;

ALTER TABLE conversations ADD COLUMN closed_at BIGINT NOT NULL DEFAULT 0;

-- A performer may ask for a balance before a member may ask her.
ALTER TABLE performers ADD COLUMN min_balance BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE performers DROP COLUMN min_balance;
ALTER TABLE conversations DROP COLUMN closed_at;
DROP TABLE conversation_members; DROP TABLE show_evictions; DROP TABLE show_peeks; DROP TABLE show_seats;
CREATE TABLE shows_old (
    id              TEXT    NOT NULL PRIMARY KEY,
    performer_id    TEXT    NOT NULL REFERENCES accounts (id),
    conversation_id TEXT    NOT NULL,
    type            TEXT    NOT NULL CHECK (type IN ('public')),
    status          TEXT    NOT NULL CHECK (status IN ('starting', 'live', 'paused', 'ended')),
    title           TEXT    NOT NULL DEFAULT '',
    epoch           INTEGER NOT NULL DEFAULT 1,
    publisher       TEXT    NOT NULL DEFAULT '',
    started_at      BIGINT  NOT NULL,
    live_at         BIGINT  NOT NULL DEFAULT 0,
    lost_at         BIGINT  NOT NULL DEFAULT 0,
    ended_at        BIGINT  NOT NULL DEFAULT 0,
    end_reason      TEXT    NOT NULL DEFAULT '',
    viewers         INTEGER NOT NULL DEFAULT 0,
    most_viewers    INTEGER NOT NULL DEFAULT 0,
    snapshot        TEXT    NOT NULL DEFAULT '',
    watched_by      TEXT    NOT NULL DEFAULT '',
    watched_until   BIGINT  NOT NULL DEFAULT 0
) /*strict*/;
INSERT INTO shows_old (id, performer_id, conversation_id, type, status, title, epoch, publisher, started_at,
    live_at, lost_at, ended_at, end_reason, viewers, most_viewers, snapshot, watched_by, watched_until)
SELECT id, performer_id, conversation_id, type, CASE WHEN status = 'held' THEN 'paused' ELSE status END, title, epoch,
    publisher, started_at, live_at, lost_at, ended_at, end_reason, viewers, most_viewers, snapshot, watched_by, watched_until
FROM shows WHERE type = 'public';
DROP TABLE shows;
ALTER TABLE shows_old RENAME TO shows;
CREATE UNIQUE INDEX shows_open ON shows (performer_id) WHERE ended_at = 0;
CREATE INDEX shows_history ON shows (performer_id, started_at DESC, id DESC);
