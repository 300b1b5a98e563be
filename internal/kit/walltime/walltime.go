// Package walltime knows what the clocks of a time zone show, and when. A date, and a time of a
// zone's clocks, is what a clock in UTC would show at it, so that days have 24 hours and can be
// counted. It asks for offsets alone: the bounds that package time gives of them are not to be
// relied on where a zone's rule begins a year with summer time.
package walltime

import (
	"sort"
	"time"
)

const day = 24 * time.Hour

// Date is the date at an instant.
func Date(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Offset is how far a zone's clocks are ahead of UTC at an instant.
func Offset(at time.Time, zone *time.Location) time.Duration {
	_, seconds := at.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// Shown is what a zone's clocks show at an instant.
func Shown(at time.Time, zone *time.Location) time.Time { return at.UTC().Add(Offset(at, zone)) }

// Instant is when a zone's clocks show a time: the first time when they show it twice, and the
// moment in which they jump over it when they never do. So what is shown later never is earlier.
func Instant(shown time.Time, zone *time.Location) time.Time {
	before := Offset(shown.Add(-day), zone)
	at := shown.Add(-before)
	offset := Offset(at, zone)
	if offset == before {
		return at
	}
	if later := shown.Add(-offset); Offset(later, zone) == offset {
		return later
	}
	jump, _ := NextChange(at.Add(-day), at.Add(time.Second), zone)
	return jump
}

// Once reports whether a zone's clocks show a time exactly once.
func Once(shown time.Time, zone *time.Location) bool {
	at := Instant(shown, zone)
	again := shown.Add(-Offset(at.Add(day), zone))
	return Shown(at, zone).Equal(shown) && (again.Equal(at) || !Shown(again, zone).Equal(shown))
}

// NextChange is the first change of a zone's clocks after an instant and before another one.
func NextChange(from, to time.Time, zone *time.Location) (at time.Time, found bool) {
	for from.Before(to) {
		until := from.Add(day)
		if until.After(to) {
			until = to
		}
		if offset := Offset(from, zone); Offset(until.Add(-time.Second), zone) != offset {
			seconds := sort.Search(int(until.Sub(from)/time.Second), func(n int) bool {
				return Offset(from.Add(time.Duration(n)*time.Second), zone) != offset
			})
			return from.Add(time.Duration(seconds) * time.Second).UTC(), true
		}
		from = until.Add(-time.Second)
		if until.Equal(to) {
			break
		}
	}
	return time.Time{}, false
}
