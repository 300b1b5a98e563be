-- +goose Up
-- What admins decided without a second one, of whatever kind: the sum of a day is
-- what each limit holds against. The other table is one row for each admin, to
-- wait at. These take the place of the tables that knew entries by hand only.
CREATE TABLE alone_decisions (
    id        TEXT   NOT NULL PRIMARY KEY,
    person_id TEXT   NOT NULL,
    kind      TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    amount    BIGINT NOT NULL CHECK (amount > 0),
    at        BIGINT NOT NULL
) /*strict*/;
CREATE INDEX alone_decisions_person ON alone_decisions (person_id, kind, at);
CREATE INDEX alone_decisions_subject ON alone_decisions (kind, subject);
INSERT INTO alone_decisions (id, person_id, kind, subject, amount, at)
SELECT id, admin_id, 'tokens', intent_id, tokens, at FROM funds_alone;
CREATE TABLE alone_people (
    person_id TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL
) /*strict*/;
DROP TABLE funds_alone_admins;
DROP TABLE funds_alone;

-- +goose Down
CREATE TABLE funds_alone (
    id        TEXT   NOT NULL PRIMARY KEY,
    admin_id  TEXT   NOT NULL,
    intent_id TEXT   NOT NULL REFERENCES funds_intents (id),
    tokens    BIGINT NOT NULL CHECK (tokens > 0),
    at        BIGINT NOT NULL
) /*strict*/;
CREATE INDEX funds_alone_admin ON funds_alone (admin_id, at);
CREATE TABLE funds_alone_admins (
    admin_id TEXT   NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL
) /*strict*/;
INSERT INTO funds_alone (id, admin_id, intent_id, tokens, at)
SELECT id, person_id, subject, amount, at FROM alone_decisions WHERE kind = 'tokens';
DROP TABLE alone_people;
DROP TABLE alone_decisions;
