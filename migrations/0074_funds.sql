-- +goose Up
-- What members may buy. Prices are minor units of the currency.
CREATE TABLE funds_packages (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    price      BIGINT  NOT NULL CHECK (price > 0),
    currency   TEXT    NOT NULL CHECK (length(currency) = 3),
    tokens     BIGINT  NOT NULL CHECK (tokens > 0),
    bonus      BIGINT  NOT NULL CHECK (bonus >= 0),
    position   BIGINT  NOT NULL,
    active     BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
) /*strict*/;
CREATE INDEX funds_packages_order ON funds_packages (position, id);

-- How a gateway is set up: its form as JSON, sealed, and the currencies that it is
-- offered for (JSON; none: all that it takes).
CREATE TABLE funds_gateways (
    id         TEXT    NOT NULL PRIMARY KEY,
    active     BOOLEAN NOT NULL,
    currencies TEXT    NOT NULL,
    sealed     TEXT    NOT NULL,
    updated_by TEXT    NOT NULL,
    updated_at BIGINT  NOT NULL
) /*strict*/;

-- A payment, frozen when the member clicked, or when an admin entered it by hand.
-- state, refunded, disputed and dispute are what the events make of it; they are
-- computed anew with each. next is where the member was sent (JSON).
CREATE TABLE funds_intents (
    id           TEXT    NOT NULL PRIMARY KEY,
    kind         TEXT    NOT NULL CHECK (kind IN ('purchase', 'credit', 'debit')),
    account_id   TEXT    NOT NULL,
    package_id   TEXT    NOT NULL,
    package_name TEXT    NOT NULL,
    gateway      TEXT    NOT NULL,
    price        BIGINT  NOT NULL CHECK (price >= 0),
    currency     TEXT    NOT NULL,
    tokens       BIGINT  NOT NULL CHECK (tokens > 0),
    bonus        BIGINT  NOT NULL CHECK (bonus >= 0),
    state        TEXT    NOT NULL CHECK (state IN ('created', 'pending', 'paid', 'refunded', 'charged_back',
                                                   'failed', 'expired', 'underpaid', 'quarantine')),
    session      TEXT    NOT NULL DEFAULT '',
    sale         TEXT    NOT NULL DEFAULT '',
    next         TEXT    NOT NULL DEFAULT '',
    refunded     BIGINT  NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND price),
    disputed     BIGINT  NOT NULL DEFAULT 0 CHECK (disputed BETWEEN 0 AND price),
    dispute      TEXT    NOT NULL DEFAULT '' CHECK (dispute IN ('', 'open', 'won', 'lost')),
    surplus      BOOLEAN NOT NULL DEFAULT FALSE,
    parked       BOOLEAN NOT NULL DEFAULT FALSE,
    reason       TEXT    NOT NULL DEFAULT '',
    reference    TEXT    NOT NULL DEFAULT '',
    entered_by   TEXT    NOT NULL DEFAULT '',
    approved_by  TEXT    NOT NULL DEFAULT '',
    checks       BIGINT  NOT NULL DEFAULT 0,
    next_check   BIGINT  NOT NULL DEFAULT 0, -- 0: not again
    created_at   BIGINT  NOT NULL,
    paid_at      BIGINT  NOT NULL DEFAULT 0,
    CHECK (kind = 'purchase' AND price > 0 AND entered_by = '' OR kind <> 'purchase' AND entered_by <> ''),
    CHECK (entered_by = '' OR entered_by <> account_id),
    CHECK (approved_by = '' OR approved_by <> entered_by AND approved_by <> account_id)
) /*strict*/;
CREATE INDEX funds_intents_account ON funds_intents (account_id, id);
CREATE INDEX funds_intents_state ON funds_intents (state, id);
CREATE INDEX funds_intents_check ON funds_intents (next_check) WHERE next_check > 0;
CREATE INDEX funds_intents_session ON funds_intents (gateway, session) WHERE session <> '';
CREATE INDEX funds_intents_sale ON funds_intents (gateway, sale) WHERE sale <> '';

