-- +goose Up
-- The outbox: one row per event and subscriber, written in the transaction that
-- made the news, deleted in the one that delivered it. due is also the lease: a
-- claimed delivery is due again when its worker should have finished.
CREATE TABLE bus_deliveries (
    id         TEXT    NOT NULL PRIMARY KEY,
    subscriber TEXT    NOT NULL,
    event      TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    due        BIGINT  NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    failure    TEXT    NOT NULL DEFAULT '',
    created_at BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX bus_deliveries_due ON bus_deliveries (due, id);

-- +goose Down
DROP TABLE bus_deliveries;
