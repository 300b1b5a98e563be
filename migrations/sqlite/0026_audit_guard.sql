-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit lines are immutable'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit lines are immutable'); END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER audit_log_fixed; DROP TRIGGER audit_log_kept;
