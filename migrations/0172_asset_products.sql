-- +goose Up
-- What only products have. A physical one is sent by its seller, who has stock of it; a
-- digital one is its file (asset_media), and never runs out. sold_at is when one was first
-- sold, undone or not: from then on the type stays.
CREATE TABLE asset_products (
    asset_id TEXT   NOT NULL PRIMARY KEY REFERENCES assets (id),
    type     TEXT   NOT NULL CHECK (type IN ('physical', 'digital')),
    stock    BIGINT CHECK (stock >= 0),
    sold_at  BIGINT NOT NULL DEFAULT 0,
    CHECK ((type = 'digital') = (stock IS NULL))
) /*strict*/;

-- +goose Down
DROP TABLE asset_products;
