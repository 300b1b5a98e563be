package lifecycle

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// MemberLeg ends the name of the room where the member of a private show publishes: apart
// from the performer's, so that no peek can ever receive the member.
const MemberLeg = ".member"

// Room is the media room of the show's present epoch.
func (s Show) Room() string { return fmt.Sprintf("%s.%d", s.ID, s.Epoch) }

// MemberRoom is the room beside it in which a member publishes.
func (s Show) MemberRoom() string { return s.Room() + MemberLeg }

// ReadRoom is the inverse of Room and MemberRoom; a foreign name gives epoch 0, which no
// show has.
func ReadRoom(name string) (showID string, epoch int, leg string) {
	showID, number, _ := strings.Cut(name, ".")
	if rest, of := strings.CutSuffix(number, MemberLeg); of {
		number, leg = rest, MemberLeg
	}
	epoch, err := strconv.Atoi(number)
	if err != nil {
		return showID, 0, leg
	}
	return showID, epoch, leg
}

// Presence is what the engine said of a show's media room at an instant. What has
// changed since is known better by now.
type Presence struct {
	At        time.Time
	Publisher bool // the performer is connected
	Picture   bool // and gives a picture
	Present   map[string]bool
}

// Changes are what differs between the stored state and the media room.
type Changes struct {
	Picture bool
	Joined  []string // seats, by id
	Lost    []string
}

// Any reports whether something differs.
func (c Changes) Any() bool { return c.Picture || len(c.Joined) > 0 || len(c.Lost) > 0 }

// Observe brings a state in line with its media room, and says what that
// changed. What changed after the engine was asked stays.
func Observe(s State) (State, Changes) {
	var found Changes
	if !Later(s.Show.PictureAt, s.Show.LostAt).After(s.Presence.At) && s.Presence.Picture != s.Show.HasPicture() {
		found.Picture = true
		if s.Presence.Picture {
			s.Show = s.Show.WithPicture(s.Now)
		} else {
			s.Show = s.Show.WithoutPicture(s.Now, LineLost)
		}
	}
	seats := make([]Seat, len(s.Seats))
	for i, one := range s.Seats {
		seats[i] = one
		if Later(one.PresentAt, one.LostAt).After(s.Presence.At) {
			continue
		}
		if s.Presence.Present[one.Identity] {
			one, changed := one.Joined(s.Now)
			if seats[i] = one; changed {
				found.Joined = append(found.Joined, one.ID)
			}
		} else {
			one, changed := one.Lost(s.Now)
			if seats[i] = one; changed {
				found.Lost = append(found.Lost, one.ID)
			}
		}
	}
	s.Seats = seats
	return s, found
}

// Later is the later of two instants.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
