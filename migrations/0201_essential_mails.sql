-- +goose Up
-- Mails that somebody waits for go before the others.
CREATE INDEX mails_essential ON mails (due, id) WHERE state = 'waiting' AND unsubscribe = '';
-- The centre of a group.
CREATE INDEX notices_group ON notices (account_id, grp, id) WHERE shown;

-- +goose Down
DROP INDEX notices_group; DROP INDEX mails_essential;
