-- +goose Up
-- What is searched of each performer, folded to lower case. The trigram index
-- keeps no copy of the text: it reads it here, by number.
CREATE TABLE performer_words (
    nr   INTEGER PRIMARY KEY,
    id   TEXT NOT NULL UNIQUE REFERENCES performers (id),
    body TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE performer_search USING fts5 (
    id UNINDEXED, body, content = 'performer_words', content_rowid = 'nr', tokenize = 'trigram'
);
-- +goose StatementBegin
CREATE TRIGGER performer_words_in AFTER INSERT ON performer_words BEGIN
    INSERT INTO performer_search (rowid, id, body) VALUES (NEW.nr, NEW.id, NEW.body);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER performer_words_out AFTER DELETE ON performer_words BEGIN
    INSERT INTO performer_search (performer_search, rowid, id, body) VALUES ('delete', OLD.nr, OLD.id, OLD.body);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER performer_words_new AFTER UPDATE ON performer_words BEGIN
    INSERT INTO performer_search (performer_search, rowid, id, body) VALUES ('delete', OLD.nr, OLD.id, OLD.body);
    INSERT INTO performer_search (rowid, id, body) VALUES (NEW.nr, NEW.id, NEW.body);
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE performer_search; DROP TABLE performer_words;
