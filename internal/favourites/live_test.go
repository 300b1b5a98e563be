package favourites_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/favourites"
	"limelight/internal/kit/db"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

const minute = time.Minute

// Who is told that a favourite is live, and how.
func TestWhoIsTold(t *testing.T) {
	chooses := func(change func(*notices.Choice)) func(*testing.T, *site) {
		return func(t *testing.T, s *site) {
			c := notices.Choice{Digest: notices.Hourly}
			change(&c)
			if _, err := s.notices.Choose(t.Context(), "tom", c); err != nil {
				t.Fatal(err)
			}
		}
	}
	of := func(ch notices.Channels) func(*testing.T, *site) {
		return chooses(func(c *notices.Choice) { c.Groups = map[string]notices.Channels{"favourite": ch} })
	}
	quiet := func(from, to string) func(*testing.T, *site) {
		return chooses(func(c *notices.Choice) { c.QuietHours = &notices.QuietHours{From: from, To: to, Timezone: "UTC"} })
	}
	sets := func(statement string) func(*testing.T, *site) {
		return func(t *testing.T, s *site) { testkit.Exec(t, s.db, statement) }
	}
	for name, c := range map[string]struct {
		is                 func(*testing.T, *site)
		centre, push, mail bool
	}{
		"as people come":              {func(*testing.T, *site) {}, true, true, true},
		"likes her no more":           {func(t *testing.T, s *site) { _ = s.Unlike(t.Context(), "tom", "nina") }, false, false, false},
		"is blocked":                  {func(_ *testing.T, s *site) { s.stage.hides["tom"] = true }, false, false, false},
		"she hides from all":          {func(_ *testing.T, s *site) { s.stage.hides[""] = true }, false, false, false},
		"watches already":             {func(_ *testing.T, s *site) { s.stage.present = map[string]bool{"tom": true} }, false, false, false},
		"is suspended":                {sets(`UPDATE accounts SET status = 'suspended' WHERE id = 'tom'`), false, false, false},
		"has somebody else's address": {sets(`UPDATE accounts SET email_key = 'foreign:tom' WHERE id = 'tom'`), true, true, false},
		"wants nothing of it":         {of(notices.Channels{}), false, false, false},
		"wants it in the list alone":  {of(notices.Channels{App: true}), true, false, false},
		"wants pushes alone":          {of(notices.Channels{Push: true}), false, true, false},
		"wants mails alone":           {of(notices.Channels{Mail: true}), false, false, true},
		"sleeps until she has gone":   {quiet("11:00", "20:00"), true, false, false},
		"sleeps at other times":       {quiet("20:00", "23:00"), true, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t)
			s.fan(t, "tom")
			c.is(t, s)
			s.goesLive(t, "show1")
			if got := s.told(t, "tom"); len(got) > 0 != c.centre || c.centre && got[0] != "nina has gone live" {
				t.Errorf("the list has %q", got)
			}
			if slices.Contains(s.pushed.to, "tom") != c.push {
				t.Errorf("pushed was %v", s.pushed.to)
			}
			s.clock.Advance(6 * minute)
			early := s.mails(t, "tom")
			s.clock.Advance(10 * time.Hour)
			s.stage.public = false
			if late := s.mails(t, "tom"); early > 0 != c.mail || late != early {
				t.Errorf("after six minutes %d mails went, after ten hours %d", early, late)
			}
		})
	}
}

