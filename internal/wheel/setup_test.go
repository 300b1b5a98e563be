package wheel_test

import (
	"context"
	"errors"
	"fmt"
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
	"limelight/internal/testkit/bank"
	"limelight/internal/wheel"
)

// stage is the neighbours' part: Nina works alone, Sara for the studio "loft";
// Vera blocks Tom. A spin costs 25 tokens, and everybody is live, unless told.
type stage struct {
	bank.Names

	mu     sync.Mutex
	status string
	price  money.Tokens
	terms  map[string]ledger.Terms
}

var errNobody = errors.New("the wheel asked about nobody")

func (s *stage) Admits(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	known := performerID == "nina" || performerID == "sara" || performerID == "vera"
	return known && !(performerID == "vera" && viewer.ID == "tom"), nil
}

func (s *stage) StreamingStatus(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if performerID == "" {
		return "", errNobody
	}
	return s.status, nil
}

func (s *stage) WheelPrice(context.Context, *db.Tx, string) (money.Tokens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.price, nil
}

func (s *stage) set(change func(*stage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (*stage) Hosts(_ context.Context, _ *db.Tx, conversationID, performerID, _ string) (bool, error) {
	return conversationID == "group-"+performerID, nil
}

func (*stage) PublicID(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	return "room-" + performerID, nil
}

func (s *stage) Terms(_ context.Context, _ *db.Tx, kind, performerID string) (ledger.Terms, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kind != wheel.Kind {
		return ledger.Terms{}, fmt.Errorf("terms of the kind %s", kind)
	}
	return s.terms[performerID], nil
}

// fixture is the wheel on a fresh database at noon, with somebody who listens.
type fixture struct {
	*wheel.Service
	*stage
	*bank.Bank
	clock   *testkit.Clock
	bus     *bus.Bus
	spun    *testkit.News[wheel.Spun]
	decided *testkit.News[wheel.Decided]
}

func setup(t testing.TB, rules ...limit.Rules) *fixture {
	clock, d := testkit.NewClock(), testkit.DB(t)
	h := &fixture{
		Bank: bank.Open(d, clock.Now, wheel.Rule()), clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now),
		stage: &stage{status: "public", price: money.Whole(25), terms: map[string]ledger.Terms{
			"nina": ledger.Alone(money.Percent(20)),
			"sara": {Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)},
		}},
	}
	h.Service = wheel.New(h.deps(append([]limit.Rules{{"wheel.spin": {Max: 1000, Per: time.Second}}}, rules...)...))
	h.spun, h.decided = testkit.Hear[wheel.Spun](h.bus), testkit.Hear[wheel.Decided](h.bus)
	for _, name := range []string{"nina", "sara", "vera"} {
		testkit.Person(t, d, account.Performer, name)
	}
	return h
}

func (h *fixture) deps(rules ...limit.Rules) wheel.Deps {
	return wheel.Deps{
		DB: h.DB, Ledger: h.Ledger, Performers: h.stage, Rooms: h.stage, Rates: h.stage, People: h.stage,
		Events: h.bus, Limiter: limit.New(h.clock.Now, rules...), Now: h.clock.Now,
	}
}

// fill gives a wheel so many segments: each a prize by its number, and heavier from
// one to the next.
func (h *fixture) fill(t testing.TB, performerID string, segments int) (ids []string) {
	t.Helper()
	for i := range segments {
		s, err := h.Add(context.Background(), performerID, wheel.Slice{Label: fmt.Sprint("prize ", i), Weight: i + 1, Color: "#A2252D"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, s.ID)
	}
	return ids
}

// tomsSpin orders a spin of Nina's wheel.
var tomsSpin = wheel.Order{MemberID: "tom", MemberName: "Tom", PerformerID: "nina", ClientSeed: "toms-luck"}

// noteRefund is the site giving so many tokens of a result back.
func (h *fixture) noteRefund(t testing.TB, resultID string, tokens int64) error {
	return h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.NoteRefund(ctx, tx, resultID, money.Whole(tokens))
	})
}

func (h *fixture) spin(t testing.TB, o wheel.Order) wheel.Receipt {
	t.Helper()
	r, err := h.Spin(context.Background(), o, "")
	if err != nil {
		t.Fatal(err)
	}
	return r
}
