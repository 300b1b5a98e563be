-- +goose Up
-- What kinds of income there are is declared in Go.
ALTER TABLE commission_overrides DROP CONSTRAINT commission_overrides_kind_check;
ALTER TABLE commission_overrides ADD CONSTRAINT commission_overrides_kind_check CHECK (kind <> '');
ALTER TABLE studio_shares DROP CONSTRAINT studio_shares_kind_check;
ALTER TABLE studio_shares ADD CONSTRAINT studio_shares_kind_check CHECK (kind <> '');

-- +goose Down
SELECT 1; -- rates of newer kinds stay
