-- +goose Up
-- What people put behind ?ref=, one per account. It never changes.
CREATE TABLE referral_codes (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    code       TEXT   NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
) /*strict*/;

-- The browsers that have shown an account its code or registered it. Only the
-- SHA-256 of the browser's mark is stored.
CREATE TABLE referral_devices (
    device_hash TEXT   NOT NULL,
    account_id  TEXT   NOT NULL REFERENCES accounts (id),
    seen_at     BIGINT NOT NULL,
    PRIMARY KEY (device_hash, account_id)
) /*strict*/;

-- Who brought whom, fixed at registration with the terms of that day. Who brings
-- is older than who is brought, so that there are no circles.
CREATE TABLE referrals (
    id          TEXT    NOT NULL PRIMARY KEY,
    referred_id TEXT    NOT NULL UNIQUE REFERENCES accounts (id),
    referrer_id TEXT    NOT NULL REFERENCES accounts (id),
    rate        INTEGER NOT NULL CHECK (rate BETWEEN 0 AND 10000), -- basis points
    void        TEXT    NOT NULL DEFAULT '' CHECK (void IN ('', 'own', 'device')),
    created_at  BIGINT  NOT NULL,
    ends_at     BIGINT  NOT NULL CHECK (ends_at >= created_at),    -- the first instant without reward
    CHECK (referrer_id <> referred_id)
) /*strict*/;
CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at, id);

-- A reward: one for each transfer by which the referred member paid ('spend') or
-- the referred performer earned ('earn'), of nothing when the reason says so. What
-- is above zero moved by the transfer 'referral:' || id.
CREATE TABLE referral_rewards (
    id          TEXT    NOT NULL PRIMARY KEY,
    referral_id TEXT    NOT NULL REFERENCES referrals (id),
    referrer_id TEXT    NOT NULL,
    base_id     TEXT    NOT NULL REFERENCES ledger_transfers (id),
    side        TEXT    NOT NULL CHECK (side IN ('spend', 'earn')),
    kind        TEXT    NOT NULL,                        -- of the base, with its
    reference   TEXT    NOT NULL,                        -- reference: what a partial refund names
    base        BIGINT  NOT NULL CHECK (base > 0),       -- the gross, or her net
    fee         BIGINT  NOT NULL CHECK (fee >= 0),       -- what the site kept of the base
    base_left   BIGINT  NOT NULL CHECK (base_left BETWEEN 0 AND base),
    fee_left    BIGINT  NOT NULL CHECK (fee_left BETWEEN 0 AND fee),
    reason      TEXT    NOT NULL DEFAULT '' CHECK (reason IN ('', 'inactive', 'studio')),
    reward      BIGINT  NOT NULL CHECK (reward >= 0),
    returned    BIGINT  NOT NULL DEFAULT 0 CHECK (returned >= 0), -- taken back
    absorbed    BIGINT  NOT NULL DEFAULT 0 CHECK (absorbed >= 0), -- due back, but gone: the site's loss
    free_at     BIGINT  NOT NULL,                        -- a member may spend it from then on
    release_id  TEXT    NOT NULL DEFAULT '',             -- the transfer's reference; '' while it is held
    released    BIGINT  NOT NULL DEFAULT 0 CHECK (released >= 0),
    created_at  BIGINT  NOT NULL,
    UNIQUE (base_id, side),
    CHECK (reward <= fee),
    CHECK (returned + absorbed <= reward),
    CHECK (reason = '' OR reward = 0)
) /*strict*/;
CREATE INDEX referral_rewards_referrer ON referral_rewards (referrer_id, created_at, id);
CREATE INDEX referral_rewards_referral ON referral_rewards (referral_id);
CREATE INDEX referral_rewards_reference ON referral_rewards (reference, kind);
CREATE INDEX referral_rewards_held ON referral_rewards (free_at) WHERE release_id = '';

-- What a refund took back of a reward; amount moved by 'referral-return:' || id.
CREATE TABLE referral_returns (
    id         TEXT   NOT NULL PRIMARY KEY,
    reward_id  TEXT   NOT NULL REFERENCES referral_rewards (id),
    cause_id   TEXT   NOT NULL REFERENCES ledger_transfers (id),
    amount     BIGINT NOT NULL CHECK (amount >= 0),
    absorbed   BIGINT NOT NULL CHECK (absorbed >= 0),
    created_at BIGINT NOT NULL,
    UNIQUE (reward_id, cause_id),
    CHECK (amount + absorbed > 0)
) /*strict*/;

-- +goose Down
DROP TABLE referral_returns; DROP TABLE referral_rewards; DROP TABLE referrals; DROP TABLE referral_devices; DROP TABLE referral_codes;
