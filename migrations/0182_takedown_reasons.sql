-- +goose Up
-- Why staff took something down, and the review's reason that it had been rejected for before.
ALTER TABLE assets ADD COLUMN takedown_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE assets ADD COLUMN was_reject_reason TEXT NOT NULL DEFAULT '';
UPDATE assets SET takedown_reason = reject_reason WHERE taken_from <> '';
UPDATE assets SET was_reject_reason = reject_reason WHERE taken_from = 'rejected';

-- +goose Down
ALTER TABLE assets DROP COLUMN was_reject_reason;
ALTER TABLE assets DROP COLUMN takedown_reason;
