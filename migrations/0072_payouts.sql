-- +goose Up
-- Where somebody is paid, one row per account and method. details is sealed;
-- changed_at is when it last became another destination, which freezes payouts.
CREATE TABLE payout_details (
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    method     TEXT   NOT NULL CHECK (method IN ('bank_transfer', 'direct_deposit', 'paxum', 'bitpay')),
    details    TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, method)
) /*strict*/;

-- What is paid by one file. file is sealed and never changes: exporting it again
-- gives the same bytes, whose SHA-256 is hash. approver differs from creator when
-- the total is above the limit of its moment (two_needed).
CREATE TABLE payout_batches (
    id          TEXT    NOT NULL PRIMARY KEY,
    rail        TEXT    NOT NULL,
    currency    TEXT    NOT NULL,
    total       BIGINT  NOT NULL CHECK (total > 0),
    payments    BIGINT  NOT NULL CHECK (payments > 0),
    two_needed  BOOLEAN NOT NULL,
    file_name   TEXT    NOT NULL,
    file_type   TEXT    NOT NULL,
    file        TEXT    NOT NULL,
    hash        TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('frozen', 'approved', 'paid', 'discarded')),
    creator     TEXT    NOT NULL,
    approver    TEXT    NOT NULL DEFAULT '',
    reason      TEXT    NOT NULL DEFAULT '',
    reference   TEXT    NOT NULL DEFAULT '',
    created_at  BIGINT  NOT NULL,
    exported_at BIGINT  NOT NULL DEFAULT 0,
    closed_at   BIGINT  NOT NULL DEFAULT 0,
    CONSTRAINT payout_batches_second CHECK (NOT two_needed OR approver <> creator),
    CHECK (state IN ('frozen', 'discarded') OR approver <> ''),
    CHECK (exported_at = 0 OR approver <> ''),
    CHECK (state <> 'paid' OR exported_at > 0),
    CHECK ((closed_at > 0) = (state IN ('paid', 'discarded')))
) /*strict*/;
CREATE INDEX payout_batches_state ON payout_batches (state, created_at DESC, id DESC);

-- A request and everything that is frozen in it: the rate, the destination
-- (sealed), what it covers. Its tokens lie in the ledger's payout:<id> until it is
-- final; units were reserved, amount is what they are worth in minor units.
-- studio_id is who decides; empty: the site.
CREATE TABLE payout_requests (
    id           TEXT    NOT NULL PRIMARY KEY,
    account_id   TEXT    NOT NULL REFERENCES accounts (id),
    role         TEXT    NOT NULL CHECK (role IN ('performer', 'studio')),
    studio_id    TEXT    NOT NULL DEFAULT '',
    status       TEXT    NOT NULL CHECK (status IN ('pending', 'processing', 'done', 'rejected', 'cancelled')),
    method       TEXT    NOT NULL,
    destination  TEXT    NOT NULL,
    shown        TEXT    NOT NULL,
    units        BIGINT  NOT NULL CHECK (units > 0),
    amount       BIGINT  NOT NULL CHECK (amount > 0),
    currency     TEXT    NOT NULL CHECK (length(currency) = 3),
    rate         BIGINT  NOT NULL CHECK (rate > 0),
    lines        TEXT    NOT NULL,
    since        BIGINT  NOT NULL,
    until        BIGINT  NOT NULL,
    note         TEXT    NOT NULL DEFAULT '',
    transfer_id  TEXT    NOT NULL UNIQUE,
    first_by     TEXT    NOT NULL DEFAULT '',
    approved_by  TEXT    NOT NULL DEFAULT '',
    decided_by   TEXT    NOT NULL DEFAULT '',
    reason       TEXT    NOT NULL DEFAULT '',
    reference    TEXT    NOT NULL DEFAULT '',
    batch_id     TEXT    NOT NULL DEFAULT '',
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL,
    CHECK (account_id <> studio_id),
    CHECK (role = 'performer' OR studio_id = ''),
    CONSTRAINT payout_requests_own CHECK (account_id NOT IN (first_by, approved_by)),
    CONSTRAINT payout_requests_approvers CHECK (first_by = '' OR first_by <> approved_by),
    CHECK (status NOT IN ('processing', 'done') OR approved_by <> ''),
    CHECK ((status IN ('done', 'rejected', 'cancelled')) = (decided_by <> '')),
    CHECK (status <> 'cancelled' OR decided_by = account_id),
    CHECK (status = 'cancelled' OR decided_by <> account_id),
    CHECK (status <> 'rejected' OR reason <> ''),
    CHECK (batch_id = '' OR status IN ('processing', 'done'))
) /*strict*/;
-- One open request per account.
CREATE UNIQUE INDEX payout_requests_account_id ON payout_requests (account_id) WHERE status IN ('pending', 'processing');
CREATE INDEX payout_requests_history ON payout_requests (account_id, created_at DESC, id DESC);
CREATE INDEX payout_requests_queue ON payout_requests (studio_id, status, created_at DESC, id DESC);
CREATE INDEX payout_requests_batch ON payout_requests (batch_id, id);

-- +goose Down
DROP TABLE payout_requests; DROP TABLE payout_batches; DROP TABLE payout_details;
