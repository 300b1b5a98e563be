-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION rates_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'rates are history: a change is a new row'; END $$;
-- +goose StatementEnd
CREATE TRIGGER commission_overrides_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_overrides
    FOR EACH STATEMENT EXECUTE FUNCTION rates_immutable();
CREATE TRIGGER studio_shares_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON studio_shares
    FOR EACH STATEMENT EXECUTE FUNCTION rates_immutable();

-- +goose Down
DROP TRIGGER commission_overrides_fixed ON commission_overrides;
DROP TRIGGER studio_shares_fixed ON studio_shares;
DROP FUNCTION rates_immutable;