// The push and the mail lead to her room; a discreet one names nobody.
func TestWhatIsTold(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.fan(t, "sam")
	if _, err := s.notices.Choose(t.Context(), "sam", notices.Choice{Digest: notices.Hourly, Discreet: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.notices.Choose(t.Context(), "tom", notices.Choice{Digest: notices.Hourly}); err != nil {
		t.Fatal(err)
	}
	s.goesLive(t, "show1")
	var titles []string
	for _, p := range s.pushed.list {
		titles = append(titles, p.Title)
		if p.Link != "/room/nina" || p.Lifetime != 30*minute || p.Tag != "favourite.live:nina" {
			t.Errorf("pushed was %+v", p)
		}
		if p.Title == "You have news" && strings.Contains(p.Text, "nina") {
			t.Errorf("a discreet push names her: %+v", p)
		}
	}
	slices.Sort(titles)
	if !slices.Equal(titles, []string{"You have news", "nina has gone live"}) {
		t.Errorf("pushed was %q", titles)
	}
}

// A line that was lost, a private show between, or stopping and starting again tells nobody twice;
// another show is news again, half an hour later.
func TestNotToldTwice(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	for _, step := range []struct {
		name, show string
		wait       time.Duration
		told       int
	}{
		{"she is live", "show1", 0, 1},
		{"her line was lost and is back", "show1", 20 * time.Second, 1},
		{"she starts again", "show2", 10 * minute, 1},
		{"after half an hour she starts again", "show3", 21 * minute, 2},
		{"she comes back from a private show", "show3", 40 * minute, 2},
		{"the next day", "show4", 24 * time.Hour, 3},
	} {
		s.clock.Advance(step.wait)
		s.goesLive(t, step.show)
		if got := len(s.told(t, "tom")); got != step.told || len(s.pushed.to) != step.told {
			t.Errorf("%s: he was told %d times and pushed %d times, want %d", step.name, got, len(s.pushed.to), step.told)
		}
	}
}

// One mail in twelve hours, also to who removes the notice.
func TestMailsAreFew(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	for _, step := range []struct {
		show  string
		wait  time.Duration
		mails int64
	}{{"show1", 0, 1}, {"show2", 2 * time.Hour, 1}, {"show3", 9 * time.Hour, 1}, {"show4", time.Hour, 2}} {
		s.clock.Advance(step.wait)
		s.goesLive(t, step.show)
		s.clock.Advance(5*minute + time.Second)
		if n := s.mails(t, "tom"); n != step.mails {
			t.Errorf("after %s %d mails had gone, want %d", step.show, n, step.mails)
		}
		list, _, err := s.notices.List(t.Context(), "tom", "en", "", "", 1)
		if err != nil || len(list) != 1 {
			t.Fatalf("%s is not in the list: %v", step.show, err)
		}
		if err := s.notices.Remove(t.Context(), "tom", list[0].ID); err != nil {
			t.Fatal(err)
		}
	}
}

// Shows that begin in quiet hours are one mail when these end, and none of those that are over.
func TestMailsAfterQuietHours(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	_, err := s.notices.Choose(t.Context(), "tom", notices.Choice{Digest: notices.Hourly, QuietHours: &notices.QuietHours{From: "11:00", To: "16:00", Timezone: "UTC"}})
	if err != nil {
		t.Fatal(err)
	}
	s.goesLive(t, "show1")
	s.clock.Advance(time.Hour)
	s.goesLive(t, "show2")
	s.clock.Advance(4 * time.Hour)
	if n := s.mails(t, "tom"); n != 1 || len(s.pushed.to) != 0 {
		t.Errorf("%d mails and %d pushes came", n, len(s.pushed.to))
	}
}

// Whom she blocks after he was told has no trace of it, and gets no mail.
func TestABlockedMemberHasNoTrace(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.fan(t, "sam")
	s.goesLive(t, "show1")
	s.stage.hides["tom"] = true
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.Forbid(ctx, tx, "nina", "tom") })
	if !slices.Equal(s.pushed.to, []string{"sam"}) {
		t.Errorf("pushes wait for %q", s.pushed.to)
	}
	s.clock.Advance(6 * minute)
	if got, n := s.told(t, "tom"), s.mails(t, "tom"); len(got) != 0 || n != 0 {
		t.Errorf("he is told %q, and by %d mails", got, n)
	}
	if got, n := s.told(t, "sam"), s.mails(t, "sam"); len(got) != 1 || n != 1 {
		t.Errorf("sam is told %q, and by %d mails", got, n)
	}
}

