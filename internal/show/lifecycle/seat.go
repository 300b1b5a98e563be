package lifecycle

import "time"

// The kinds of seat.
const (
	MemberSeat = "member" // takes part
	PeekSeat   = "peek"   // looks into a private show, hidden
)

// Seat is a member's place in a paid show. Its id is its meter's, its tags are its columns.
type Seat struct {
	ID        string    `db:"id"`
	ShowID    string    `db:"show_id"`
	MemberID  string    `db:"member_id"`
	Kind      string    `db:"kind"`
	Identity  string    `db:"identity"`   // the media identity that may use it
	Metered   bool      `db:"metered"`    // has a meter; a seat in a group show that waits has none yet
	TakenAt   time.Time `db:"taken_at"`   // with its meter, when that was opened
	PresentAt time.Time `db:"present_at"` // in the media room since; zero: not there
	JoinedAt  time.Time `db:"joined_at"`  // first in the media room
	LostAt    time.Time `db:"lost_at"`    // not in the media room since
	EndsAt    time.Time `db:"ends_at"`    // of a peek: the end of its paid window
	LeftAt    time.Time `db:"left_at"`
	Reason    Reason    `db:"reason"`
}

// Present reports whether the member is in the media room. The engine hides peeks: they
// count as present.
func (s Seat) Present() bool { return s.Kind == PeekSeat || !s.PresentAt.IsZero() }

// Taken reports that nobody has left the seat.
func (s Seat) Taken() bool { return s.LeftAt.IsZero() }

// Joined is the seat when its member is in the media room, and whether that is new.
func (s Seat) Joined(now time.Time) (Seat, bool) {
	if s.Present() || !s.Taken() {
		return s, false
	}
	s.PresentAt, s.LostAt = now, time.Time{}
	if s.JoinedAt.IsZero() {
		s.JoinedAt = now
	}
	return s, true
}

// Lost is the seat when its member is in the media room no more, and whether that is new.
func (s Seat) Lost(now time.Time) (Seat, bool) {
	if s.Kind == PeekSeat || !s.Present() || !s.Taken() {
		return s, false
	}
	s.PresentAt, s.LostAt = time.Time{}, now
	return s, true
}

// EndReason is why the seat ends when its show ends for a reason. A peek has no part in
// the end of the two: what is unused returns.
func (s Seat) EndReason(why Reason) Reason {
	if s.Kind == PeekSeat && !why.Blameless() {
		return PerformerLeft
	}
	return why
}

// Members is how many of the seats take part.
func Members(seats []Seat) (n int) {
	for _, one := range seats {
		if one.Kind == MemberSeat {
			n++
		}
	}
	return n
}

// Peekers is how many of the seats look in.
func Peekers(seats []Seat) int { return len(seats) - Members(seats) }

func metered(seats []Seat) (n int) {
	for _, one := range seats {
		if one.Kind == MemberSeat && one.Metered {
			n++
		}
	}
	return n
}

func anyPresent(seats []Seat) bool {
	for _, one := range seats {
		if one.Kind == MemberSeat && one.Present() {
			return true
		}
	}
	return false
}
