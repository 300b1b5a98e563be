package lifecycle

import (
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

var rules = Rules{ConnectFor: 30 * time.Second, MediaLoss: 20 * time.Second, Grace: 40 * time.Second}

// ago is an instant before now.
func ago(d time.Duration) time.Time { return noon.Add(-d) }

// of is a show of a type in a status.
func of(kind string, status Status, change ...func(*State)) State {
	s := State{
		Show:  Show{ID: "s1", Type: kind, Status: status, Epoch: 1, StagedAt: ago(time.Second), LostAt: ago(time.Second), MinParticipants: 2},
		Now:   noon,
		Rules: rules,
	}
	if status == Pending {
		s.Show.ExpiresAt = noon.Add(time.Second)
	}
	for _, c := range change {
		c(&s)
	}
	return s
}

func withPicture(s *State) { s.Show.PictureAt, s.Show.LostAt = ago(time.Second), time.Time{} }

// darkSince lets the picture be missing for so long.
func darkSince(d time.Duration) func(*State) { return func(s *State) { s.Show.LostAt = ago(d) } }

// stagedSince opens the stage so long ago.
func stagedSince(d time.Duration) func(*State) {
	return func(s *State) { s.Show.StagedAt, s.Show.LostAt = ago(d), time.Time{} }
}

// awayUntil opens the way back until an instant.
func awayUntil(at time.Time) func(*State) { return func(s *State) { s.Show.AwayUntil = at } }

func connected(s *State) { s.Presence.Publisher = true }

// seats adds members.
func seats(list ...Seat) func(*State) { return func(s *State) { s.Seats = append(s.Seats, list...) } }

// member is a metered seat whose member is in the room.
func member(change ...func(*Seat)) Seat {
	one := Seat{ID: "m1", Kind: MemberSeat, Metered: true, TakenAt: ago(time.Minute), JoinedAt: ago(time.Minute), PresentAt: ago(time.Minute)}
	for _, c := range change {
		c(&one)
	}
	return one
}

// absent empties a seat for so long.
func absent(d time.Duration) func(*Seat) {
	return func(one *Seat) { one.PresentAt, one.LostAt = time.Time{}, ago(d) }
}

func neverJoined(one *Seat) { one.PresentAt, one.JoinedAt = time.Time{}, time.Time{} }
func notMetered(one *Seat)  { one.Metered = false }

// takenSince takes a seat so long ago.
func takenSince(d time.Duration) func(*Seat) { return func(one *Seat) { one.TakenAt = ago(d) } }

// peeker is somebody who looks in.
func peeker() Seat { return Seat{ID: "p1", Kind: PeekSeat, Metered: true, TakenAt: ago(time.Minute)} }

func TestTransitions(t *testing.T) {
	past := time.Nanosecond
	for _, c := range []struct {
		name  string
		state State
		step  Step
		want  Status
		why   Reason
	}{
		{"a request is accepted", of(Private, Pending), Accept, Starting, ""},
		{"what is live is not accepted", of(Private, Live), Accept, Live, ""},
		{"a public show is held before its picture", of(Public, Starting), Hold, Held, ""},
		{"a public show is held", of(Public, Live), Hold, Held, ""},
		{"a paused public show is held", of(Public, Paused), Hold, Held, ""},
		{"a paid show is never held", of(Private, Live), Hold, Live, ""},
		{"a held show resumes", of(Public, Held), Resume, Starting, ""},
		{"only a held show resumes", of(Public, Live), Resume, Live, ""},
		{"a request ends", of(Private, Pending), End, Ended, Moderator},
		{"a held show ends", of(Public, Held), End, Ended, Moderator},
		{"a live group show ends", of(Group, Live), End, Ended, Moderator},

		{"a public show gets its picture", of(Public, Starting, withPicture), Media, Live, ""},
		{"a public show has none yet", of(Public, Starting), Media, Starting, ""},
		{"a public show loses it", of(Public, Live), Media, Paused, ""},
		{"a public show gets it back", of(Public, Paused, withPicture), Media, Live, ""},
		{"a held show is not on stage", of(Public, Held, withPicture), Media, Held, ""},
		{"a private show needs both", of(Private, Starting, withPicture), Media, Starting, ""},
		{"a private show's member alone", of(Private, Starting, seats(member())), Media, Starting, ""},
		{"both sides of a private show", of(Private, Starting, withPicture, seats(member())), Media, Live, ""},
		{"a private show loses its picture", of(Private, Live, seats(member())), Media, Paused, ""},
		{"a private show loses its member", of(Private, Live, withPicture, seats(member(absent(0)))), Media, Paused, ""},
		{"a peek is no member", of(Private, Live, withPicture, seats(peeker())), Media, Paused, ""},
		{"a private show's member is back", of(Private, Paused, withPicture, seats(member())), Media, Live, ""},
		{"a group show waits for members", of(Group, Starting, withPicture, seats(member())), Media, Starting, ""},
		{"a seat without a meter does not count", of(Group, Starting, withPicture, seats(member(), member(notMetered))), Media, Starting, ""},
		{"a group show has enough", of(Group, Starting, withPicture, seats(member(), member())), Media, Live, ""},
		{"a group show waits for its picture", of(Group, Starting, seats(member(), member())), Media, Starting, ""},
		{"a group show goes on with one", of(Group, Live, withPicture, seats(member())), Media, Live, ""},
		{"a group show goes on with nobody", of(Group, Paused, withPicture), Media, Live, ""},
		{"a group show loses its picture", of(Group, Live, seats(member())), Media, Paused, ""},
		{"what is over stays over", of(Private, Ended, withPicture, seats(member())), Media, Ended, ""},

		{"a request waits", of(Private, Pending), Timeout, "", ""},
		{"a request was not answered", of(Private, Pending, func(s *State) { s.Show.ExpiresAt = noon }), Timeout, Ended, Expired},
		{"a public show waits for its first picture", of(Public, Starting, stagedSince(StartGrace)), Timeout, "", ""},
		{"it never came", of(Public, Starting, stagedSince(StartGrace+past)), Timeout, Ended, ConnectTimeout},
		{"a public show waits for its picture", of(Public, Paused, darkSince(Grace)), Timeout, "", ""},
		{"it did not come back", of(Public, Paused, darkSince(Grace+past)), Timeout, Ended, MediaLost},
		{"a held show waits for a paid one", of(Public, Held), Timeout, "", ""},
		{"a held show waits for its performer", of(Public, Held, awayUntil(noon)), Timeout, "", ""},
		{"who did not come back", of(Public, Held, awayUntil(ago(past))), Timeout, Ended, PerformerLeft},
		{"a private show connects", of(Private, Starting, stagedSince(rules.ConnectFor)), Timeout, "", ""},
		{"it did not", of(Private, Starting, withPicture, stagedSince(rules.ConnectFor+past)), Timeout, Ended, ConnectTimeout},
		{"a group show waits for its picture too", of(Group, Starting, stagedSince(StartGrace)), Timeout, "", ""},
		{"since it was last lost", of(Group, Starting, stagedSince(time.Hour), darkSince(StartGrace)), Timeout, "", ""},
		{"which never came", of(Group, Starting, stagedSince(StartGrace+past)), Timeout, Ended, ConnectTimeout},
		{"a group show with a picture waits for members", of(Group, Starting, withPicture, func(s *State) { s.Show.StagedAt = ago(time.Hour) }), Timeout, "", ""},
		{"a lost performer has the grace", of(Private, Paused, darkSince(rules.Grace), seats(member())), Timeout, "", ""},
		{"a lost performer is gone", of(Private, Paused, darkSince(rules.Grace+past), seats(member())), Timeout, Ended, PerformerLeft},
		{"of a group show too", of(Group, Paused, darkSince(rules.Grace+past)), Timeout, Ended, PerformerLeft},
		{"both connected in the dark wait", of(Private, Paused, connected, darkSince(rules.MediaLoss), seats(member())), Timeout, "", ""},
		{"both connected in the dark for too long", of(Private, Paused, connected, darkSince(rules.MediaLoss+past), seats(member())), Timeout, Ended, MediaLost},
		{"one alone in the dark has the grace", of(Private, Paused, darkSince(rules.MediaLoss+past), seats(member())), Timeout, "", ""},
		{"a lost member has the grace", of(Private, Paused, withPicture, seats(member(absent(rules.Grace)))), Timeout, "", ""},
		{"a lost member is gone", of(Private, Paused, withPicture, seats(member(absent(rules.Grace+past)))), Timeout, Ended, MemberLeft},
		{"a lost member of a group show ends only a seat", of(Group, Live, withPicture, seats(member(absent(time.Hour)))), Timeout, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.state.Why = c.why
			d := Decide(c.state, c.step)
			got, why := d.Show.Status, d.Show.EndReason
			if c.step == Timeout {
				got, why = "", d.End
				if d.End != "" {
					got = Ended
				}
			}
			if got != c.want || why != c.why {
				t.Errorf("%s %s: %q for %q, want %q for %q", c.state.Show.Status, c.step, got, why, c.want, c.why)
			}
		})
	}
}

