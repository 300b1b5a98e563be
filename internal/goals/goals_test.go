package goals_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/goals"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

func TestTipsCount(t *testing.T) {
	h := setup(t)
	h.tip(t, 15)
	h.drain(t)
	h.is(t, "", 0) // without a goal a tip counts for nothing
	h.add(t, "New lights", 100, false)
	h.tip(t, 15)
	h.tip(t, 20)
	h.drain(t)
	h.is(t, "New lights", 35)
}

// One tip fills two goals and begins a third.
func TestATipCrossesTwoGoals(t *testing.T) {
	h := setup(t)
	h.add(t, "Song", 50, true)
	h.add(t, "Dance", 30, true)
	h.add(t, "Encore", 100, false)
	h.tip(t, 40)
	h.tip(t, 50)
	h.drain(t)
	h.is(t, "Encore", 10)
	if got := h.reached(t); !slices.Equal(got, []string{"Song", "Dance"}) {
		t.Errorf("told to be reached: %v", got)
	}
	list, err := h.List(t.Context(), "nina")
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	for i, want := range []struct {
		title  string
		state  goals.State
		raised int64
	}{{"Encore", goals.Current, 10}, {"Dance", goals.Done, 30}, {"Song", goals.Done, 50}} {
		if g := list[i]; g.Title != want.title || g.State != want.state || g.Raised != money.Whole(want.raised) {
			t.Errorf("%d is %+v, want %+v", i, g, want)
		}
	}
}

// A goal that does not go on by itself stays, keeps counting, and hands on the
// surplus when the performer starts another.
func TestSurplusWaitsForTheNextGoal(t *testing.T) {
	h := setup(t)
	h.add(t, "Song", 50, false)
	dance := h.add(t, "Dance", 30, false)
	h.tip(t, 50)
	h.tip(t, 15)
	h.drain(t)
	h.is(t, "Song", 65)
	if _, err := h.Change(t.Context(), "nina", dance.ID, dance.Plan, true); err != nil {
		t.Fatal(err)
	}
	h.is(t, "Dance", 15)
	if got := h.reached(t); !slices.Equal(got, []string{"Song"}) {
		t.Errorf("told to be reached: %v", got)
	}
}

// An automatic goal without a next one waits for it with its surplus.
func TestTheNextGoalMayComeLater(t *testing.T) {
	h := setup(t)
	h.add(t, "Song", 50, true)
	h.tip(t, 45)
	h.tip(t, 45)
	h.drain(t)
	h.is(t, "Song", 90)
	h.add(t, "Dance", 100, true)
	h.is(t, "Dance", 40)
}

func TestStartValue(t *testing.T) {
	h := setup(t)
	g, err := h.Add(t.Context(), "nina", goals.Plan{Title: "Camera", Target: money.Whole(100), Start: money.Whole(60)})
	if err != nil {
		t.Fatal(err)
	}
	h.tip(t, 15)
	h.drain(t)
	h.is(t, "Camera", 75)
	g.Start = money.Whole(10)
	if _, err := h.Change(t.Context(), "nina", g.ID, g.Plan, false); err != nil {
		t.Fatal(err)
	}
	h.is(t, "Camera", 25) // the tip stays counted
}

// A target that is raised again is reached again.
func TestRaisedTargetIsReachedAgain(t *testing.T) {
	h := setup(t)
	g := h.add(t, "Song", 50, false)
	h.tip(t, 50)
	h.drain(t)
	g.Target = money.Whole(80)
	if _, err := h.Change(t.Context(), "nina", g.ID, g.Plan, false); err != nil {
		t.Fatal(err)
	}
	h.tip(t, 30)
	if got := h.reached(t); !slices.Equal(got, []string{"Song", "Song"}) {
		t.Errorf("told to be reached: %v", got)
	}
}

// What was tipped while the program was down counts once it is back.
func TestTipsDuringDowntimeCount(t *testing.T) {
	h := setup(t)
	h.add(t, "Song", 100, true)
	h.tip(t, 40)
	h.drain(t)
	h.tip(t, 25)
	again := over(h.db, h.clock)
	again.drain(t)
	again.is(t, "Song", 65)
	again.drain(t)
	again.is(t, "Song", 65)
}

