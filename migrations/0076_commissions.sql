-- +goose Up
-- What the site keeps of one account's income instead of its default (a setting),
-- in basis points: each change is a row, and holds from its instant on until the
-- next one. No rate is the word that the default holds again.
CREATE TABLE commission_overrides (
    subject_id TEXT   NOT NULL REFERENCES accounts (id), -- a performer or a studio
    kind       TEXT   NOT NULL CHECK (kind IN ('tip', 'private', 'group', 'peekIn', 'wheel', 'gallery', 'video', 'product')),
    version    BIGINT NOT NULL CHECK (version > 0),
    site       BIGINT CHECK (site BETWEEN 0 AND 10000),
    reason     TEXT   NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    changed_by TEXT   NOT NULL,
    since      BIGINT NOT NULL,
    PRIMARY KEY (subject_id, kind, version)
) /*strict*/;
CREATE INDEX commission_overrides_since ON commission_overrides (since, subject_id, kind, version);

-- What a performer gets of her studio's receipts, as studio_rates had it, with
-- every change a row of its own. Nobody changed what stands here first or was
-- only written down to keep it (changed_by is empty then).
CREATE TABLE studio_shares (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL, -- empty: who has no share of her own
    kind         TEXT   NOT NULL CHECK (kind IN ('tip', 'private', 'group', 'peekIn', 'wheel', 'gallery', 'video', 'product')),
    version      BIGINT NOT NULL CHECK (version > 0),
    share        BIGINT NOT NULL CHECK (share BETWEEN 0 AND 10000),
    changed_by   TEXT   NOT NULL,
    since        BIGINT NOT NULL,
    PRIMARY KEY (studio_id, performer_id, kind, version)
) /*strict*/;
CREATE INDEX studio_shares_since ON studio_shares (studio_id, since, performer_id, kind, version);
INSERT INTO studio_shares (studio_id, performer_id, kind, version, share, changed_by, since)
SELECT studio_id, performer_id, kind, 1, share, '', 0
FROM studio_rates;
DROP TABLE studio_rates;

-- +goose Down
CREATE TABLE studio_rates (
    studio_id    TEXT   NOT NULL REFERENCES studios (id),
    performer_id TEXT   NOT NULL,
    kind         TEXT   NOT NULL,
    share        BIGINT NOT NULL CHECK (share BETWEEN 0 AND 10000),
    PRIMARY KEY (studio_id, performer_id, kind)
) /*strict*/;
INSERT INTO studio_rates (studio_id, performer_id, kind, share)
SELECT s.studio_id, s.performer_id, s.kind, s.share
FROM studio_shares s
WHERE s.version = (
    SELECT MAX(l.version)
    FROM studio_shares l
    WHERE l.studio_id = s.studio_id AND l.performer_id = s.performer_id AND l.kind = s.kind);
DROP TABLE studio_shares; DROP TABLE commission_overrides;
