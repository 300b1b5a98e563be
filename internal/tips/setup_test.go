package tips_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
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

func (stage) Hosts(_ context.Context, _ *db.Tx, conversationID, performerID, _ string) (bool, error) {
	return conversationID == "room-"+performerID, nil
}

func (stage) Terms(_ context.Context, _ *db.Tx, _, performerID string) (ledger.Terms, error) {
	if performerID == "sara" {
		return ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)}, nil
	}
	return ledger.Alone(money.Percent(30)), nil
}

// house is the tips on a fresh database at noon, with somebody who listens.
type house struct {
	*tips.Service
	db     *db.DB
	ledger *ledger.Ledger
	clock  *testkit.Clock
	bus    *bus.Bus

	mu   sync.Mutex
	sent []tips.Sent
}

var quick = limit.Rules{"tips.send": {Most: 10, Per: 10 * time.Second}}

func setup(t testing.TB, rules ...limit.Rules) *house {
	return over(testkit.DB(t), append([]limit.Rules{{"tips.send": {Most: 1000, Per: time.Second}}}, rules...)...)
}

func over(d *db.DB, rules ...limit.Rules) *house {
	clock := testkit.NewClock()
	h := &house{db: d, clock: clock, ledger: ledger.New(clock.Now), bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now)}
	h.Service = tips.New(tips.Deps{
		DB: d, Ledger: h.ledger, Performers: stage{}, Rooms: stage{}, Rates: stage{}, Events: h.bus,
		Limiter: limit.New(clock.Now, rules...),
		Limits:  func() tips.Limits { return tips.Presets },
		Now:     clock.Now,
	})
	bus.Tell(h.bus, "test.listener", func(_ context.Context, e tips.Sent) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.sent = append(h.sent, e)
		return nil
	})
	return h
}

// heard is the news that has been told.
func (h *house) heard(t testing.TB) []tips.Sent {
	t.Helper()
	if err := h.bus.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sent
}

// register gives performers accounts, which a menu belongs to.
func (h *house) register(t testing.TB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		testkit.Exec(t, h.db, `INSERT INTO accounts (id, role, status, username, username_key, email, email_key, password_hash, created_at, updated_at)
			VALUES ($1, 'performer', 'active', $1, $1, $1, $1, '', 0, 0)`, id)
	}
}

func (h *house) grant(t testing.TB, member string, tokens int64) {
	t.Helper()
	err := h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Grant(ctx, tx, member, money.Whole(tokens), "start:"+member, "Welcome")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *house) holds(t testing.TB, account ledger.Account, want money.Tokens) {
	t.Helper()
	err := h.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		got, err := h.ledger.Balance(ctx, tx, account)
		if err == nil && got != want {
			t.Errorf("%s holds %v, want %v", account, got, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// audit proves the ledger and the tips.
func (h *house) audit(t testing.TB) {
	t.Helper()
	for _, v := range h.violations(t) {
		t.Error(v)
	}
}

func (h *house) violations(t testing.TB) (found []ledger.Violation) {
	t.Helper()
	err := h.db.Read(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = ledger.Audit(ctx, tx, tips.Rule())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// fromTom orders a tip to Nina.
func fromTom(tokens int64) tips.Order {
	return tips.Order{SenderID: "tom", SenderName: "Tom", PerformerID: "nina", Token: money.Whole(tokens)}
}
