-- +goose Up
-- Who belonged to which studio, and when; left_at is 0 of who still does. Days on line are sums of whole days (0217), so
-- what somebody had done before on the day of joining, and by then on the day of leaving, is written down.
CREATE TABLE studio_memberships (
    id           TEXT   NOT NULL PRIMARY KEY,
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL REFERENCES accounts (id),
    joined_at    BIGINT NOT NULL,
    left_at      BIGINT NOT NULL DEFAULT 0,
    before_ms    BIGINT NOT NULL DEFAULT 0,
    before_shows BIGINT NOT NULL DEFAULT 0,
    until_ms     BIGINT NOT NULL DEFAULT 0,
    until_shows  BIGINT NOT NULL DEFAULT 0,
    CHECK (left_at = 0 OR left_at >= joined_at)
) /*strict*/;
CREATE INDEX studio_memberships_studio ON studio_memberships (studio_id, left_at);
CREATE UNIQUE INDEX studio_memberships_performer_id ON studio_memberships (performer_id) WHERE left_at = 0;
INSERT INTO studio_memberships (id, studio_id, performer_id, joined_at)
SELECT 'member:' || m.performer_id, m.studio_id, m.performer_id, m.joined_at
FROM studio_members m;
-- Of who has left before this table, the first and the last income that the studio had of their work is known.
INSERT INTO studio_memberships (id, studio_id, performer_id, joined_at, left_at)
SELECT 'former:' || s.id || ':' || f.id, s.id, f.id, MIN(t.created_at), MAX(t.created_at) + 1
FROM studios s
JOIN ledger_postings p ON p.target = 'earn:' || s.id
JOIN ledger_transfers t ON t.id = p.transfer_id AND t.payer <> ''
JOIN performers f ON f.id = t.payee
WHERE NOT EXISTS (SELECT 1 FROM studio_members m WHERE m.performer_id = f.id AND m.studio_id = s.id)
GROUP BY s.id, f.id;

-- The days of a studio have the hours too, and are summed again: incomes of which the studio gets nothing were missing.
DELETE FROM studio_days;
DELETE FROM studio_sums;
ALTER TABLE studio_days ADD COLUMN online_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studio_days ADD COLUMN shows BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studio_sums ADD COLUMN online_ms BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE studio_sums DROP COLUMN online_ms;
ALTER TABLE studio_days DROP COLUMN shows; ALTER TABLE studio_days DROP COLUMN online_ms;
DROP TABLE studio_memberships;