// No line of the table is hidden by one before it.
func TestEveryTransitionIsReached(t *testing.T) {
	for i, one := range table {
		for _, kind := range one.of {
			for _, status := range one.from {
				before := slices.ContainsFunc(table[:i], func(other transition) bool {
					return other.step == one.step && other.when == nil && slices.Contains(other.of, kind) && slices.Contains(other.from, status)
				})
				if before {
					t.Errorf("line %d is never reached by a %s %s show", i, status, kind)
				}
			}
		}
	}
}

func TestNewStatus(t *testing.T) {
	live := of(Public, Live, withPicture, func(s *State) {
		s.Show.Publisher, s.Show.Viewers, s.Show.Snapshot, s.Show.LiveAt = "pub", 5, "/x.jpg", ago(time.Hour)
	})
	held := Decide(live, Hold)
	if s := held.Show; s.Epoch != 2 || s.Publisher != "" || s.HasPicture() || s.Viewers != 0 || s.Snapshot != "" || !held.Announce {
		t.Errorf("a held show keeps what is over: %+v", s)
	}
	back := Decide(State{Show: held.Show, Now: noon}, Resume).Show
	if !back.StagedAt.Equal(noon) || !back.LiveAt.Equal(ago(time.Hour)) || !back.ComesBack() {
		t.Errorf("a resumed show: %+v", back)
	}
	first := Decide(of(Private, Starting, withPicture, seats(member())), Media).Show
	if !first.LiveAt.Equal(noon) {
		t.Errorf("live since %v, want now", first.LiveAt)
	}
	over := of(Private, Live)
	over.Why = Maintenance
	if s := Decide(over, End).Show; !s.EndedAt.Equal(noon) || s.EndReason != Maintenance {
		t.Errorf("an ended show: %+v", s)
	}
}

