package lifecycle

import (
	"slices"
	"time"
)

// Decision is what follows from a step.
type Decision struct {
	Show     Show      // as it is then
	Clocks   Clocks    // of Media
	End      Reason    // of Timeout: the show must end; empty: it goes on
	Leave    []Leaving // of Timeout: seats of a group show that must end
	Announce bool      // of Media: the status changed, or a paused show may have another cause now
}

// Clocks say which meters run from an instant on, and which have stood still since then.
// Both may be so already.
type Clocks struct {
	At        time.Time
	Run, Stop []string // by id
}

// Leaving is a seat that must end.
type Leaving struct {
	Seat Seat
	Why  Reason
}

// Decide looks a step up in the table.
func Decide(s State, step Step) Decision {
	to, why := next(s, step)
	d := Decision{Show: s.Show}
	if step == Timeout {
		if to == Ended {
			d.End = why
		} else if s.Show.Type == Group {
			d.Leave = leaving(s)
		}
		return d
	}
	d.Show = enter(s, to)
	d.Announce = to != s.Show.Status || to == Paused
	if step == Media {
		d.Clocks = clocks(d.Show, s)
	}
	return d
}

// next is the status that a step leads to; the present one when no line of the table fits.
func next(s State, step Step) (Status, Reason) {
	for _, t := range table {
		if t.step == step && slices.Contains(t.of, s.Show.Type) && slices.Contains(t.from, s.Show.Status) && (t.when == nil || t.when(s)) {
			return t.to, t.why
		}
	}
	return s.Show.Status, ""
}

// enter is the show once it has the status, when that is a new one.
func enter(s State, to Status) Show {
	show := s.Show
	if show.Status == to {
		return show
	}
	show.Status = to
	switch to {
	case Starting:
		show.StagedAt, show.AwayUntil = s.Now, time.Time{}
		show.LostAt, show.LostCause = time.Time{}, ""
	case Live:
		if show.LiveAt.IsZero() {
			show.LiveAt = s.Now
		}
	case Held: // the epoch is over, and with it every token, address and picture of it
		show.Epoch, show.Publisher = show.Epoch+1, ""
		show.PictureAt, show.LostAt, show.LostCause, show.AwayUntil = time.Time{}, time.Time{}, "", time.Time{}
		show.Viewers, show.Snapshot = 0, ""
	case Ended:
		show.EndedAt, show.EndReason = s.Now, s.Why
	}
	return show
}

// clocks lets the meters run whose members see a picture.
func clocks(show Show, s State) Clocks {
	c := Clocks{At: s.Now}
	if !show.HasPicture() && !show.LostAt.IsZero() {
		c.At = show.LostAt
	}
	for _, one := range s.Seats {
		switch {
		case !one.Metered:
		case show.Status == Live && show.HasPicture() && one.Present():
			c.Run = append(c.Run, one.ID)
		default:
			c.Stop = append(c.Stop, one.ID)
		}
	}
	return c
}

func leaving(s State) (list []Leaving) {
	for _, one := range s.Seats {
		if why, over := seatTimeout(s, one); over {
			list = append(list, Leaving{one, why})
		}
	}
	return list
}

// MayBegin reports whether a group show that waits has its picture and enough members:
// then their first minutes must be reserved, before Media decides.
func MayBegin(s State) bool {
	return s.Show.Status == Starting && s.Show.Type == Group && s.Show.HasPicture() && Members(s.Seats) >= s.Show.MinParticipants
}

// NeedsSync reports whether the participants of the media room, or the time, change anything: most
// looks change nothing, and write nothing.
func NeedsSync(s State) bool {
	seen, found := Observe(s)
	if found.Any() {
		return true
	}
	d := Decide(seen, Timeout)
	return d.End != "" || len(d.Leave) > 0
}

// Rewind is the state of a paid show whose node vanished: nobody knows what was delivered
// since, so the picture and every member count as lost now, and have their grace to come
// back.
func Rewind(s State) (State, Changes) {
	found := Changes{Picture: s.Show.HasPicture()}
	s.Show = s.Show.WithoutPicture(s.Now, LineLost)
	seats := make([]Seat, len(s.Seats))
	for i, one := range s.Seats {
		one, changed := one.Lost(s.Now)
		if seats[i] = one; changed {
			found.Lost = append(found.Lost, one.ID)
		}
	}
	s.Seats = seats
	return s, found
}
