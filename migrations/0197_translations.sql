-- +goose Up
-- What operators wrote in further languages, beside the text itself (kit/translations).
CREATE TABLE translations (
    subject  TEXT NOT NULL, -- what the texts are of, such as post:65f0
    language TEXT NOT NULL, -- BCP 47
    texts    TEXT NOT NULL, -- JSON: the fields of it that are given
    PRIMARY KEY (subject, language)
) /*strict*/;

-- +goose Down
DROP TABLE translations;