func TestAnnounced(t *testing.T) {
	for name, c := range map[string]struct {
		state State
		want  bool
	}{
		"a new status":                  {of(Private, Starting, withPicture, seats(member())), true},
		"the same one":                  {of(Private, Live, withPicture, seats(member())), false},
		"paused, maybe for other cause": {of(Private, Paused, seats(member())), true},
	} {
		if got := Decide(c.state, Media).Announce; got != c.want {
			t.Errorf("%s: announced %v", name, got)
		}
	}
}

// A meter runs only while its member sees a picture.
func TestClocks(t *testing.T) {
	gone := member(absent(0), func(one *Seat) { one.ID = "gone" })
	waiting := member(notMetered, func(one *Seat) { one.ID = "waiting" })
	all := seats(member(), gone, waiting, peeker())
	lit := Decide(of(Group, Live, withPicture, all), Media).Clocks
	if !slices.Equal(lit.Run, []string{"m1", "p1"}) || !slices.Equal(lit.Stop, []string{"gone"}) || !lit.At.Equal(noon) {
		t.Errorf("with a picture: %+v", lit)
	}
	dark := Decide(of(Group, Live, darkSince(3*time.Second), all), Media).Clocks
	if len(dark.Run) != 0 || !slices.Equal(dark.Stop, []string{"m1", "gone", "p1"}) || !dark.At.Equal(ago(3*time.Second)) {
		t.Errorf("in the dark: %+v", dark)
	}
}

