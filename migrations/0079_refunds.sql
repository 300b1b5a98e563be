-- +goose Up
-- What a member asked to have back, once a payment (kind and reference are those
-- of its transfers), and what an admin decided. paid and refundable are as they
-- were when it was asked. The rest says who gave what: the performer, the studio
-- and the site give now; what the first two did not have they owe, or the site
-- gave in their place (absorbed, a part of given_fee). The tokens moved by the
-- transfer 'refund-request:' || id.
CREATE TABLE refund_requests (
    id           TEXT   NOT NULL PRIMARY KEY,
    kind         TEXT   NOT NULL CHECK (kind <> ''),
    reference    TEXT   NOT NULL CHECK (reference <> ''),
    member_id    TEXT   NOT NULL REFERENCES accounts (id),
    performer_id TEXT   NOT NULL REFERENCES accounts (id),
    studio_id    TEXT   NOT NULL DEFAULT '',
    label        TEXT   NOT NULL DEFAULT '',
    paid         BIGINT NOT NULL CHECK (paid > 0),
    refundable   BIGINT NOT NULL CHECK (refundable BETWEEN 1 AND paid),
    paid_at      BIGINT NOT NULL,
    reason       TEXT   NOT NULL CHECK (reason <> ''),
    text         TEXT   NOT NULL CHECK (length(text) BETWEEN 10 AND 1000),
    status       TEXT   NOT NULL CHECK (status IN ('pending', 'resolved', 'rejected')),
    resolution   TEXT   NOT NULL DEFAULT '' CHECK (resolution IN ('', 'full', 'partial')),
    amount       BIGINT NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND refundable),
    given_fee    BIGINT NOT NULL DEFAULT 0 CHECK (given_fee >= 0),
    given_studio BIGINT NOT NULL DEFAULT 0 CHECK (given_studio >= 0),
    given_net    BIGINT NOT NULL DEFAULT 0 CHECK (given_net >= 0),
    owed_studio  BIGINT NOT NULL DEFAULT 0 CHECK (owed_studio >= 0),
    owed_net     BIGINT NOT NULL DEFAULT 0 CHECK (owed_net >= 0),
    absorbed     BIGINT NOT NULL DEFAULT 0 CHECK (absorbed BETWEEN 0 AND given_fee),
    transfer_id  TEXT   UNIQUE REFERENCES ledger_transfers (id),
    note         TEXT   NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    decided_by   TEXT   NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    decided_at   BIGINT NOT NULL DEFAULT 0,
    UNIQUE (kind, reference),
    CHECK (given_fee + given_studio + given_net + owed_studio + owed_net = amount),
    CHECK (absorbed = 0 OR owed_studio + owed_net = 0),
    CHECK ((status = 'resolved') = (amount > 0)),
    CHECK ((status = 'resolved') = (transfer_id IS NOT NULL)),
    CHECK ((status = 'resolved') = (resolution <> '')),
    CHECK ((status = 'pending') = (decided_at = 0)),
    CHECK ((status = 'pending') = (decided_by = '')),
    CHECK ((status = 'pending') = (note = '')),
    CONSTRAINT refund_requests_own CHECK (decided_by = '' OR decided_by NOT IN (member_id, performer_id, studio_id))
) /*strict*/;
CREATE INDEX refund_requests_member ON refund_requests (member_id, id);
CREATE INDEX refund_requests_performer ON refund_requests (performer_id, id);
CREATE INDEX refund_requests_status ON refund_requests (status, id);

-- What a performer or studio could not give of a refund, and what later earnings
-- have repaid of it. The rest is what receivable:<account_id> says.
CREATE TABLE refund_debts (
    request_id TEXT   NOT NULL REFERENCES refund_requests (id),
    account_id TEXT   NOT NULL,
    owed       BIGINT NOT NULL CHECK (owed > 0),
    repaid     BIGINT NOT NULL DEFAULT 0 CHECK (repaid BETWEEN 0 AND owed),
    PRIMARY KEY (request_id, account_id)
) /*strict*/;
CREATE INDEX refund_debts_open ON refund_debts (account_id, request_id) WHERE repaid < owed;

-- A repayment; its tokens moved by the transfer 'refund-debt:' || id.
CREATE TABLE refund_repayments (
    id          TEXT   NOT NULL PRIMARY KEY,
    request_id  TEXT   NOT NULL,
    account_id  TEXT   NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    transfer_id TEXT   NOT NULL UNIQUE REFERENCES ledger_transfers (id),
    created_at  BIGINT NOT NULL,
    FOREIGN KEY (request_id, account_id) REFERENCES refund_debts (request_id, account_id)
) /*strict*/;
CREATE INDEX refund_repayments_debt ON refund_repayments (request_id, account_id);

-- What the site gave back of a spin: its performer can no longer reject it.
ALTER TABLE wheel_results ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND gross);

-- A member's shows by their end: what may still be asked about.
CREATE INDEX show_meters_ended ON show_meters (member_id, ended_at);

-- +goose Down
DROP INDEX show_meters_ended;
ALTER TABLE wheel_results DROP COLUMN refunded;
DROP TABLE refund_repayments;
DROP TABLE refund_debts;
DROP TABLE refund_requests;
