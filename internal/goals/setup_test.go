package goals_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/goals"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// stage knows Nina and Vera, who blocks Tom.
type stage struct{}

func (stage) Admits(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	known := performerID == "nina" || performerID == "vera"
	return known && !(performerID == "vera" && viewer.ID == "tom"), nil
}

// tipped stands for the tips: an event that the goals hear of inside its delivery.
type tipped struct {
	PerformerID string
	Token       money.Tokens
}

func (tipped) EventName() string { return "test.tipped" }

// fixture is the goals on a fresh database at noon, with somebody who listens.
type fixture struct {
	*goals.Service
	db    *db.DB
	clock *testkit.Clock
	bus   *bus.Bus
	news  *testkit.News[goals.Changed]
}

func setup(t testing.TB) *fixture {
	d := testkit.DB(t)
	for _, id := range []string{"nina", "vera"} {
		testkit.Person(t, d, account.Performer, id)
	}
	return over(d, testkit.NewClock())
}

// over is another start of the program over the same database.
func over(d *db.DB, clock *testkit.Clock) *fixture {
	h := &fixture{db: d, clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now)}
	h.Service = goals.New(goals.Deps{DB: d, Performers: stage{}, Events: h.bus, Now: clock.Now})
	bus.On(h.bus, "goals.tip", func(ctx context.Context, tx *db.Tx, e tipped) error {
		return h.Count(ctx, tx, e.PerformerID, e.Token)
	})
	h.news = testkit.Hear[goals.Changed](h.bus)
	return h
}

// tip records that Nina was tipped; drain has the goals hear of it.
func (h *fixture) tip(t testing.TB, tokens int64) {
	t.Helper()
	err := h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return h.bus.Publish(ctx, tx, tipped{"nina", money.Whole(tokens)})
	})
	if err != nil {
		t.Error(err)
	}
}

func (h *fixture) drain(t testing.TB) {
	t.Helper()
	if err := h.bus.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (h *fixture) add(t testing.TB, title string, target int64, auto bool) goals.Goal {
	t.Helper()
	g, err := h.Add(t.Context(), "nina", goals.Plan{Title: title, Target: money.Whole(target), Auto: auto})
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Second)
	return g
}

// reached are the titles of the goals that were told to have been reached, in order.
func (h *fixture) reached(t testing.TB) (titles []string) {
	t.Helper()
	for _, e := range h.news.All(t) {
		for _, g := range e.Reached {
			titles = append(titles, g.Title)
		}
	}
	return titles
}

// now is Nina's current goal: its title and what it has.
func (h *fixture) now(t testing.TB) (title string, raised money.Tokens) {
	t.Helper()
	g, err := h.Look(t.Context(), account.Caller{}, "nina")
	if err != nil {
		t.Fatal(err)
	}
	if g == nil {
		return "", 0
	}
	return g.Title, g.Raised
}

func (h *fixture) is(t testing.TB, title string, raised int64) {
	t.Helper()
	if is, has := h.now(t); is != title || has != money.Whole(raised) {
		t.Errorf("the goal is %q with %v, want %q with %d", is, has, title, raised)
	}
}
