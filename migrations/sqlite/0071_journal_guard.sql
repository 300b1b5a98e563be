-- +goose Up
-- SQLite has one writer: whoever seals a day sees all its transfers, and whoever
-- comes later sees the seal.
-- +goose StatementBegin
CREATE TRIGGER ledger_transfers_open BEFORE INSERT ON ledger_transfers BEGIN
    SELECT RAISE(ABORT, 'ledger: the day of this transfer is closed') WHERE NEW.id < (SELECT upto FROM journal_seals ORDER BY day DESC LIMIT 1);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_seals_fixed BEFORE UPDATE ON journal_seals BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_seals_kept BEFORE DELETE ON journal_seals BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_days_fixed BEFORE UPDATE ON journal_days BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_days_kept BEFORE DELETE ON journal_days BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_tiles_fixed BEFORE UPDATE ON journal_tiles BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER journal_tiles_kept BEFORE DELETE ON journal_tiles BEGIN SELECT RAISE(ABORT, 'the journal''s closed days are immutable'); END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER ledger_transfers_open; DROP TRIGGER journal_seals_fixed; DROP TRIGGER journal_seals_kept;
DROP TRIGGER journal_days_fixed; DROP TRIGGER journal_days_kept; DROP TRIGGER journal_tiles_fixed; DROP TRIGGER journal_tiles_kept;