// Nobody is told of a show that is over; those who were keep it in their lists, and get no mail.
// When she is back soon, the others are told.
func TestShowsThatAreOver(t *testing.T) {
	s := setup(t)
	s.fans(t, 250)
	s.pushed.devices = s.likers(t)[:100]
	s.pictureOf(t, "show1")
	told := func() int64 { return testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`) }
	batches := 0
	s.stage.asked = func(string) { batches++; s.stage.public = batches < 2 }
	s.drain(t)
	some := told()
	if some == 0 || some == 250 {
		t.Fatalf("%d of 250 were told before she left", some)
	}
	if n := len(s.pushed.to); n != 0 {
		t.Errorf("%d pushes wait of a show that is over", n)
	}
	s.stage.asked = nil
	s.clock.Advance(6 * minute)
	if s.deliver(t); testkit.Int(t, s.db, `SELECT COUNT(*) FROM mails`) != 0 {
		t.Error("mails went of a show that is over")
	}
	s.goesLive(t, "show2")
	if told() != 250 || int64(len(s.pushed.to)) != 250-some {
		t.Errorf("when she is back, %d of 250 have been told, and %d pushed", told(), len(s.pushed.to))
	}
	if s.goesOffline(t); len(s.pushed.to) != 0 {
		t.Errorf("all have been told, she has gone, and %d pushes wait", len(s.pushed.to))
	}
}

// Two nodes tell at once: each member once.
func TestTwoNodesTell(t *testing.T) {
	s := setup(t)
	s.fans(t, 700)
	s.pushed.devices = s.likers(t)[300:550]
	s.pictureOf(t, "show1")
	other := *s
	nodes := []*site{s, other.node(t)}
	testkit.Together(len(nodes), func(i int) {
		testkit.Together(2, func(int) {
			if err := nodes[i].notices.Announcer.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	})
	if err := s.notices.Announcer.Drain(t.Context()); err != nil { // what another one had locked
		t.Fatal(err)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`); n != 700 {
		t.Errorf("%d of 700 were told", n)
	}
	if n := testkit.Int(t, s.db, `SELECT told FROM notice_announcements`); n != 700 {
		t.Errorf("the announcement says that it told %d", n)
	}
	pushes := slices.Clone(s.pushed.to)
	slices.Sort(pushes)
	if n := len(slices.Compact(pushes)); n != 700 || len(s.pushed.to) != 700 {
		t.Errorf("%d of 700 were pushed, by %d pushes", n, len(s.pushed.to))
	}
}

// A failure of one announcement keeps no other one waiting, and is tried again.
func TestAFailureWaits(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.pictureOf(t, "show1")
	s.stage.broken = errors.New("broken")
	if err := s.notices.Announcer.Drain(t.Context()); !errors.Is(err, s.stage.broken) {
		t.Errorf("of the failure is heard %v", err)
	}
	s.stage.broken = nil
	if err := s.notices.Announcer.Drain(t.Context()); err != nil || len(s.told(t, "tom")) != 0 {
		t.Errorf("it is tried again at once: %v", err)
	}
	s.clock.Advance(11 * time.Second)
	if err := s.notices.Announcer.Drain(t.Context()); err != nil || len(s.told(t, "tom")) != 1 {
		t.Errorf("he was told %q: %v", s.told(t, "tom"), err)
	}
}

// What is asked for each batch is found by an index.
func TestIndexes(t *testing.T) {
	s := setup(t)
	plan := testkit.Plan(t, s.db, favourites.LikingAfter, "nina", "a", 25)
	if !strings.Contains(plan, "favourites_performer") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("followers are found by\n%s", plan)
	}
}

// Who does not want to hear of one is not told of her, and keeps her among the favourites.
func TestNotToldOfHer(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.fan(t, "tim")
	if err := s.Notify(t.Context(), "tom", "nina", false); err != nil {
		t.Fatal(err)
	}
	s.goesLive(t, "show1")
	if tom, tim := len(s.told(t, "tom")), len(s.told(t, "tim")); tom != 0 || tim != 1 {
		t.Errorf("Tom was told %d times, who does not want to be, and Tim %d times", tom, tim)
	}
	if err := s.Notify(t.Context(), "tom", "nina", true); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Hour)
	s.goesLive(t, "show2")
	if tom := len(s.told(t, "tom")); tom != 1 {
		t.Errorf("Tom, who wants to hear of her again, was told %d times", tom)
	}
	tom := account.Caller{ID: "tom", Role: account.Member}
	testkit.Scenarios{
		{Name: "switched off", As: tom, Do: "PUT /favourite/nina/notices", Body: `{"isNotified":false}`, Status: 200, Has: `"isNotified":false`},
		{Name: "twice is once", As: tom, Do: "PUT /favourite/nina/notices", Body: `{"isNotified":false}`, Status: 200},
		{Name: "who is no favourite", As: tom, Do: "PUT /favourite/rosa/notices", Body: `{"isNotified":false}`, Status: 404, Has: "not among your favourites"},
		{Name: "without a word", As: tom, Do: "PUT /favourite/nina/notices", Body: `{}`, Status: 422},
		{Name: "a guest", Do: "PUT /favourite/nina/notices", Body: `{"isNotified":false}`, Status: 401},
	}.Run(t, s.Routes)
}
