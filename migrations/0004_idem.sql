-- +goose Up
-- What was already answered: the same key and body get the same answer, in the
-- transaction of what it caused.
CREATE TABLE idem_answers (
    scope      TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    body_hash  TEXT   NOT NULL,
    answer     TEXT   NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
) /*strict*/;
CREATE INDEX idem_answers_age ON idem_answers (created_at);

-- +goose Down
DROP TABLE idem_answers;
