-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION audit_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'audit lines are immutable'; END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_immutable();

-- +goose Down
DROP TRIGGER audit_log_fixed ON audit_log; DROP FUNCTION audit_immutable;