// Seats of a group show that stay empty end alone.
func TestEmptySeatsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		seat Seat
		want Reason
	}{
		"there":                {member(), ""},
		"lost for the grace":   {member(absent(rules.Grace)), ""},
		"lost for longer":      {member(absent(rules.Grace + 1)), MemberLeft},
		"connecting":           {member(neverJoined, takenSince(rules.ConnectFor)), ""},
		"never connected":      {member(neverJoined, takenSince(rules.ConnectFor+1)), ConnectTimeout},
		"waits without paying": {member(neverJoined, notMetered, takenSince(time.Hour)), ""},
	} {
		var got Reason
		for _, one := range Decide(of(Group, Live, withPicture, seats(c.seat)), Timeout).Leave {
			got = one.Why
		}
		if got != c.want {
			t.Errorf("%s: ends for %q, want %q", name, got, c.want)
		}
	}
}

func TestObserve(t *testing.T) {
	at := ago(10 * time.Second)
	there := Presence{At: at, Publisher: true, Picture: true, Present: map[string]bool{"back": true, "new": true}}
	named := func(name string, change ...func(*Seat)) Seat {
		one := member(change...)
		one.ID, one.Identity = name, name
		return one
	}
	s := of(Group, Paused, darkSince(time.Minute), seats(
		named("back", absent(time.Minute)), named("new", neverJoined), named("lost"),
		named("since", func(one *Seat) { one.PresentAt = ago(time.Second) }), peeker()))
	s.Presence = there
	seen, found := Observe(s)
	if !found.Picture || !slices.Equal(found.Joined, []string{"back", "new"}) || !slices.Equal(found.Lost, []string{"lost"}) {
		t.Errorf("found %+v", found)
	}
	if !seen.Show.PictureAt.Equal(noon) || !seen.Seats[1].JoinedAt.Equal(noon) || !seen.Seats[2].LostAt.Equal(noon) || !seen.Seats[3].Present() {
		t.Errorf("seen %+v", seen)
	}
	if s.Seats[0].Present() || !NeedsSync(s) {
		t.Error("the given state was changed, or needs no sync")
	}
	if _, again := Observe(seen); again.Any() || NeedsSync(seen) {
		t.Errorf("a second look finds %+v", again)
	}
	s.Show.LostAt = ago(time.Second)
	if _, late := Observe(s); late.Picture {
		t.Error("an answer from before the loss brings the picture back")
	}
}

func TestRewind(t *testing.T) {
	s := of(Private, Live, withPicture, seats(member(), peeker()))
	rewound, found := Rewind(s)
	if rewound.Show.HasPicture() || rewound.Show.LostCause != LineLost || !slices.Equal(found.Lost, []string{"m1"}) {
		t.Errorf("rewound to %+v, changed %+v", rewound.Show, found)
	}
	if d := Decide(rewound, Media); d.Show.Status != Paused || len(d.Clocks.Stop) != 2 {
		t.Errorf("then %s with clocks %+v", d.Show.Status, d.Clocks)
	}
}

func TestRoomNames(t *testing.T) {
	s := Show{ID: "s1", Epoch: 7}
	for name, want := range map[string]struct {
		id    string
		epoch int
		leg   string
	}{
		s.Room():       {"s1", 7, ""},
		s.MemberRoom(): {"s1", 7, MemberLeg},
		"foreign":      {"foreign", 0, ""},
		"foreign.x":    {"foreign", 0, ""},
	} {
		if id, epoch, leg := ReadRoom(name); id != want.id || epoch != want.epoch || leg != want.leg {
			t.Errorf("%s: %s, %d, %q", name, id, epoch, leg)
		}
	}
}
