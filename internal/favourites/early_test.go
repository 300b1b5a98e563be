package favourites_test

import (
	"context"
	"slices"
	"testing"

	"limelight/internal/testkit"
)

// Whoever looks into their centre is told at once, however many wait for the same: once, whatever they do with it.
func TestWhoeverLooksIsTold(t *testing.T) {
	s := setup(t)
	for _, name := range []string{"tom", "sam", "ann", "tim"} {
		s.fan(t, name)
	}
	testkit.Person(t, s.db, "user", "eve") // who does not like her
	s.fans(t, 250)
	s.stage.hides["tim"] = true
	s.stage.public = true
	s.pictureOf(t, "show1")
	for name, want := range map[string]int{"tom": 1, "ann": 1, "tim": 0, "eve": 0} {
		if got := s.told(t, name); len(got) != want {
			t.Errorf("%s is told %q", name, got)
		}
	}
	if n, err := s.notices.Unread(t.Context(), "sam"); err != nil || n != 1 {
		t.Errorf("Sam has %d unread notices (%v), want one", n, err)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`); n != 3 || len(s.pushed.to) != 3 {
		t.Errorf("%d were told and %v pushed, when three had looked", n, s.pushed.to)
	}
	list, _, err := s.notices.List(t.Context(), "ann", "en", "", "", 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.notices.Remove(t.Context(), "ann", list[0].ID); err != nil {
		t.Fatal(err)
	}

	s.drain(t)
	for name, want := range map[string]int{"tom": 1, "sam": 1, "ann": 0, "tim": 0, "eve": 0} {
		if got := s.told(t, name); len(got) != want {
			t.Errorf("in the end %s has %q", name, got)
		}
	}
	if n := testkit.Int(t, s.db, `SELECT told FROM notice_announcements`); n != 253 || len(s.pushed.to) != 253 {
		t.Errorf("%d of 253 were told, by %d pushes", n, len(s.pushed.to))
	}
}

// Nobody is told early of what is no news now.
func TestNobodyIsToldEarlyOfWhatIsOver(t *testing.T) {
	s := setup(t)
	s.fan(t, "tom")
	s.pictureOf(t, "show1")
	s.stage.public, s.stage.away = false, true
	if got := s.told(t, "tom"); len(got) > 0 {
		t.Errorf("while she is away he is told %q", got)
	}
	s.stage.away = false
	if got := s.told(t, "tom"); len(got) > 0 {
		t.Errorf("when she has gone he is told %q", got)
	}
}

// Whose device is connected is told after the first batch, and not at the end of the alphabet.
func TestTheConnectedAreToldFirst(t *testing.T) {
	s := setup(t)
	s.fans(t, 300)
	for _, name := range []string{"zoe", "zack"} {
		s.fan(t, name)
	}
	testkit.Person(t, s.db, "user", "eve")
	s.connected = []string{"zoe", "eve", "zack"}
	s.stage.public = true
	s.pictureOf(t, "show1")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.notices.Announcer.Run(ctx) }()
	testkit.Eventually(t, "all are told", func() bool {
		return testkit.Int(t, s.db, `SELECT COUNT(*) FROM notice_announcements WHERE due_at = 0`) == 1
	})
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if early := s.pushed.to[:30]; len(s.pushed.to) != 302 || !slices.Contains(early, "zack") || !slices.Contains(early, "zoe") {
		t.Errorf("%d were pushed; the first thirty %v", len(s.pushed.to), early)
	}
}

// Who has a device that takes pushes is told first, and everybody once.
func TestWhoHasADeviceIsToldFirst(t *testing.T) {
	s := setup(t)
	s.fans(t, 1100)
	all := s.likers(t)
	var want []string
	for i := 300; i < len(all); i += 3 {
		want = append(want, all[i])
	}
	s.pushed.devices = want
	s.goesLive(t, "show1")
	if n := testkit.Int(t, s.db, `SELECT told FROM notice_announcements`); n != 1100 || len(s.pushed.to) != 1100 {
		t.Errorf("%d of 1100 were told, by %d pushes", n, len(s.pushed.to))
	}
	if got := s.pushed.to[:len(want)]; !slices.Equal(got, want) {
		t.Errorf("the first %d were not those with a device: %v", len(want), got)
	}

	s.goesLive(t, "show2") // the one before has not been over for long enough
	if len(s.pushed.to) != 1100 {
		t.Errorf("%d pushes after another show", len(s.pushed.to))
	}
}