-- What came to a webhook, as it came (sealed; emptied after 90 days).
CREATE TABLE funds_notifications (
    id          TEXT   NOT NULL PRIMARY KEY,
    gateway     TEXT   NOT NULL,
    address     TEXT   NOT NULL,
    sealed      TEXT   NOT NULL,
    outcome     TEXT   NOT NULL CHECK (outcome IN ('received', 'accepted', 'ignored', 'unauthentic', 'failed')),
    received_at BIGINT NOT NULL
) /*strict*/;
CREATE INDEX funds_notifications_age ON funds_notifications (received_at);

-- The facts about payments, each once.
CREATE TABLE funds_events (
    id              TEXT   NOT NULL PRIMARY KEY,
    gateway         TEXT   NOT NULL,
    key             TEXT   NOT NULL CHECK (key <> ''),
    kind            TEXT   NOT NULL,
    intent_id       TEXT   NOT NULL REFERENCES funds_intents (id),
    notification_id TEXT   NOT NULL DEFAULT '', -- empty: asked for, or entered by hand
    session         TEXT   NOT NULL,
    sale            TEXT   NOT NULL,
    amount          BIGINT NOT NULL,
    total           BIGINT NOT NULL, -- -1: not told
    reason          TEXT   NOT NULL,
    at              BIGINT NOT NULL,
    received_at     BIGINT NOT NULL,
    UNIQUE (gateway, key)
) /*strict*/;
CREATE INDEX funds_events_intent ON funds_events (intent_id, id);

-- What did not agree with its intent. digest makes one row of a delivery and its
-- repetitions.
CREATE TABLE funds_quarantine (
    id              TEXT   NOT NULL PRIMARY KEY,
    gateway         TEXT   NOT NULL,
    intent_id       TEXT   NOT NULL,
    notification_id TEXT   NOT NULL,
    event           TEXT   NOT NULL,
    differences     TEXT   NOT NULL,
    digest          TEXT   NOT NULL UNIQUE,
    state           TEXT   NOT NULL CHECK (state IN ('open', 'approved', 'applied', 'dropped')),
    first_by        TEXT   NOT NULL DEFAULT '',
    decided_by      TEXT   NOT NULL DEFAULT '',
    reason          TEXT   NOT NULL DEFAULT '',
    created_at      BIGINT NOT NULL,
    decided_at      BIGINT NOT NULL DEFAULT 0,
    CHECK (decided_by = '' OR decided_by <> first_by)
) /*strict*/;
CREATE INDEX funds_quarantine_state ON funds_quarantine (state, id);
CREATE INDEX funds_quarantine_intent ON funds_quarantine (intent_id, state);

-- A loss: money of a payment that was taken back, by a refund or a dispute.
--   taken       tokens that the payment no longer gives
--   amount      the part of them that had been spent: the receivable
--   recovered   of it, from the wallet; written_off: by the site
CREATE TABLE funds_cases (
    id          TEXT   NOT NULL PRIMARY KEY,
    intent_id   TEXT   NOT NULL REFERENCES funds_intents (id),
    cause       TEXT   NOT NULL CHECK (cause IN ('refund', 'dispute')),
    account_id  TEXT   NOT NULL,
    taken       BIGINT NOT NULL CHECK (taken >= 0),
    amount      BIGINT NOT NULL CHECK (amount BETWEEN 0 AND taken),
    recovered   BIGINT NOT NULL CHECK (recovered >= 0),
    written_off BIGINT NOT NULL CHECK (written_off >= 0 AND recovered + written_off <= amount),
    state       TEXT   NOT NULL CHECK (state IN ('open', 'decided', 'closed', 'won')),
    decision    TEXT   NOT NULL DEFAULT '',
    decided_by  TEXT   NOT NULL DEFAULT '',
    reason      TEXT   NOT NULL DEFAULT '',
    opened_at   BIGINT NOT NULL,
    decided_at  BIGINT NOT NULL DEFAULT 0,
    UNIQUE (intent_id, cause)
) /*strict*/;
CREATE INDEX funds_cases_account ON funds_cases (account_id, state);
CREATE INDEX funds_cases_state ON funds_cases (state, id);