// Many tips at once, by several workers: nothing is lost on the way from goal to
// goal, and each is reached once.
func TestConcurrentTips(t *testing.T) {
	h := setup(t)
	for _, title := range strings.Split("abcdefghij", "") {
		h.add(t, title, int64(50+rand.IntN(200)), true)
	}
	last := h.add(t, "last", 1_000_000, true)
	var all sync.WaitGroup
	const callers, each = 8, 25
	for range callers {
		all.Go(func() {
			for range each {
				h.tip(t, 15)
			}
			if err := over(h.db, h.clock).bus.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	h.drain(t)
	counted := testkit.Int(t, h.db, `SELECT CAST(SUM(raised - start) AS BIGINT) FROM goals`)
	if want := int64(money.Whole(callers * each * 15)); counted != want {
		t.Errorf("%d units were counted, want %d", counted, want)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM goals WHERE state = 'done' AND raised = target AND reached_at > 0`); n != 10 {
		t.Errorf("%d goals are done, want 10", n)
	}
	if title, _ := h.now(t); title != last.Title {
		t.Errorf("the goal is %q, want the last", title)
	}
}

func TestRemove(t *testing.T) {
	h := setup(t)
	song := h.add(t, "Song", 50, false)
	h.add(t, "Dance", 100, false)
	h.tip(t, 20)
	h.drain(t)
	if err := h.Remove(t.Context(), "nina", song.ID); err != nil {
		t.Fatal(err)
	}
	h.is(t, "Dance", 0) // 20 of 50 were Song's
	h.tip(t, 45)
	h.tip(t, 75)
	h.drain(t)
	list, _ := h.List(t.Context(), "nina")
	h.add(t, "Encore", 100, false)
	h.is(t, "Encore", 20)
	if err := h.Remove(t.Context(), "nina", list[0].ID); err != nil { // done by now
		t.Error(err)
	}
	if err := h.Remove(t.Context(), "nina", list[0].ID); !errors.Is(err, goals.ErrNoGoal) {
		t.Errorf("again: %v", err)
	}
}

// A full goal that is taken away still hands on its surplus.
func TestRemoveAFullGoal(t *testing.T) {
	h := setup(t)
	song := h.add(t, "Song", 50, false)
	h.add(t, "Dance", 100, false)
	h.tip(t, 70)
	h.drain(t)
	if err := h.Remove(t.Context(), "nina", song.ID); err != nil {
		t.Fatal(err)
	}
	h.is(t, "Dance", 20)
}

func TestRefusals(t *testing.T) {
	h := setup(t)
	good := goals.Plan{Title: "Song", Target: money.Whole(50)}
	change := func(change func(*goals.Plan)) goals.Plan {
		p := good
		change(&p)
		return p
	}
	for want, plan := range map[string]goals.Plan{
		"This field is required!":          change(func(p *goals.Plan) { p.Title = " \u200b" }),
		"Must have at most 100 characters": change(func(p *goals.Plan) { p.Title = strings.Repeat("ä", 101) }),
		"Must be between 1 and 100000000":  change(func(p *goals.Plan) { p.Target = 0 }),
		"Must be a whole number of tokens": change(func(p *goals.Plan) { p.Target = 150 }),
		"Must be less than the target":     change(func(p *goals.Plan) { p.Start = money.Whole(50) }),
	} {
		_, err := h.Add(t.Context(), "nina", plan)
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Text != want || f.Kind != fault.Invalid {
			t.Errorf("%+v: %v, want %s", plan, err, want)
		}
	}
	mine := h.add(t, "Song", 50, false)
	if _, err := h.Change(t.Context(), "vera", mine.ID, good, false); !errors.Is(err, goals.ErrNoGoal) {
		t.Errorf("another's goal: %v", err)
	}
	if err := h.Remove(t.Context(), "nina", "no\x00ne"); !errors.Is(err, goals.ErrNoGoal) {
		t.Errorf("no id: %v", err)
	}
	if _, err := h.Look(t.Context(), account.Caller{ID: "tom"}, "vera"); !errors.Is(err, goals.ErrNoPerformer) {
		t.Errorf("who blocks him: %v", err)
	}
	for range 19 {
		h.add(t, "More", 50, false)
	}
	if _, err := h.Add(t.Context(), "nina", good); !errors.Is(err, goals.ErrMany) {
		t.Errorf("the 21st: %v", err)
	}
}
