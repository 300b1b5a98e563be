package lifecycle

import (
	"slices"
	"time"
)

// State is all that a decision about a show depends on.
type State struct {
	Show     Show
	Seats    []Seat   // taken now; a public show has none
	Presence Presence // who is in the media room, as the engine was asked; of Timeout: whether the performer is connected
	Why      Reason   // of End
	Now      time.Time
	Rules    Rules
}

// Step is what happens to a show.
type Step string

// The steps.
const (
	Accept  Step = "accept"  // the performer takes a request
	Media   Step = "media"   // the picture, or a member's connection, came or went
	Hold    Step = "hold"    // a paid show of the performer's takes the stage
	Resume  Step = "resume"  // the performer goes public again
	Timeout Step = "timeout" // time has passed
	End     Step = "end"     // somebody ends it, for State.Why
)

// transition is one line of the table: of a show of these types, in one of these
// statuses, while the condition holds, the step leads to a status.
type transition struct {
	step Step
	of   []string
	from []Status
	when func(State) bool // nil: always
	to   Status
	why  Reason // of an end by Timeout
}

var (
	public, private, group = []string{Public}, []string{Private}, []string{Group}
	paid, every            = []string{Private, Group}, []string{Public, Private, Group}

	waiting = []Status{Starting, Paused}
	onAir   = []Status{Live, Paused}
)

// table holds every transition. The first line that fits is taken; where none does, the
// status stays.
var table = []transition{
	{Accept, private, []Status{Pending}, nil, Starting, ""},
	{Hold, public, []Status{Starting, Live, Paused}, nil, Held, ""},
	{Resume, public, []Status{Held}, nil, Starting, ""},
	{End, every, []Status{Pending, Starting, Live, Paused, Held}, nil, Ended, ""},

	{Media, public, waiting, picture, Live, ""},
	{Media, public, []Status{Live}, noPicture, Paused, ""},
	{Media, private, waiting, bothThere, Live, ""},
	{Media, private, []Status{Live}, not(bothThere), Paused, ""},
	{Media, group, []Status{Starting}, enoughMetered, Live, ""},
	{Media, group, []Status{Paused}, picture, Live, ""},
	{Media, group, []Status{Live}, noPicture, Paused, ""},

	{Timeout, private, []Status{Pending}, unanswered, Ended, Expired},
	{Timeout, public, []Status{Starting}, stagedFor(StartGrace), Ended, ConnectTimeout},
	{Timeout, public, []Status{Paused}, darkFor(Grace), Ended, MediaLost},
	{Timeout, public, []Status{Held}, notBack, Ended, PerformerLeft},
	{Timeout, private, []Status{Starting}, notConnected, Ended, ConnectTimeout},
	{Timeout, group, []Status{Starting}, noFirstPicture, Ended, ConnectTimeout},
	{Timeout, paid, onAir, performerGone, Ended, PerformerLeft},
	{Timeout, paid, onAir, mediaLost, Ended, MediaLost},
	{Timeout, private, onAir, memberGone, Ended, MemberLeft},
}

// The conditions of media.

func picture(s State) bool   { return s.Show.HasPicture() }
func noPicture(s State) bool { return !s.Show.HasPicture() }
func bothThere(s State) bool { return picture(s) && anyPresent(s.Seats) }

// enoughMetered: a group show starts with enough members, and then needs only its performer.
func enoughMetered(s State) bool {
	return picture(s) && metered(s.Seats) >= s.Show.MinParticipants
}

func not(condition func(State) bool) func(State) bool {
	return func(s State) bool { return !condition(s) }
}

// The conditions of time.

func unanswered(s State) bool { return !s.Now.Before(s.Show.ExpiresAt) }

func notBack(s State) bool { return !s.Show.AwayUntil.IsZero() && s.Now.After(s.Show.AwayUntil) }

func stagedFor(d time.Duration) func(State) bool {
	return func(s State) bool { return s.Now.Sub(s.Show.StagedAt) > d }
}

func darkFor(d time.Duration) func(State) bool {
	return func(s State) bool { return s.Now.Sub(s.Show.LostAt) > d }
}

func notConnected(s State) bool { return stagedFor(s.Rules.ConnectFor)(s) }

func noFirstPicture(s State) bool {
	return noPicture(s) && s.Now.Sub(Later(s.Show.StagedAt, s.Show.LostAt)) > StartGrace
}

func performerGone(s State) bool { return noPicture(s) && darkFor(s.Rules.Grace)(s) }

// mediaLost: both are connected, and there is no picture.
func mediaLost(s State) bool {
	return noPicture(s) && darkFor(s.Rules.MediaLoss)(s) && s.Presence.Publisher && anyPresent(s.Seats)
}

func memberGone(s State) bool {
	return slices.ContainsFunc(s.Seats, func(one Seat) bool {
		return one.Kind == MemberSeat && !one.Present() && s.Now.Sub(one.LostAt) > s.Rules.Grace
	})
}

// seatTimeout says that a metered seat of a group show stayed empty too long.
func seatTimeout(s State, one Seat) (Reason, bool) {
	switch {
	case one.Kind == PeekSeat || !one.Metered || one.Present():
		return "", false
	case one.JoinedAt.IsZero():
		return ConnectTimeout, s.Now.Sub(one.TakenAt) > s.Rules.ConnectFor
	}
	return MemberLeft, s.Now.Sub(one.LostAt) > s.Rules.Grace
}
