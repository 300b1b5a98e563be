-- +goose Up
-- How many of a product were bought (price is what all of them cost), and whether the
-- seller sends them: then the price lies in hold:<id> until they are sent (captured_at),
-- or returns to the buyer.
ALTER TABLE purchases ADD COLUMN quantity BIGINT NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100);
ALTER TABLE purchases ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE CHECK (NOT held OR kind = 'product');
ALTER TABLE purchases ADD COLUMN captured_at BIGINT NOT NULL DEFAULT 0 CHECK (captured_at = 0 OR held AND undone_at = 0);

-- What became of a product after its sale; the rest is as it was at the sale. number is
-- what people call the order. delivery_address, postal_code and country are where it goes,
-- and are emptied some days after the order is closed (purged_at); closed_at is when it
-- was first delivered, cancelled or refunded. changed_at is when it got its status.
CREATE TABLE orders (
    id               TEXT    NOT NULL PRIMARY KEY,
    number           TEXT    NOT NULL UNIQUE CHECK (number <> ''),
    purchase_id      TEXT    NOT NULL UNIQUE REFERENCES purchases (id),
    performer_id     TEXT    NOT NULL,
    performer_name   TEXT    NOT NULL,
    member_id        TEXT    NOT NULL,
    member_name      TEXT    NOT NULL,
    item_id          TEXT    NOT NULL,
    item_title       TEXT    NOT NULL,
    quantity         BIGINT  NOT NULL CHECK (quantity BETWEEN 1 AND 100),
    price            BIGINT  NOT NULL CHECK (price > 0),
    physical         BOOLEAN NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
    carrier          TEXT    NOT NULL DEFAULT '' CHECK (length(carrier) <= 60),
    tracking_number  TEXT    NOT NULL DEFAULT '' CHECK (length(tracking_number) <= 60),
    tracking_url     TEXT    NOT NULL DEFAULT '' CHECK (length(tracking_url) <= 500),
    note             TEXT    NOT NULL DEFAULT '' CHECK (length(note) <= 500),
    reason           TEXT    NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
    ship_to          TEXT    NOT NULL DEFAULT '',
    words            TEXT    NOT NULL,
    created_at       BIGINT  NOT NULL,
    changed_at       BIGINT  NOT NULL,
    shipped_at       BIGINT  NOT NULL DEFAULT 0,
    delivered_at     BIGINT  NOT NULL DEFAULT 0,
    closed_at        BIGINT  NOT NULL DEFAULT 0,
    purged_at        BIGINT  NOT NULL DEFAULT 0,
    CHECK (physical OR status IN ('delivered', 'cancelled', 'refunded')),
    CHECK (physical OR ship_to = ''),
    CHECK (status <> 'created' AND status <> 'processing' OR shipped_at = 0 AND delivered_at = 0),
    CHECK (NOT physical OR status <> 'shipped' AND status <> 'delivered' OR shipped_at <> 0),
    CHECK (status <> 'delivered' OR delivered_at <> 0),
    CHECK ((closed_at = 0) = (status IN ('created', 'processing', 'shipped'))),
    CHECK (purged_at = 0 OR closed_at <> 0 AND ship_to = ''),
    CHECK (NOT physical OR purged_at <> 0 OR ship_to <> '')
) /*strict*/;
CREATE INDEX orders_seller ON orders (performer_id, created_at, id);
CREATE INDEX orders_buyer ON orders (member_id, created_at, id);
CREATE INDEX orders_waiting ON orders (changed_at, id) WHERE status IN ('created', 'shipped');
CREATE INDEX orders_addressed ON orders (closed_at, id) WHERE closed_at <> 0 AND ship_to <> '';

-- +goose Down
DROP TABLE orders;
ALTER TABLE purchases DROP COLUMN captured_at;
ALTER TABLE purchases DROP COLUMN held;
ALTER TABLE purchases DROP COLUMN quantity;
