package ranking_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/ranking"
	"limelight/internal/testkit"
)

// stage are the performers: what they are ranked by, and what was written of them.
type stage struct {
	listed []ranking.Listed
	airing []ranking.Airing
	likes  map[string]int64
	ranked int // writes
	broken error
}

func (s *stage) Listed(context.Context, *db.Tx) ([]ranking.Listed, error) { return s.listed, s.broken }
func (s *stage) Airing(context.Context, *db.Tx) ([]ranking.Airing, error) { return s.airing, nil }
func (s *stage) Counts(context.Context, *db.Tx) (map[string]int64, error) { return s.likes, nil }

func (s *stage) Rank(_ context.Context, _ *db.Tx, performerID string, score, shown int64) error {
	s.ranked++
	at := slices.IndexFunc(s.listed, func(l ranking.Listed) bool { return l.ID == performerID })
	s.listed[at].Score, s.listed[at].Shown = score, shown
	return nil
}

func (s *stage) Place(_ context.Context, _ *db.Tx, performerID string) (ranking.Place, error) {
	return ranking.Place{Place: 1 + slices.IndexFunc(s.listed, func(l ranking.Listed) bool { return l.ID == performerID }), Of: len(s.listed)}, nil
}

func (s *stage) of(performerID string) ranking.Listed {
	return s.listed[slices.IndexFunc(s.listed, func(l ranking.Listed) bool { return l.ID == performerID })]
}

type site struct {
	*ranking.Service
	*stage
	db    *db.DB
	clock *testkit.Clock
	deps  ranking.Deps
}

