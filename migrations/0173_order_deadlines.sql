-- +goose Up
-- waiting_since is the instant from which the deadline of an order's status counts: when it
-- got the status, or the last look at which a payment of its buyer was being checked.
ALTER TABLE orders ADD COLUMN waiting_since BIGINT NOT NULL DEFAULT 0;
UPDATE orders SET waiting_since = changed_at;
DROP INDEX orders_waiting;
CREATE INDEX orders_waiting ON orders (waiting_since, id) WHERE status IN ('created', 'processing', 'shipped');
CREATE INDEX orders_item ON orders (item_id, created_at, id);

-- What the buyer of a shipped order was told of its parcel before the seller corrected it
-- (replaced_at); n counts from 1.
CREATE TABLE order_trackings (
    order_id        TEXT   NOT NULL REFERENCES orders (id),
    n               BIGINT NOT NULL CHECK (n > 0),
    carrier         TEXT   NOT NULL,
    tracking_number TEXT   NOT NULL,
    tracking_url    TEXT   NOT NULL,
    replaced_at     BIGINT NOT NULL,
    PRIMARY KEY (order_id, n)
) /*strict*/;

-- +goose Down
DROP TABLE order_trackings;
DROP INDEX orders_item;
DROP INDEX orders_waiting;
CREATE INDEX orders_waiting ON orders (changed_at, id) WHERE status IN ('created', 'shipped');
ALTER TABLE orders DROP COLUMN waiting_since;
