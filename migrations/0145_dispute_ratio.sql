-- +goose Up
-- Which operator was told of which ratio of disputes, once for each month and level.
CREATE TABLE funds_ratios_told (
    month   TEXT   NOT NULL, -- 2026-11
    gateway TEXT   NOT NULL, -- empty: all together
    level   TEXT   NOT NULL CHECK (level IN ('warning', 'alarm')),
    told_at BIGINT NOT NULL,
    PRIMARY KEY (month, gateway, level)
) /*strict*/;
CREATE INDEX funds_events_disputes ON funds_events (received_at) WHERE kind IN ('chargeback-opened', 'chargeback-lost');
CREATE INDEX funds_intents_paid ON funds_intents (paid_at) WHERE paid_at > 0;

-- +goose Down
DROP INDEX funds_intents_paid;
DROP INDEX funds_events_disputes;
DROP TABLE funds_ratios_told;