// setup has the performers nina, rosa and vera, who joined years ago. It is noon.
func setup(t *testing.T) site {
	t.Helper()
	h := site{db: testkit.DB(t), clock: testkit.NewClock(), stage: &stage{likes: map[string]int64{}}}
	for _, one := range []string{"nina", "rosa", "vera"} {
		testkit.Person(t, h.db, account.Performer, one)
		testkit.Exec(t, h.db, `INSERT INTO performers (id, gender, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
			VALUES ($1, 'female', 1, 0, 1, 1, 1, 1, 1)`, one)
		h.listed = append(h.listed, ranking.Listed{ID: one, JoinedAt: h.clock.Now().AddDate(-3, 0, 0)})
	}
	h.deps = ranking.Deps{
		DB: h.db, Events: bus.New(h.db, slog.New(slog.DiscardHandler), h.clock.Now), Performers: h.stage, Favourites: h.stage,
		Share: func() int { return 20 }, Now: h.clock.Now,
	}
	h.Service = ranking.New(h.deps)
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// minutes lets some pass, with a tick in each.
func (h site) minutes(t *testing.T, n int) {
	t.Helper()
	for range n {
		h.clock.Advance(time.Minute)
		check(t, h.Tick(t.Context()))
	}
}

func TestFormula(t *testing.T) {
	for _, one := range []struct {
		name string
		in   ranking.Inputs
		want ranking.Points
	}{
		{"who is nobody's and old", ranking.Inputs{Hours: 720}, ranking.Points{}},
		{"who has just joined", ranking.Inputs{}, ranking.Points{New: 2_000, Score: 2_000}},
		{"half of the days", ranking.Inputs{Hours: 360}, ranking.Points{New: 1_000, Score: 1_000}},
		{"a hundred like her", ranking.Inputs{Favourites: 100, Hours: 720}, ranking.Points{Favourites: 1_000, Score: 1_000}},
		{"twenty viewers for an hour", ranking.Inputs{Watched: 1_200, Aired: 60, Hours: 720}, ranking.Points{Watched: 3_000, Score: 3_000}},
		{"twenty viewers for a minute", ranking.Inputs{Watched: 20, Aired: 1, Hours: 720}, ranking.Points{Watched: 3_000, Score: 3_000}},
		{"more than there are", ranking.Inputs{Watched: 1 << 40, Aired: 60, Favourites: 1 << 40}, ranking.Points{Watched: 5_999, Favourites: 1_999, New: 2_000, Score: 9_998}},
	} {
		if got := one.in.Points(); got != one.want {
			t.Errorf("%s gets %+v, want %+v", one.name, got, one.want)
		}
	}
}

// Each minute counts once, whoever asks how often; what is older than an hour counts no more.
func TestLastHourCounts(t *testing.T) {
	h := setup(t)
	other := ranking.New(h.deps) // on another node
	h.airing = []ranking.Airing{{ID: "nina", Viewers: 20}}
	for range 30 {
		h.minutes(t, 1)
		check(t, h.Tick(t.Context()))
		check(t, other.Tick(t.Context()))
	}
	mine, err := h.Mine(t.Context(), "nina")
	check(t, err)
	if mine.Inputs.Aired != 29 || mine.Inputs.Watched != 29*20 || mine.Points.Watched != 3_000 || h.of("nina").Score != 3_000 {
		t.Errorf("after half an hour with 20 viewers she has %+v, which make %+v, and %d are written", mine.Inputs, mine.Points, h.of("nina").Score)
	}
	h.airing = nil
	h.minutes(t, 30)
	if mine, _ = h.Mine(t.Context(), "nina"); mine.Inputs.Aired != 30 {
		t.Errorf("half an hour later %d minutes count, want 30", mine.Inputs.Aired)
	}
	h.minutes(t, 30)
	if mine, _ = h.Mine(t.Context(), "nina"); mine.Inputs.Aired != 1 || mine.Points.Watched != 3_000 {
		t.Errorf("an hour later %+v count", mine.Inputs)
	}
	h.minutes(t, 10)
	if mine, _ = h.Mine(t.Context(), "nina"); mine.Inputs.Aired != 0 || h.of("nina").Score != 0 {
		t.Errorf("then %+v count, and %d are written", mine.Inputs, h.of("nina").Score)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM ranking_watched`); n != 0 {
		t.Errorf("%d rows are kept that nobody reads", n)
	}
}

// Within a turn the order stays; a turn writes only what has changed, and one that fails is tried again.
func TestTurns(t *testing.T) {
	h := setup(t)
	h.minutes(t, 5)
	if h.ranked != 3 {
		t.Fatalf("the first turn wrote %d performers, want all 3", h.ranked)
	}
	h.likes["rosa"] = 100
	h.minutes(t, 4)
	if h.of("rosa").Score != 0 {
		t.Error("the order changed within a turn")
	}
	h.broken = context.DeadlineExceeded
	h.clock.Advance(time.Minute)
	if err := h.Tick(t.Context()); err == nil {
		t.Error("a turn that failed says nothing")
	}
	h.broken = nil
	h.minutes(t, 1)
	if h.of("rosa").Score != 1_000 || h.ranked != 4 {
		t.Errorf("rosa has %d points, want 1000; %d performers were written, want 4", h.of("rosa").Score, h.ranked)
	}
	h.minutes(t, 20)
	if h.ranked != 4 {
		t.Errorf("four turns without a change wrote %d performers", h.ranked-4)
	}
}

// A page that is open asks again and again; that is one view of a turn.
func TestImpressions(t *testing.T) {
	h := setup(t)
	other := ranking.New(h.deps)
	look := func(s *ranking.Service, viewer string) { s.Shown(viewer, []string{"nina", "rosa"}) }
	for range 10 {
		look(h.Service, "tom")
		h.Shown("tom", []string{"rosa"}) // in another list
	}
	look(h.Service, "tim")
	look(other, "ann")
	h.Shown("eve", []string{"rosa"})
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM ranking_impressions`); n != 0 {
		t.Errorf("showing wrote %d rows", n)
	}
	check(t, h.Flush(t.Context()))
	check(t, other.Flush(t.Context()))
	check(t, h.Flush(t.Context()))
	h.minutes(t, 5)
	look(h.Service, "tom")
	check(t, h.Flush(t.Context()))
	mine, err := h.Mine(t.Context(), "nina")
	check(t, err)
	if mine.Impressions != 4 || h.of("nina").Shown != 3 || h.of("rosa").Shown != 4 || h.of("vera").Shown != 0 {
		t.Errorf("nina was shown %d times; when the turn began she was %d, rosa %d and vera %d times; want 4, 3, 4 and 0",
			mine.Impressions, h.of("nina").Shown, h.of("rosa").Shown, h.of("vera").Shown)
	}
	h.clock.Advance(12 * time.Hour) // past midnight
	check(t, h.Tick(t.Context()))
	if mine, _ = h.Mine(t.Context(), "nina"); mine.Impressions != 0 || h.of("rosa").Shown != 0 {
		t.Errorf("on the next day nina was shown %d times, and rosa %d", mine.Impressions, h.of("rosa").Shown)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM ranking_impressions`); n != 0 {
		t.Errorf("%d rows of yesterday are kept", n)
	}
}

// What cannot be written is written the next time.
func TestImpressionsAreKept(t *testing.T) {
	h := setup(t)
	h.Shown("tom", []string{"nina"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Flush(ctx); err == nil {
		t.Fatal("it was written")
	}
	h.Shown("tim", []string{"nina"})
	check(t, h.Flush(t.Context()))
	if mine, _ := h.Mine(t.Context(), "nina"); mine.Impressions != 2 {
		t.Errorf("she was shown %d times, want 2", mine.Impressions)
	}
}

func TestCalls(t *testing.T) {
	h := setup(t)
	h.minutes(t, 5)
	nina, tom := account.Caller{ID: "nina", Role: account.Performer}, account.Caller{ID: "tom", Role: account.Member}
	testkit.Scenarios{
		{Name: "everybody reads the formula", Do: "GET /ranking", Status: 200,
			Has: fmt.Sprintf(`"version":%d,"watchedPoints":%d`, ranking.Version, ranking.WatchedPoints)},
		{Name: "and how many places rotate", Do: "GET /ranking", Status: 200, Has: `"rotatingShare":20`},
		{Name: "a performer reads why she stands where she stands", As: nina, Do: "GET /performers/me/ranking", Status: 200,
			Has: `"inputs":{"watchedMinutes":0,"airedMinutes":0,"favourites":0,"hours":720}`},
		{Name: "a member does not", As: tom, Do: "GET /performers/me/ranking", Status: 403},
		{Name: "nor a guest", Do: "GET /performers/me/ranking", Status: 401},
	}.Run(t, h.Routes)
	if answer := testkit.Call(testkit.Router(h.Routes), account.Caller{ID: "zoe", Role: account.Performer}, "GET /performers/me/ranking", "", nil); strings.Contains(answer.Body.String(), "computedAt") {
		t.Errorf("who was in no turn yet is told of one: %s", answer.Body)
	}
}
