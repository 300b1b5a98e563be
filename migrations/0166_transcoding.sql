-- +goose Up
-- Videos that are made of uploads. What is made lies in the blob store, under
-- "media/<media>/<file>", and each try gives its files names of their own: who lost its
-- lease overwrites nothing. A row here is what makes a file count.
CREATE TABLE media (
    id          TEXT    NOT NULL PRIMARY KEY,
    owner_id    TEXT    NOT NULL,
    upload_id   TEXT    NOT NULL,
    purpose     TEXT    NOT NULL,
    name        TEXT    NOT NULL, -- what the client called the upload
    status      TEXT    NOT NULL,
    progress    INTEGER NOT NULL DEFAULT 0, -- in hundredths, of what is played first, and then of the rest
    reason      TEXT    NOT NULL DEFAULT '', -- why it was refused or failed, for who uploaded it
    detail      TEXT    NOT NULL DEFAULT '', -- why it failed, for the operator
    tries       INTEGER NOT NULL DEFAULT 0,
    due_at      BIGINT  NOT NULL, -- a node may take it from then on; 0: nobody does by itself
    holder      TEXT    NOT NULL DEFAULT '', -- the try that works on it
    lease_until BIGINT  NOT NULL DEFAULT 0, -- from then on the holder counts as dead
    video       TEXT    NOT NULL DEFAULT '', -- what the upload was found to be, in JSON
    duration_ms BIGINT  NOT NULL DEFAULT 0,
    width       INTEGER NOT NULL DEFAULT 0,
    height      INTEGER NOT NULL DEFAULT 0,
    has_sound   BOOLEAN NOT NULL DEFAULT FALSE,
    blurhash    TEXT    NOT NULL DEFAULT '',
    colour      TEXT    NOT NULL DEFAULT '',
    created_at  BIGINT  NOT NULL,
    playable_at BIGINT  NOT NULL DEFAULT 0,
    done_at     BIGINT  NOT NULL DEFAULT 0,
    removed_at  BIGINT  NOT NULL DEFAULT 0, -- the row goes when its bytes are gone
    CONSTRAINT media_status CHECK (status IN ('waiting', 'working', 'playable', 'done', 'refused', 'failed', 'unavailable')),
    CONSTRAINT media_progress CHECK (progress BETWEEN 0 AND 100),
    CONSTRAINT media_lease CHECK ((holder = '') = (lease_until = 0)),
    CONSTRAINT media_final CHECK (status NOT IN ('done', 'refused') OR due_at = 0 AND holder = ''),
    CONSTRAINT media_done CHECK ((status = 'done') = (done_at > 0))
) /*strict*/;
CREATE INDEX media_due ON media (due_at) WHERE due_at > 0 AND removed_at = 0;
CREATE INDEX media_by_status ON media (status, id) WHERE removed_at = 0;
CREATE INDEX media_holder ON media (holder) WHERE holder <> '';
CREATE INDEX media_owner ON media (owner_id, id) WHERE removed_at = 0;
CREATE INDEX media_removed ON media (id) WHERE removed_at > 0;

-- One size of a video: an object of fragments, and where its segments are in it.
CREATE TABLE media_renditions (
    media_id   TEXT    NOT NULL REFERENCES media (id),
    name       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    size       BIGINT  NOT NULL CHECK (size > 0),
    plan       TEXT    NOT NULL, -- what was to be made, in JSON
    header     TEXT    NOT NULL, -- what was made, in JSON, without its segments
    segments   TEXT    NOT NULL, -- see internal/transcoding/pack.go
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (media_id, name),
    CONSTRAINT media_renditions_key UNIQUE (key)
) /*strict*/;

-- What is shown beside a video: poster, preview, sheets and cues of the storyboard.
CREATE TABLE media_files (
    media_id   TEXT    NOT NULL REFERENCES media (id),
    name       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    size       BIGINT  NOT NULL CHECK (size > 0),
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (media_id, name),
    CONSTRAINT media_files_key UNIQUE (key)
) /*strict*/;

-- +goose Down
DROP TABLE media_files; DROP TABLE media_renditions; DROP TABLE media;
