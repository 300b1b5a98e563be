-- +goose Up
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
-- What is searched of each performer, folded to lower case.
CREATE TABLE performer_words (
    id   TEXT NOT NULL PRIMARY KEY REFERENCES performers (id),
    body TEXT NOT NULL
);
-- profiles change seldom and are searched often: no list of pending entries
CREATE INDEX performer_words_trigrams ON performer_words USING gin (body public.gin_trgm_ops) WITH (fastupdate = off);
-- One name for both engines: SQLite searches a virtual table of this name.
CREATE VIEW performer_search AS SELECT id, body FROM performer_words;

-- +goose Down
DROP VIEW performer_search; DROP TABLE performer_words;
