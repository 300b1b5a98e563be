package tips_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
	"limelight/internal/tips"
)

// stage is the neighbours' part: Nina works alone, Sara for the studio "loft";
// Vera blocks Tom. Nina's public room is "room-nina".
type stage struct{}

func (stage) Receives(_ context.Context, _ *db.Tx, performerID, memberID string) (bool, error) {
	known := performerID == "nina" || performerID == "sara" || performerID == "vera"
	return known && !(performerID == "vera" && memberID == "tom"), nil
}

func (s stage) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return s.Receives(ctx, tx, performerID, viewer.ID)
}

func (stage) CheckNote(context.Context, *db.Tx, string, string, string) error { return nil }

func (stage) Hosts(_ context.Context, _ *db.Tx, conversationID, performerID, _ string) (bool, error) {
	return conversationID == "room-"+performerID, nil
}

func (stage) Terms(_ context.Context, _ *db.Tx, _, performerID string) (ledger.Terms, error) {
	if performerID == "sara" {
		return ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)}, nil
	}
	return ledger.Alone(money.Percent(30)), nil
}

// fixture is the tips on a fresh database at noon, with somebody who listens.
type fixture struct {
	*tips.Service
	*bank.Bank
	clock *testkit.Clock
	bus   *bus.Bus
	sent  *testkit.News[tips.Sent]
}

var quick = limit.Rules{"tips.send": {Max: 10, Per: 10 * time.Second}}

func setup(t testing.TB, rules ...limit.Rules) *fixture {
	return over(testkit.DB(t), append([]limit.Rules{{"tips.send": {Max: 1000, Per: time.Second}}}, rules...)...)
}

func over(d *db.DB, rules ...limit.Rules) *fixture {
	clock := testkit.NewClock()
	h := &fixture{Bank: bank.Open(d, clock.Now, tips.Rule()), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now)}
	h.Service = tips.New(tips.Deps{
		DB: d, Ledger: h.Ledger, Performers: stage{}, Rooms: stage{}, Rates: stage{}, Events: h.bus,
		Limiter: limit.New(clock.Now, rules...),
		Limits: func() tips.Limits {
			return tips.Limits{Min: money.Whole(15), Max: money.Whole(50), Step: money.Whole(5)}
		},
		Now: clock.Now,
	})
	h.sent = testkit.Hear[tips.Sent](h.bus)
	return h
}

// register gives performers accounts, which a menu belongs to.
func (h *fixture) register(t testing.TB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		testkit.Exec(t, h.DB, `INSERT INTO accounts (id, role, status, username, username_key, email, email_key, password_hash, created_at, updated_at)
			VALUES ($1, 'performer', 'active', $1, $1, $1, $1, '', 0, 0)`, id)
	}
}

// fromTom orders a tip to Nina.
func fromTom(tokens int64) tips.Order {
	return tips.Order{SenderID: "tom", SenderName: "Tom", PerformerID: "nina", Token: money.Whole(tokens)}
}
