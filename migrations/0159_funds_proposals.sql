-- +goose Up
-- What waits for a second admin: set-ups of gateways, packages, and decisions about
-- payments. What is proposed, and by whom, is sealed: it holds secrets of vendors, and
-- nobody changes it from outside.
CREATE TABLE funds_proposals (
	id          TEXT PRIMARY KEY,
	kind        TEXT NOT NULL CHECK (kind IN ('gateway', 'package', 'outcome', 'refund', 'receivable')),
	subject     TEXT NOT NULL,
	sealed      TEXT NOT NULL,
	proposed_at BIGINT NOT NULL,
	UNIQUE (kind, subject)
);

-- +goose Down
DROP TABLE funds_proposals;