-- What performers and studios have at stake in a loss: held on hold:<case>, borne
-- for good, and repaid of that.
CREATE TABLE funds_case_shares (
    case_id    TEXT   NOT NULL REFERENCES funds_cases (id),
    account_id TEXT   NOT NULL,
    held       BIGINT NOT NULL CHECK (held >= 0),
    borne      BIGINT NOT NULL CHECK (borne >= 0),
    repaid     BIGINT NOT NULL CHECK (repaid BETWEEN 0 AND borne),
    PRIMARY KEY (case_id, account_id)
) /*strict*/;
CREATE INDEX funds_case_shares_account ON funds_case_shares (account_id, case_id);

-- The tokens that funds moved: a row a transfer, and by what it was taken back.
CREATE TABLE funds_moves (
    id          TEXT   NOT NULL PRIMARY KEY,
    intent_id   TEXT   NOT NULL REFERENCES funds_intents (id),
    case_id     TEXT   NOT NULL DEFAULT '',
    refund_id   TEXT   NOT NULL DEFAULT '',
    act         TEXT   NOT NULL,
    key         TEXT   NOT NULL UNIQUE,
    transfer_id TEXT   NOT NULL UNIQUE,
    tokens      BIGINT NOT NULL CHECK (tokens > 0),
    reversed_by TEXT   NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL
) /*strict*/;
CREATE INDEX funds_moves_intent ON funds_moves (intent_id, id);

-- Cash given back by the site's own wish: the tokens first.
CREATE TABLE funds_refunds (
    id         TEXT   NOT NULL PRIMARY KEY,
    intent_id  TEXT   NOT NULL REFERENCES funds_intents (id),
    amount     BIGINT NOT NULL CHECK (amount > 0),
    tokens     BIGINT NOT NULL CHECK (tokens > 0),
    state      TEXT   NOT NULL CHECK (state IN ('debited', 'done', 'refused')),
    asked_by   TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    tried_at   BIGINT NOT NULL
) /*strict*/;
CREATE UNIQUE INDEX funds_refunds_open ON funds_refunds (intent_id) WHERE state = 'debited';

-- What a member allows oneself, in units; 0: no limit. The next_ values act from
-- next_at on (0: nothing is to come).
CREATE TABLE funds_limits (
    member_id    TEXT   NOT NULL PRIMARY KEY,
    daily        BIGINT NOT NULL CHECK (daily >= 0),
    weekly       BIGINT NOT NULL CHECK (weekly >= 0),
    monthly      BIGINT NOT NULL CHECK (monthly >= 0),
    next_daily   BIGINT NOT NULL,
    next_weekly  BIGINT NOT NULL,
    next_monthly BIGINT NOT NULL,
    next_at      BIGINT NOT NULL,
    cool_until   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
) /*strict*/;

-- The sandbox's own orders (gateways/sandbox), as JSON.
CREATE TABLE funds_sandbox (
    id      TEXT   NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    body    TEXT   NOT NULL
) /*strict*/;

-- +goose Down
DROP TABLE funds_sandbox;
DROP TABLE funds_limits;
DROP TABLE funds_refunds;
DROP TABLE funds_moves;
DROP TABLE funds_case_shares;
DROP TABLE funds_cases;
DROP TABLE funds_quarantine;
DROP TABLE funds_events;
DROP TABLE funds_notifications;
DROP TABLE funds_intents;
DROP TABLE funds_gateways;
DROP TABLE funds_packages;
