-- +goose Up
-- A meter is the money clock of one participant of a paid show. Its plan (price,
-- period, terms) is frozen when it opens. Durations are milliseconds; site_fee,
-- studio_net and net are the shares of one period. The show is not a foreign key:
-- the meter knows it by name only.
CREATE TABLE show_meters (
    id            TEXT    NOT NULL PRIMARY KEY,
    show_id       TEXT    NOT NULL,
    performer_id  TEXT    NOT NULL REFERENCES accounts (id),
    member_id     TEXT    NOT NULL REFERENCES accounts (id),
    kind          TEXT    NOT NULL CHECK (kind IN ('private', 'group', 'peekIn')),
    price         BIGINT  NOT NULL CHECK (price > 0),
    period        BIGINT  NOT NULL CHECK (period > 0),
    free          BIGINT  NOT NULL CHECK (free >= 0),
    minimum       INTEGER NOT NULL CHECK (minimum >= 1),
    renew         BOOLEAN NOT NULL,
    studio_id     TEXT    NOT NULL,
    site_rate     INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate   INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    site_fee      BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net    BIGINT  NOT NULL CHECK (studio_net >= 0),
    net           BIGINT  NOT NULL CHECK (net >= 0),
    state         TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'paused', 'closed')),
    elapsed       BIGINT  NOT NULL DEFAULT 0,  -- metered until turned_at
    turned_at     BIGINT  NOT NULL,            -- when the clock was last started or stopped
    wake_at       BIGINT  NOT NULL DEFAULT 0,  -- when there is next something to do; 0 while it does not run
    periods       INTEGER NOT NULL DEFAULT 0,  -- captured: the highest n in show_minutes
    held          BIGINT  NOT NULL DEFAULT 0 CHECK (held >= 0), -- what 'hold:' || id holds
    moves         INTEGER NOT NULL DEFAULT 0,  -- transfers 'hold:' || id || ':' || 1 … moves, into the hold and out of it
    low           INTEGER NOT NULL DEFAULT 0,  -- the warning last given, in seconds
    refund        BIGINT  NOT NULL DEFAULT 0 CHECK (refund BETWEEN 0 AND price * periods),
    refund_fee    BIGINT  NOT NULL DEFAULT 0 CHECK (refund_fee >= 0), -- who gave it: the site,
    refund_studio BIGINT  NOT NULL DEFAULT 0 CHECK (refund_studio >= 0), -- the studio,
    refund_net    BIGINT  NOT NULL DEFAULT 0 CHECK (refund_net >= 0), -- the performer
    absorbed      BIGINT  NOT NULL DEFAULT 0 CHECK (absorbed BETWEEN 0 AND refund_fee), -- the site's, in place of the others
    refund_id     TEXT    UNIQUE REFERENCES ledger_transfers (id),
    opened_at     BIGINT  NOT NULL,
    started_at    BIGINT  NOT NULL DEFAULT 0,
    ended_at      BIGINT  NOT NULL DEFAULT 0,
    end_reason    TEXT    NOT NULL DEFAULT '',
    fault         BOOLEAN NOT NULL DEFAULT FALSE, -- ended by the performer or the house: unused time was refunded
    CHECK (member_id <> performer_id),
    CHECK (site_fee + studio_net + net = price),
    CHECK (refund_fee + refund_studio + refund_net = refund),
    CHECK ((refund > 0) = (refund_id IS NOT NULL)),
    CHECK (elapsed BETWEEN 0 AND free + period * periods), -- no time is metered that is not paid
    CHECK ((state = 'running') = (wake_at > 0)),
    CHECK ((state = 'closed') = (ended_at > 0)),
    CHECK (state <> 'closed' OR held = 0)
) /*strict*/;
CREATE INDEX show_meters_due ON show_meters (wake_at, id) WHERE wake_at > 0;
CREATE INDEX show_meters_show ON show_meters (show_id, opened_at, id);
CREATE INDEX show_meters_pair ON show_meters (member_id, performer_id, started_at);
CREATE UNIQUE INDEX show_meters_open ON show_meters (show_id, member_id) WHERE ended_at = 0;

-- A captured period; its tokens moved by the transfer 'minute:' || meter_id || ':' || n.
CREATE TABLE show_minutes (
    meter_id    TEXT    NOT NULL REFERENCES show_meters (id),
    n           INTEGER NOT NULL CHECK (n >= 1),
    transfer_id TEXT    NOT NULL UNIQUE REFERENCES ledger_transfers (id),
    started_at  BIGINT  NOT NULL,
    captured_at BIGINT  NOT NULL,
    PRIMARY KEY (meter_id, n)
) /*strict*/;

-- +goose Down
DROP TABLE show_minutes;
DROP TABLE show_meters;
