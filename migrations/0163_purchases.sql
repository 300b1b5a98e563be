-- +goose Up
-- Who bought what: an item of a kind (internal/assets), its title and its price as they
-- were then, and how the price was split with the rates of its moment. The tokens moved by
-- the transfer kind || ':' || id. The people and the item are not foreign keys, as in tips.
--
-- What changes is what became of the purchase: delivered_at is when the first byte of what
-- was paid for went to its buyer, undone_at when the buyer took the purchase back,
-- refunded what the site gave back on request, and ended_at when the access was over.
-- words is what a buyer finds it by.
CREATE TABLE purchases (
    id             TEXT    NOT NULL PRIMARY KEY,
    kind           TEXT    NOT NULL CHECK (kind IN ('gallery', 'video', 'product')),
    item_id        TEXT    NOT NULL CHECK (item_id <> ''),
    item_title     TEXT    NOT NULL,
    performer_id   TEXT    NOT NULL,
    performer_name TEXT    NOT NULL,
    member_id      TEXT    NOT NULL,
    studio_id      TEXT    NOT NULL DEFAULT '',
    price          BIGINT  NOT NULL CHECK (price > 0),
    site_fee       BIGINT  NOT NULL CHECK (site_fee >= 0),
    studio_net     BIGINT  NOT NULL CHECK (studio_net >= 0),
    net            BIGINT  NOT NULL CHECK (net >= 0),
    site_rate      INTEGER NOT NULL CHECK (site_rate BETWEEN 0 AND 10000),
    member_rate    INTEGER NOT NULL CHECK (member_rate BETWEEN 0 AND 10000),
    created_at     BIGINT  NOT NULL,
    mac            TEXT    NOT NULL DEFAULT '',
    words          TEXT    NOT NULL,
    delivered_at   BIGINT  NOT NULL DEFAULT 0,
    last_seen_at   BIGINT  NOT NULL DEFAULT 0,
    undone_at      BIGINT  NOT NULL DEFAULT 0,
    refunded       BIGINT  NOT NULL DEFAULT 0,
    ended_at       BIGINT  NOT NULL DEFAULT 0,
    CHECK (member_id <> performer_id),
    CHECK (site_fee + studio_net + net = price),
    CHECK (refunded BETWEEN 0 AND price),
    CONSTRAINT purchases_undone CHECK (undone_at = 0 OR delivered_at = 0 AND refunded = 0),
    CHECK ((ended_at <> 0) = (undone_at <> 0 OR refunded = price)),
    CHECK ((last_seen_at <> 0) = (delivered_at <> 0))
) /*strict*/;

-- A gallery and a video are bought once: whoever owns one cannot pay for it again.
CREATE UNIQUE INDEX purchases_live ON purchases (member_id, kind, item_id) WHERE ended_at = 0 AND kind <> 'product';
CREATE INDEX purchases_item ON purchases (kind, item_id, member_id) WHERE ended_at = 0;
CREATE INDEX purchases_member ON purchases (member_id, created_at, id);

-- +goose Down
DROP TABLE purchases;
