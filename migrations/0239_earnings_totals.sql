-- +goose Up
-- What an account earned from the beginning up to an instant, by kind (of anybody's work) and by whose work (of any kind):
-- a span of time is the difference of two rows, however much was earned in it. It is made of the ledger, whose time
-- before earnings_summed is in here (internal/earnings/sums.go).
CREATE TABLE earnings_totals (
    account_id TEXT   NOT NULL, -- whose earnings
    payee      TEXT   NOT NULL, -- whose work; empty: anybody's
    kind       TEXT   NOT NULL, -- empty: every kind of income
    until      BIGINT NOT NULL, -- milliseconds; all that was before
    transfers  BIGINT NOT NULL,
    incomes    BIGINT NOT NULL, -- those that take nothing back
    gross      BIGINT NOT NULL,
    site_fee   BIGINT NOT NULL,
    net        BIGINT NOT NULL,
    PRIMARY KEY (account_id, payee, kind, until)
) /*strict*/;
CREATE TABLE earnings_summed (
    one     BOOLEAN NOT NULL PRIMARY KEY CHECK (one),
    through BIGINT  NOT NULL
) /*strict*/;
INSERT INTO earnings_summed (one, through) VALUES (TRUE, 0);

-- +goose Down
DROP TABLE earnings_summed; DROP TABLE earnings_totals;
