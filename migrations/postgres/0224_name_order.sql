-- +goose Up
-- What lists by name are ordered by: the folded name, byte by byte on both engines. Names of before get theirs of the
-- engine until they are saved again, which folds no accents.
ALTER TABLE performers ADD COLUMN name_key TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE performers SET name_key = (SELECT lower(CASE a.name WHEN '' THEN a.username ELSE a.name END) FROM accounts a WHERE a.id = performers.id);
CREATE INDEX performers_name ON performers (name_key, id, listed) WHERE listed;

-- +goose Down
DROP INDEX performers_name;
ALTER TABLE performers DROP COLUMN name_key;
