-- +goose NO TRANSACTION
-- +goose Up
-- A payment may be asked about once more, when staff ended the access to what was paid for
-- after the first request was decided: attempt counts the requests about a payment. SQLite
-- cannot change a UNIQUE in place: the table is built anew, as in 0161.
PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

CREATE TABLE refund_requests_new (
    id           TEXT    NOT NULL PRIMARY KEY,
    kind         TEXT    NOT NULL CHECK (kind <> ''),
    reference    TEXT    NOT NULL CHECK (reference <> ''),
    member_id    TEXT    NOT NULL REFERENCES accounts (id),
    performer_id TEXT    NOT NULL REFERENCES accounts (id),
    studio_id    TEXT    NOT NULL DEFAULT '',
    label        TEXT    NOT NULL DEFAULT '',
    paid         INTEGER NOT NULL CHECK (paid > 0),
    refundable   INTEGER NOT NULL CHECK (refundable BETWEEN 1 AND paid),
    paid_at      INTEGER NOT NULL,
    reason       TEXT    NOT NULL CHECK (reason <> ''),
    text         TEXT    NOT NULL CHECK (length(text) BETWEEN 10 AND 1000),
    status       TEXT    NOT NULL CHECK (status IN ('pending', 'resolved', 'rejected')),
    resolution   TEXT    NOT NULL DEFAULT '' CHECK (resolution IN ('', 'full', 'partial')),
    amount       INTEGER NOT NULL DEFAULT 0 CHECK (amount BETWEEN 0 AND refundable),
    given_fee    INTEGER NOT NULL DEFAULT 0 CHECK (given_fee >= 0),
    given_studio INTEGER NOT NULL DEFAULT 0 CHECK (given_studio >= 0),
    given_net    INTEGER NOT NULL DEFAULT 0 CHECK (given_net >= 0),
    owed_studio  INTEGER NOT NULL DEFAULT 0 CHECK (owed_studio >= 0),
    owed_net     INTEGER NOT NULL DEFAULT 0 CHECK (owed_net >= 0),
    absorbed     INTEGER NOT NULL DEFAULT 0 CHECK (absorbed BETWEEN 0 AND given_fee),
    transfer_id  TEXT    UNIQUE REFERENCES ledger_transfers (id),
    note         TEXT    NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    decided_by   TEXT    NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    decided_at   INTEGER NOT NULL DEFAULT 0,
    attempt      INTEGER NOT NULL DEFAULT 1 CHECK (attempt > 0),
    CONSTRAINT refund_requests_attempts UNIQUE (kind, reference, attempt),
    CHECK (given_fee + given_studio + given_net + owed_studio + owed_net = amount),
    CHECK (absorbed = 0 OR owed_studio + owed_net = 0),
    CHECK ((status = 'resolved') = (amount > 0)),
    CHECK ((status = 'resolved') = (transfer_id IS NOT NULL)),
    CHECK ((status = 'resolved') = (resolution <> '')),
    CHECK ((status = 'pending') = (decided_at = 0)),
    CHECK ((status = 'pending') = (decided_by = '')),
    CHECK ((status = 'pending') = (note = '')),
    CONSTRAINT refund_requests_own CHECK (decided_by = '' OR decided_by NOT IN (member_id, performer_id, studio_id))
) STRICT;
INSERT INTO refund_requests_new (id, kind, reference, member_id, performer_id, studio_id, label, paid, refundable, paid_at, reason, text,
    status, resolution, amount, given_fee, given_studio, given_net, owed_studio, owed_net, absorbed, transfer_id, note, decided_by, created_at, decided_at)
SELECT id, kind, reference, member_id, performer_id, studio_id, label, paid, refundable, paid_at, reason, text,
    status, resolution, amount, given_fee, given_studio, given_net, owed_studio, owed_net, absorbed, transfer_id, note, decided_by, created_at, decided_at
FROM refund_requests
ORDER BY id;
DROP TABLE refund_requests;
ALTER TABLE refund_requests_new RENAME TO refund_requests;
CREATE INDEX refund_requests_member ON refund_requests (member_id, id);
CREATE INDEX refund_requests_performer ON refund_requests (performer_id, id);
CREATE INDEX refund_requests_status ON refund_requests (status, id);

COMMIT;
PRAGMA foreign_keys = ON;

-- +goose Down
CREATE UNIQUE INDEX refund_requests_once ON refund_requests (kind, reference); -- attempt stays, and is 1
