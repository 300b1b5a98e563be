-- +goose Up
-- What a performer offers for tips, in her order.
CREATE TABLE tip_menu_items (
    id           TEXT    NOT NULL PRIMARY KEY,
    performer_id TEXT    NOT NULL REFERENCES accounts (id),
    position     INTEGER NOT NULL CHECK (position >= 0),
    label        TEXT    NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
    token        BIGINT  NOT NULL CHECK (token > 0)
) /*strict*/;
CREATE INDEX tip_menu_order ON tip_menu_items (performer_id, position, id);

-- What the tip was for, as the menu said then.
ALTER TABLE tips ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60);

-- +goose Down
ALTER TABLE tips DROP COLUMN label;
DROP TABLE tip_menu_items;
