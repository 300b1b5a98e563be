package paidmessages_test

import (
	"context"
	"log/slog"
	"testing"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// stage is the neighbours' part: Nina works alone, Sara for the studio "loft", at rates that change.
type stage struct{ site money.Rate }

func (s *stage) Terms(_ context.Context, _ *db.Tx, _, performerID string) (ledger.Terms, error) {
	if performerID == "sara" {
		return ledger.Terms{Site: s.site, StudioID: "loft", Member: money.Percent(60)}, nil
	}
	return ledger.Alone(s.site), nil
}

// Reviewed lets everybody but Vera sell.
func (*stage) Reviewed(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	if performerID == "vera" {
		return false, fault.New(fault.Conflict, "not verified")
	}
	return true, nil
}

func (*stage) Declared(text string) (paidmessages.Declaration, error) {
	if text == "" {
		return paidmessages.Declaration{}, fault.Missing("consents")
	}
	return paidmessages.Declaration{OnlyMe: true}, nil
}

// fixture is paid messages on a fresh database at noon, with somebody who listens.
type fixture struct {
	*paidmessages.Service
	*bank.Bank
	*stage
	clock    *testkit.Clock
	unlocked *testkit.News[paidmessages.Unlocked]
	ended    *testkit.News[paidmessages.Ended]
}

func setup(t testing.TB) *fixture { return over(testkit.DB(t)) }

func over(d *db.DB) *fixture {
	clock := testkit.NewClock()
	h := &fixture{stage: &stage{money.Percent(30)}, clock: clock}
	events := bus.New(d, slog.New(slog.DiscardHandler), clock.Now)
	h.Bank = bank.Open(d, clock.Now)
	h.Service = paidmessages.New(paidmessages.Deps{DB: d, Ledger: h.Ledger, Rates: h.stage, Sellers: h.stage, Events: events, Now: clock.Now})
	h.Rules = []ledger.Rule{h.Rule()}
	h.unlocked, h.ended = testkit.Hear[paidmessages.Unlocked](events), testkit.Hear[paidmessages.Ended](events)
	return h
}

// write does something in a transaction, and says what became of it.
func (h *fixture) write(do func(context.Context, *db.Tx) error) error {
	return h.DB.Write(context.Background(), do)
}

// charge lets a member pay for a line to a performer.
func (h *fixture) charge(l paidmessages.Line) error {
	return h.write(func(ctx context.Context, tx *db.Tx) error { return h.Charge(ctx, tx, l) })
}

// offer lets a performer send a photo, at so many tokens, that staff have approved.
func (h *fixture) offer(t testing.TB, messageID, performerID, memberID string, price money.Tokens) {
	t.Helper()
	err := h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.Offer(ctx, tx, paidmessages.Offer{
			MessageID: messageID, PerformerID: performerID, MemberID: memberID, Price: price, OnlyMe: true, Others: "[]",
		}, false)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// open lets a member open a photo, and returns what is left to them.
func (h *fixture) open(messageID, memberID string, price money.Tokens) (left money.Tokens, err error) {
	err = h.write(func(ctx context.Context, tx *db.Tx) error {
		left, err = h.Unlock(ctx, tx, messageID, memberID, price)
		return err
	})
	return left, err
}
