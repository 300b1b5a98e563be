package favourites_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// While she is away or in a paid show nobody is told; when she is public again, the others are, and
// are mailed.
func TestAwayAndBack(t *testing.T) {
	s := setup(t)
	s.fans(t, 160)
	s.fan(t, "tom")
	s.pictureOf(t, "show1")
	batches := 0
	s.stage.asked = func(string) { batches++; s.stage.away = batches > 1 }
	s.drain(t)
	s.stage.asked = nil
	told := func() int64 { return testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`) }
	some := told()
	if some == 0 || some == 161 || int64(len(s.pushed.to)) != some {
		t.Fatalf("%d of 161 were told before she was away, and %d pushed", some, len(s.pushed.to))
	}
	s.clock.Advance(7 * minute)
	s.drain(t)
	s.deliver(t)
	if n, mails := told(), testkit.Int(t, s.db, `SELECT COUNT(*) FROM mails`); n != some || mails != 0 {
		t.Errorf("while she is away %d are told, and %d mailed", n-some, mails)
	}
	s.stage.away = false
	s.clock.Advance(6 * minute)
	s.drain(t)
	s.deliver(t)
	if n, mails := told(), testkit.Int(t, s.db, `SELECT COUNT(*) FROM mails`); n != 161 || mails != some {
		t.Errorf("when she is back, %d of 161 are told, and %d of %d mailed", n, mails, some)
	}
}

// What counts is when she was last live: a line that is lost again and again for hours tells nobody twice.
func TestALongEvening(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	for i := range 6 {
		s.goesLive(t, fmt.Sprint("show", i))
		s.clock.Advance(40 * minute)
		s.goesOffline(t)
		s.clock.Advance(minute)
	}
	if n := len(s.told(t, "tom")); n != 1 {
		t.Errorf("in one evening he is told %d times", n)
	}
	s.clock.Advance(30 * minute)
	if s.goesLive(t, "tomorrow"); len(s.told(t, "tom")) != 2 {
		t.Error("the next evening is no news")
	}
}

// Whoever may not see her any more has no trace of her, though they may be many, and also who likes
// her no more. It is not lost when the program ends before it is done.
func TestRecheck(t *testing.T) {
	s := setup(t)
	s.fans(t, 350)
	s.fan(t, "tom")
	s.goesLive(t, "show1")
	if err := s.Unlike(t.Context(), "tom", "nina"); err != nil {
		t.Fatal(err)
	}
	all, hidden := slices.Clone(s.pushed.to), 0
	for i, accountID := range all {
		if i%3 > 0 || accountID == "tom" {
			s.stage.hides[accountID] = true
			hidden++
		}
	}
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.Recheck(ctx, tx, "nina") })
	s.drain(t) // by whichever node
	if got := s.told(t, "tom"); len(got) != 0 {
		t.Errorf("he likes her no more, and has %q", got)
	}
	left := int64(len(all) - hidden)
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`); n != left || int64(len(s.pushed.to)) != left {
		t.Errorf("%d have a trace of her and %d are pushed, of whom %d may", n, len(s.pushed.to), left)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notice_announcements WHERE due_at > 0 OR rechecks`); n != 0 {
		t.Error("it has no end")
	}
}

// A block that comes while a batch has asked already who may know leaves no trace either.
func TestABlockWithinABatch(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.fan(t, "sam")
	s.pictureOf(t, "show1")
	blocked := make(chan struct{})
	s.stage.answered = func() {
		s.stage.answered = nil
		go func() {
			defer close(blocked)
			err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Forbid(ctx, tx, "nina", "tom") })
			if err != nil {
				t.Error(err)
			}
		}()
		testkit.WritesWait(t, s.db, blocked)
	}
	s.drain(t)
	<-blocked
	if got := s.told(t, "tom"); len(got) != 0 || slices.Contains(s.pushed.to, "tom") {
		t.Errorf("he is told %q, and pushed are %q", got, s.pushed.to)
	}
	if got := s.told(t, "sam"); len(got) != 1 {
		t.Errorf("sam is told %q", got)
	}
}

// Who calls from a country that she blocks does not see that she was live; at home again, they do.
func TestElsewhere(t *testing.T) {
	s := setup(t)
	s.performer(t, "lena")
	s.fan(t, "tom")
	testkit.Exec(t, s.db, `INSERT INTO favourites (member_id, performer_id, created_at) VALUES ('tom', 'lena', 1)`)
	s.goesLive(t, "show1")
	s.clock.Advance(minute)
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.WentLive(ctx, tx, "lena", "show2") })
	s.drain(t)
	for _, elsewhere := range []bool{true, false} {
		s.stage.hides[""] = elsewhere
		want := 1
		if elsewhere {
			want = 0
		}
		first, next, err := s.notices.List(t.Context(), "tom", "en", "", "", 1) // of Lena, whom nobody sees here
		if err != nil || len(first) != 0 || next == "" {
			t.Errorf("the first page is %+v, and the next one is after %q: %v", first, next, err)
		}
		rest, next, err := s.notices.List(t.Context(), "tom", "en", "", next, 1)
		if err != nil || len(rest) != want || next != "" {
			t.Errorf("the last page is %+v, want %d: %v", rest, want, err)
		}
	}
}

// Two performers are live at once: the followers of both are told in turns.
func TestTwoAreLive(t *testing.T) {
	s := setup(t)
	s.performer(t, "lena")
	s.fans(t, 100)
	testkit.Exec(t, s.db, `INSERT INTO favourites (member_id, performer_id, created_at) SELECT member_id, 'lena', 1 FROM favourites`)
	s.pictureOf(t, "show1")
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.WentLive(ctx, tx, "lena", "show2") })
	var turns []string
	s.stage.asked = func(performerID string) {
		turns = append(turns, performerID)
		s.clock.Advance(time.Millisecond)
	}
	for range 20 {
		s.drain(t)
		s.clock.Advance(time.Millisecond)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`); n != 200 {
		t.Errorf("%d of 200 are told", n)
	}
	if !slices.Contains(turns[:3], "nina") || !slices.Contains(turns[:3], "lena") {
		t.Errorf("the batches were of %q", turns)
	}
}

// What never succeeds is given up after some thirty times, in ever longer pauses.
func TestWhatNeverSucceeds(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.pictureOf(t, "show1")
	s.stage.broken = errors.New("broken")
	tries := 0
	s.stage.asked = func(string) { tries++ }
	early := 0
	for minutes := range 2 * 24 * 60 {
		_ = s.notices.Announcer.Drain(t.Context())
		if s.clock.Advance(minute); minutes == 60 {
			early = tries
		}
	}
	if early < 5 || early > 12 {
		t.Errorf("in an hour it was tried %d times", early)
	}
	if tries < 20 || tries > 40 {
		t.Errorf("in two days it was tried %d times", tries)
	}
	s.stage.broken = nil
	if s.goesLive(t, "show2"); len(s.told(t, "tom")) != 1 {
		t.Error("he is not told of the next show")
	}
}
