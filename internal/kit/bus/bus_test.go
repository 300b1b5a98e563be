package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

type rang struct{ Who string }

func (rang) EventName() string { return "door.rang" }

type left struct{}

func (left) EventName() string { return "door.left" }

// street is a bus on a fresh database, with a notebook that belongs to the test.
type street struct {
	*bus.Bus
	db    *db.DB
	clock *testkit.Clock

	mu    sync.Mutex
	heard []string
}

func open(t *testing.T) *street {
	d := testkit.DB(t)
	testkit.Exec(t, d, `CREATE TABLE notes (who TEXT NOT NULL)`)
	return next(d, testkit.NewClock())
}

// next is another node over the same database.
func next(d *db.DB, clock *testkit.Clock) *street {
	return &street{Bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now), db: d, clock: clock}
}

func (s *street) ring(t *testing.T, who string) {
	t.Helper()
	if err := s.tryRing(who, nil); err != nil {
		t.Fatal(err)
	}
}

func (s *street) tryRing(who string, then error) error {
	return s.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return errors.Join(s.Publish(ctx, tx, rang{who}), then)
	})
}

func (s *street) drain(t *testing.T) {
	t.Helper()
	if err := s.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (s *street) note(_ context.Context, e rang) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = append(s.heard, e.Who)
	return nil
}

// write is a subscriber whose work is in the database.
func write(ctx context.Context, tx *db.Tx, e rang) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO notes (who) VALUES ($1)`, e.Who)
	return err
}

func (s *street) waiting(t *testing.T) int64 {
	return testkit.Int(t, s.db, `SELECT COUNT(*) FROM bus_deliveries`)
}

func (s *street) notes(t *testing.T) int64 { return testkit.Int(t, s.db, `SELECT COUNT(*) FROM notes`) }

func TestEachSubscriberHearsOnce(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", write)
	bus.On(s.Bus, "two", write)
	bus.Tell(s.Bus, "three", s.note)
	bus.On(s.Bus, "other", func(context.Context, *db.Tx, left) error { t.Error("nobody left"); return nil })
	s.ring(t, "ann")
	s.ring(t, "bob")
	s.drain(t)
	s.drain(t)
	if s.notes(t) != 4 || len(s.heard) != 2 || s.waiting(t) != 0 {
		t.Errorf("%d notes, heard %v, %d waiting", s.notes(t), s.heard, s.waiting(t))
	}
}

// An event costs the transaction that makes it one row, however many hear of it.
func TestOneRowPerEvent(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", write)
	bus.On(s.Bus, "two", write)
	bus.Tell(s.Bus, "three", s.note)
	s.ring(t, "ann")
	if n := s.waiting(t); n != 1 {
		t.Errorf("%d rows wait, want 1", n)
	}
}

// A subscriber that fails holds up nobody else who hears of the same event.
func TestFailureHoldsUpNobodyElse(t *testing.T) {
	s := open(t)
	broken := true
	bus.On(s.Bus, "one", write)
	bus.On(s.Bus, "two", func(ctx context.Context, tx *db.Tx, e rang) error {
		if broken {
			return errors.New("no")
		}
		return write(ctx, tx, e)
	})
	bus.On(s.Bus, "three", write)
	bus.Tell(s.Bus, "four", s.note)
	bus.Tell(s.Bus, "five", s.note)
	s.ring(t, "ann")
	s.drain(t)
	if s.notes(t) != 2 || len(s.heard) != 2 || s.waiting(t) != 1 {
		t.Fatalf("%d notes, heard %v, %d waiting, want two, both and one", s.notes(t), s.heard, s.waiting(t))
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM bus_deliveries WHERE subscriber = 'two' AND attempts = 1 AND failure = 'no'`); n != 1 {
		t.Error("the failure is not visible")
	}
	broken = false
	s.clock.Advance(time.Second)
	s.drain(t)
	if s.notes(t) != 3 || len(s.heard) != 2 || s.waiting(t) != 0 {
		t.Errorf("%d notes, heard %v, %d waiting after the pause, want three, both and none", s.notes(t), s.heard, s.waiting(t))
	}
}

