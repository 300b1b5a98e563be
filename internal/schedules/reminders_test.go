package schedules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices"
	"limelight/internal/schedules"
	"limelight/internal/testkit"
)

const minute = time.Minute

// A member is reminded once, a quarter of an hour before.
func TestReminded(t *testing.T) {
	s := setup(t)
	s.saves(t, evenings("22:00", "02:00")) // in ten hours
	s.asks(t, "tom")
	testkit.Person(t, s.db, account.Member, "sam") // who asked for nothing
	for _, step := range []struct {
		wait time.Duration
		want int
	}{{9*time.Hour + 44*minute, 0}, {minute, 1}, {minute, 1}, {14 * minute, 1}, {24 * time.Hour, 1}} {
		s.clock.Advance(step.wait)
		s.advance(t)
		s.advance(t)
		if got := s.told(t, "tom"); got != step.want {
			t.Errorf("at %v he was reminded %d times, want %d", s.clock.Now(), got, step.want)
		}
	}
	if s.told(t, "sam") != 0 || testkit.Int(t, s.db, `SELECT COUNT(*) FROM schedule_reminders`) != 0 {
		t.Error("sam is reminded, or tom would be again")
	}
	if _, err := s.Remind(t.Context(), "tom", "nina"); err != nil { // for another evening
		t.Fatal(err)
	}
	s.clock.Advance(24*time.Hour - 10*minute)
	if s.advance(t); s.told(t, "tom") != 2 {
		t.Errorf("for the next time he was reminded %d times, want 2", s.told(t, "tom"))
	}
}

// When it is too late to be reminded, it is of the hours after those.
func TestAskedTooLate(t *testing.T) {
	s := setup(t)
	s.saves(t, evenings("12:10", "13:00"))
	testkit.Person(t, s.db, account.Member, "tom")
	at, err := s.Remind(t.Context(), "tom", "nina")
	if err != nil || at.Sub(s.clock.Now()) != 24*time.Hour+10*minute {
		t.Fatalf("he is reminded of %v: %v", at, err)
	}
	s.clock.Advance(11 * minute)
	if s.advance(t); s.told(t, "tom") != 0 {
		t.Error("he is reminded of hours that have begun")
	}
	s.clock.Advance(24*time.Hour - 10*minute)
	if s.advance(t); s.told(t, "tom") != 1 {
		t.Error("he is not reminded of those after them")
	}
}

// Who is not reminded, for a reason.
func TestNotReminded(t *testing.T) {
	tonight := testkit.Noon.Format(time.DateOnly)
	for name, happens := range map[string]func(*site){
		"she cancels the date": func(s *site) {
			p := evenings("22:00", "02:00")
			p.Exceptions = []schedules.Exception{{Date: tonight, Hours: schedules.Hours{Closed: true}}}
			s.saves(t, p)
		},
		"she comes later that day": func(s *site) {
			p := evenings("22:00", "02:00")
			p.Exceptions = []schedules.Exception{{Date: tonight, Hours: schedules.Hours{Start: "23:30", End: "02:00"}}}
			s.saves(t, p)
		},
		"she blocks him": func(s *site) { s.stage.hide("tom") },
		"he takes it back": func(s *site) {
			if err := s.Forget(t.Context(), "tom", "NINA"); err != nil {
				t.Fatal(err)
			}
		},
		"he wants none of these": func(s *site) {
			groups := map[string]notices.Channels{"reminder": {}}
			if _, err := s.notices.Choose(t.Context(), "tom", notices.Choice{Digest: notices.Hourly, Groups: groups}); err != nil {
				t.Fatal(err)
			}
		},
		"the site stood still": func(s *site) { s.clock.Advance(5 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t)
			s.saves(t, evenings("22:00", "02:00"))
			s.asks(t, "tom")
			happens(s)
			s.clock.Advance(9*time.Hour + 46*minute)
			if s.advance(t); s.told(t, "tom") != 0 {
				t.Error("he is reminded all the same")
			}
		})
	}
}

