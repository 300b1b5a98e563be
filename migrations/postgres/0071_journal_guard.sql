-- +goose Up
-- A seal waits for every transaction that has begun to post, and lets none begin
-- until it is committed. After that the guard below sees it. So a day is sealed
-- with all its transfers, and gets no more, however long a transaction took.
-- +goose StatementBegin
CREATE FUNCTION journal_seals_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE ledger_transfers IN SHARE MODE;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER journal_seals_wait BEFORE INSERT ON journal_seals
    FOR EACH STATEMENT EXECUTE FUNCTION journal_seals_wait();

-- +goose StatementBegin
CREATE FUNCTION ledger_transfers_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id COLLATE "C" < (SELECT upto FROM journal_seals ORDER BY day DESC LIMIT 1) THEN
        RAISE check_violation USING
            MESSAGE = 'ledger: the day of transfer ' || NEW.id || ' is closed', CONSTRAINT = 'ledger_day_open';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER ledger_transfers_open BEFORE INSERT ON ledger_transfers
    FOR EACH ROW EXECUTE FUNCTION ledger_transfers_open();

-- +goose StatementBegin
CREATE FUNCTION journal_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the journal''s closed days are immutable'; END $$;
-- +goose StatementEnd
CREATE TRIGGER journal_seals_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_seals
    FOR EACH STATEMENT EXECUTE FUNCTION journal_immutable();
CREATE TRIGGER journal_days_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_days
    FOR EACH STATEMENT EXECUTE FUNCTION journal_immutable();
CREATE TRIGGER journal_tiles_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_tiles
    FOR EACH STATEMENT EXECUTE FUNCTION journal_immutable();

-- +goose Down
DROP TRIGGER journal_tiles_fixed ON journal_tiles; DROP TRIGGER journal_days_fixed ON journal_days;
DROP TRIGGER journal_seals_fixed ON journal_seals; DROP TRIGGER journal_seals_wait ON journal_seals;
DROP TRIGGER ledger_transfers_open ON ledger_transfers;
DROP FUNCTION journal_immutable; DROP FUNCTION journal_seals_wait; DROP FUNCTION ledger_transfers_open;
