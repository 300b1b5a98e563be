-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER commission_overrides_fixed BEFORE UPDATE ON commission_overrides BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER commission_overrides_kept BEFORE DELETE ON commission_overrides BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER studio_shares_fixed BEFORE UPDATE ON studio_shares BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER studio_shares_kept BEFORE DELETE ON studio_shares BEGIN SELECT RAISE(ABORT, 'rates are history: a change is a new row'); END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER commission_overrides_fixed; DROP TRIGGER commission_overrides_kept;
DROP TRIGGER studio_shares_fixed; DROP TRIGGER studio_shares_kept;