// Hours that are cancelled are not the ones that he is reminded of: those after them are.
func TestRemindedOfTheNextOnes(t *testing.T) {
	s := setup(t)
	s.saves(t, evenings("22:00", "02:00"))
	s.asks(t, "tom")
	p := evenings("22:00", "02:00")
	p.Exceptions = []schedules.Exception{{Date: s.clock.Now().Format(time.DateOnly), Hours: schedules.Hours{Closed: true}}}
	s.saves(t, p)
	s.clock.Advance(33*time.Hour + 50*minute)
	if s.advance(t); s.told(t, "tom") != 1 {
		t.Errorf("he is reminded %d times of the next evening, want 1", s.told(t, "tom"))
	}
}

// Whom she blocks after he was reminded has no trace of it.
func TestABlockedMemberHasNoTrace(t *testing.T) {
	s := setup(t)
	s.saves(t, evenings("22:00", "02:00"))
	s.asks(t, "tom")
	s.asks(t, "sam")
	s.clock.Advance(9*time.Hour + 50*minute)
	s.advance(t)
	s.stage.hide("tom")
	err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Forbid(ctx, tx, "nina", "tom") })
	if err != nil || s.told(t, "tom") != 0 || s.told(t, "sam") != 1 {
		t.Errorf("tom has %d notices, sam %d: %v", s.told(t, "tom"), s.told(t, "sam"), err)
	}
	if len(s.pushed.to) != 1 || s.pushed.to[0] != "sam" {
		t.Errorf("pushes wait for %q", s.pushed.to)
	}
}

// Two nodes look at once: each member is reminded once.
func TestTwoNodesRemind(t *testing.T) {
	s := setup(t)
	s.saves(t, evenings("22:00", "02:00"))
	for range 60 {
		s.asks(t, id.New(s.clock.Now()))
	}
	s.clock.Advance(9*time.Hour + 50*minute)
	testkit.Together(4, func(int) {
		if err := s.Advance(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.notices.Announcer.Drain(t.Context()); err != nil {
			t.Error(err)
		}
	})
	s.advance(t)
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`); n != 60 {
		t.Errorf("%d of 60 were reminded", n)
	}
}

// Set for the child: the test's own binary, which reminds members until it is killed.
const (
	crashDatabase = "SCHEDULES_CRASH_DATABASE"
	crashKey      = "SCHEDULES_CRASH_KEY"
)

// The program dies in the midst of reminding. The next one goes on: everybody is reminded once.
func TestKilledWhileItReminds(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		remindUntilKilled(t, where, os.Getenv(crashKey))
		return
	}
	key := filepath.Join(t.TempDir(), "key")
	keys, err := secretbox.FromFile(key)
	if err != nil {
		t.Fatal(err)
	}
	where := testkit.Migrated(t)
	d := testkit.Open(t, where)
	performerIn(t, d)
	s := over(t, d, keys)
	s.saves(t, evenings("22:00", "02:00"))
	const all = 500
	for range all {
		s.asks(t, id.New(s.clock.Now()))
	}
	var batches []string
	testkit.KillAfter(t, untilKilled, testkit.IDs("batch", &batches), crashDatabase+"="+where, crashKey+"="+key)
	told := testkit.Int(t, d, `SELECT COUNT(*) FROM notices`)
	if told == 0 || told == all {
		t.Fatalf("%d of %d were reminded before the kill", told, all)
	}
	s.clock.Advance(9*time.Hour + 51*minute)
	testkit.Eventually(t, "the next one goes on, once PostgreSQL has noticed that the first is dead", func() bool {
		s.advance(t)
		return testkit.Int(t, d, `SELECT COUNT(DISTINCT account_id) FROM notices`) == all
	})
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM notices`); n != all {
		t.Errorf("%d notices are there, want %d", n, all)
	}
}

// untilKilled is in which batch the child waits to be killed.
const untilKilled = 4

// remindUntilKilled prints a line in each batch, before that is committed.
func remindUntilKilled(t *testing.T, where, key string) {
	keys, err := secretbox.FromFile(key)
	if err != nil {
		t.Fatal(err)
	}
	s := over(t, testkit.Open(t, where), keys)
	s.clock.Advance(9*time.Hour + 50*minute)
	s.notices.Pusher = &printing{}
	s.advance(t)
}

type printing struct {
	pushed
	batches int
}

func (p *printing) Queue(context.Context, *db.Tx, notices.Push, ...string) error {
	fmt.Println("batch", id.New(time.Now()))
	if p.batches++; p.batches == untilKilled {
		select {}
	}
	return nil
}