// A row that another version of the program has written reaches those of its
// subscribers that this one knows; the others' wait.
func TestRowsOfAnotherVersion(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", write)
	bus.On(s.Bus, "gone", write)
	bus.Tell(s.Bus, "three", s.note)
	s.ring(t, "ann")

	newer := next(s.db, s.clock)
	bus.On(newer.Bus, "one", write)
	bus.Tell(newer.Bus, "three", newer.note)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- newer.Run(ctx) }()
	testkit.Eventually(t, "one note and one call", func() bool {
		newer.mu.Lock()
		defer newer.mu.Unlock()
		return len(newer.heard) == 1 && s.notes(t) == 1
	})
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM bus_deliveries WHERE subscriber = 'gone'`); n != 1 || s.waiting(t) != 1 {
		t.Errorf("%d of %d waiting rows are for the subscriber nobody knows, want the only one", n, s.waiting(t))
	}
}

// Many rows that wait for a subscriber inside do not keep those that are only told
// waiting, nor the other way round.
func TestBothMannersGoOn(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", write)
	bus.Tell(s.Bus, "two", func(context.Context, left) error { return s.note(t.Context(), rang{"left"}) })
	for i := range 150 {
		s.ring(t, fmt.Sprint(i))
		err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Publish(ctx, tx, left{}) })
		if err != nil {
			t.Fatal(err)
		}
	}
	s.drain(t)
	if s.notes(t) != 150 || len(s.heard) != 150 || s.waiting(t) != 0 {
		t.Errorf("%d notes, heard %d, %d waiting, want 150, 150 and none", s.notes(t), len(s.heard), s.waiting(t))
	}
}

func TestNoNewsOfWhatWasRolledBack(t *testing.T) {
	s := open(t)
	bus.Tell(s.Bus, "one", s.note)
	errNo := errors.New("no")
	if err := s.tryRing("ann", errNo); !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	s.drain(t)
	if len(s.heard) != 0 {
		t.Errorf("heard %v", s.heard)
	}
}

// Several nodes deliver at once: a subscriber's own writes happen exactly once.
func TestExactlyOnceAmongNodes(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", write)
	bus.Tell(s.Bus, "two", s.note)
	for i := range 40 {
		s.ring(t, fmt.Sprint(i))
	}
	nodes := []*street{s}
	for range 2 {
		n := next(s.db, s.clock)
		bus.On(n.Bus, "one", write)
		bus.Tell(n.Bus, "two", n.note)
		nodes = append(nodes, n)
	}
	var all sync.WaitGroup
	for _, n := range nodes {
		all.Go(func() { n.drain(t) })
	}
	all.Wait()
	heard := 0
	for _, n := range nodes {
		n.drain(t) // what another node held locked a moment ago
		heard += len(n.heard)
	}
	if s.notes(t) != 40 || testkit.Int(t, s.db, `SELECT COUNT(DISTINCT who) FROM notes`) != 40 || heard != 40 {
		t.Errorf("%d notes, %d told, want 40 of each", s.notes(t), heard)
	}
}

// A failure undoes the subscriber's writes, backs off, stays visible, and holds
// nobody up. A panic is a failure.
func TestFailureBacksOff(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("the bell is broken") },
		"a panic":  func() error { panic("the bell is broken") },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			broken := true
			bus.On(s.Bus, "one", func(ctx context.Context, tx *db.Tx, e rang) error {
				if err := write(ctx, tx, e); err != nil {
					return err
				}
				if broken && e.Who == "ann" {
					return fail()
				}
				return nil
			})
			s.ring(t, "ann")
			s.ring(t, "bob")
			s.drain(t)
			if s.notes(t) != 1 || s.waiting(t) != 1 {
				t.Fatalf("%d notes, %d waiting, want bob's and ann's", s.notes(t), s.waiting(t))
			}
			visible := testkit.Int(t, s.db, `SELECT COUNT(*) FROM bus_deliveries WHERE attempts = 1 AND failure LIKE '%the bell is broken%'`)
			if visible != 1 {
				t.Error("the failure is not visible")
			}
			broken = false
			s.drain(t)
			if s.notes(t) != 1 {
				t.Error("tried again without a pause")
			}
			s.clock.Advance(time.Second)
			s.drain(t)
			if s.notes(t) != 2 || s.waiting(t) != 0 {
				t.Errorf("%d notes, %d waiting after the pause", s.notes(t), s.waiting(t))
			}
		})
	}
}

// The pause doubles from a second to an hour.
func TestPauseGrows(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "one", func(context.Context, *db.Tx, rang) error { return errors.New("no") })
	s.ring(t, "ann")
	for attempt, want := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600} {
		s.drain(t)
		due := testkit.Int(t, s.db, `SELECT due FROM bus_deliveries`)
		if got := db.Time(due).Sub(s.clock.Now()); got != want*time.Second {
			t.Errorf("after attempt %d it waits %v, want %v", attempt+1, got, want*time.Second)
		}
		s.clock.Advance(want * time.Second)
	}
}

// Tell runs after its row is gone: a failure is not told again, and a panic takes
// nobody down.
func TestTellSettlesFirst(t *testing.T) {
	s := open(t)
	bus.Tell(s.Bus, "one", func(ctx context.Context, e rang) error {
		if n := s.waiting(t); n != 0 { // would hang if the row were still locked
			t.Errorf("told while %d rows waited", n)
		}
		if e.Who == "ann" {
			panic("no")
		}
		return errors.Join(s.note(ctx, e), errors.New("no"))
	})
	s.ring(t, "ann")
	s.ring(t, "bob")
	s.drain(t)
	s.clock.Advance(2 * time.Hour)
	s.drain(t)
	if len(s.heard) != 1 || s.waiting(t) != 0 {
		t.Errorf("heard %v, %d waiting", s.heard, s.waiting(t))
	}
}

func TestTellKeepsOrderInABatch(t *testing.T) {
	s := open(t)
	bus.Tell(s.Bus, "one", s.note)
	for i := range 9 {
		s.clock.Advance(time.Millisecond)
		s.ring(t, fmt.Sprint(i))
	}
	s.drain(t)
	if fmt.Sprint(s.heard) != "[0 1 2 3 4 5 6 7 8]" {
		t.Errorf("heard %v", s.heard)
	}
}

// A row of a subscriber that this node does not know waits for one that does.
func TestStrangersRowsAreLeftAlone(t *testing.T) {
	s := open(t)
	bus.On(s.Bus, "new", write)
	s.ring(t, "ann")
	old := next(s.db, s.clock)
	bus.On(old.Bus, "old", write)
	old.drain(t)
	if s.waiting(t) != 1 || s.notes(t) != 0 {
		t.Errorf("%d waiting, %d notes", s.waiting(t), s.notes(t))
	}
	s.drain(t)
	if s.waiting(t) != 0 || s.notes(t) != 1 {
		t.Errorf("%d waiting, %d notes", s.waiting(t), s.notes(t))
	}
}

// A commit wakes the worker.
func TestRun(t *testing.T) {
	s := open(t)
	told := make(chan string, 1)
	bus.Tell(s.Bus, "one", func(_ context.Context, e rang) error { told <- e.Who; return nil })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Run(ctx) }()
	s.ring(t, "ann")
	if who := <-told; who != "ann" {
		t.Errorf("heard %s", who)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestNamesAreUnique(t *testing.T) {
	s := open(t)
	bus.Tell(s.Bus, "one", s.note)
	defer func() {
		if recover() == nil {
			t.Error("two subscribers have one name")
		}
	}()
	bus.Tell(s.Bus, "one", s.note)
}
