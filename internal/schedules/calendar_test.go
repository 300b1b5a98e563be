package schedules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// every is a week of the same hours.
func every(start, end string) (w Week) {
	for _, day := range weekdays {
		*w.at(day) = Hours{Start: start, End: end}
	}
	return w
}

// one is a week with hours on one day alone.
func one(day time.Weekday, start, end string) Week {
	w := closedPlan().Week
	*w.at(day) = Hours{Start: start, End: end}
	return w
}

func at(t testing.TB, text string) time.Time {
	t.Helper()
	instant, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return instant
}

// What hours come to when the clocks change within them, in UTC.
func TestChangesOfTheClocks(t *testing.T) {
	for name, c := range map[string]struct {
		zone, day, start, end string // the day in local terms
		from, to              string // empty: it does not happen
	}{
		"winter":                                 {"Europe/Madrid", "2026-01-10", "22:00", "02:00", "2026-01-10 21:00", "2026-01-11 01:00"},
		"summer":                                 {"Europe/Madrid", "2026-07-10", "22:00", "02:00", "2026-07-10 20:00", "2026-07-11 00:00"},
		"over the change of spring":              {"Europe/Madrid", "2026-03-28", "22:00", "04:00", "2026-03-28 21:00", "2026-03-29 02:00"},
		"over the change of autumn":              {"Europe/Madrid", "2026-10-24", "22:00", "04:00", "2026-10-24 20:00", "2026-10-25 03:00"},
		"ends while the clocks jump":             {"Europe/Madrid", "2026-03-28", "22:00", "02:30", "2026-03-28 21:00", "2026-03-29 01:00"},
		"begins while the clocks jump":           {"Europe/Madrid", "2026-03-29", "02:30", "05:00", "2026-03-29 01:00", "2026-03-29 03:00"},
		"lies where the clocks jump":             {"Europe/Madrid", "2026-03-29", "02:10", "02:50", "", ""},
		"ends when it is twice the hour":         {"Europe/Madrid", "2026-10-24", "22:00", "02:30", "2026-10-24 20:00", "2026-10-25 00:30"},
		"begins when it is twice the hour":       {"Europe/Madrid", "2026-10-25", "02:30", "05:00", "2026-10-25 00:30", "2026-10-25 04:00"},
		"New York, spring":                       {"America/New_York", "2026-03-07", "23:00", "03:00", "2026-03-08 04:00", "2026-03-08 07:00"},
		"New York, autumn":                       {"America/New_York", "2026-10-31", "23:00", "03:00", "2026-11-01 03:00", "2026-11-01 08:00"},
		"Lord Howe moves by half an hour":        {"Australia/Lord_Howe", "2026-04-04", "23:00", "03:00", "2026-04-04 12:00", "2026-04-04 16:30"},
		"Santiago, which is south":               {"America/Santiago", "2026-09-05", "22:00", "02:00", "2026-09-06 02:00", "2026-09-06 05:00"},
		"Kolkata never changes":                  {"Asia/Kolkata", "2026-03-29", "22:00", "02:00", "2026-03-29 16:30", "2026-03-29 20:30"},
		"the same time is a day later":           {"UTC", "2026-03-01", "08:00", "08:00", "2026-03-01 08:00", "2026-03-02 08:00"},
		"all day, when the day is an hour short": {"Europe/Madrid", "2026-03-29", "00:00", "00:00", "2026-03-28 23:00", "2026-03-29 22:00"},
	} {
		t.Run(name, func(t *testing.T) {
			p := Plan{Timezone: c.zone, Week: every(c.start, c.end)}
			day := at(t, c.day+" 00:00")
			calendar := p.calendar()
			o, open := calendar.occurrence(day)
			if c.from == "" {
				if open {
					t.Errorf("it is from %v to %v, and should not be", o.StartsAt, o.EndsAt)
				}
				return
			}
			if !open || !o.StartsAt.Equal(at(t, c.from)) || !o.EndsAt.Equal(at(t, c.to)) {
				t.Errorf("it is from %v to %v, want from %s to %s", o.StartsAt.UTC(), o.EndsAt.UTC(), c.from, c.to)
			}
		})
	}
}

// 22:00 to 02:00 of a Sunday in Madrid is seen from three zones on the days that it is there.
func TestSundaysHoursRunIntoMonday(t *testing.T) {
	p := Plan{Timezone: "Europe/Madrid", Week: one(time.Sunday, "22:00", "02:00")}
	calendar := p.calendar()
	list := calendar.between(at(t, "2026-06-07 23:30"), at(t, "2026-06-14 19:00")) // Sunday 7 June is still on
	if len(list) != 1 || list[0].Date != "2026-06-07" {
		t.Fatalf("on are %+v", list)
	}
	for zone, want := range map[string]string{
		"Europe/Madrid": "Sun 22:00 to Mon 02:00", "America/Los_Angeles": "Sun 13:00 to Sun 17:00", "Asia/Tokyo": "Mon 05:00 to Mon 09:00",
	} {
		there, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := list[0].StartsAt.In(there).Format("Mon 15:04") + " to " + list[0].EndsAt.In(there).Format("Mon 15:04"); got != want {
			t.Errorf("in %s it is %s, want %s", zone, got, want)
		}
	}
}

// drawn is a random plan that passes the checks, with exceptions in a year.
func drawn(r *rand.Rand, zone string, year int) Plan {
	for {
		p := closedPlan()
		p.Timezone = zone
		hours := func() Hours {
			return Hours{Start: clockOf(15 * r.IntN(96)), End: clockOf(15 * r.IntN(96)), Closed: r.IntN(5) == 0}
		}
		for _, day := range weekdays {
			*p.at(day) = hours()
			if r.IntN(3) > 0 { // hours of half a day at most leave the most plans that do not overlap
				start := r.IntN(96)
				*p.at(day) = Hours{Start: clockOf(15 * start), End: clockOf(15 * (start + 1 + r.IntN(40)) % dayMins)}
			}
		}
		date := time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC)
		for range r.IntN(6) {
			date = date.AddDate(0, 0, 1+r.IntN(70))
			p.Exceptions = append(p.Exceptions, Exception{date.Format(time.DateOnly), hours()})
		}
		if p.check(time.Date(year, time.January, 1, 12, 0, 0, 0, time.UTC), p.Exceptions) == nil {
			return p
		}
	}
}

var zonesDrawn = []string{
	"Europe/Madrid", "Europe/London", "Europe/Dublin", "America/New_York", "America/Santiago", "America/Nuuk", "America/Sao_Paulo", "Africa/Casablanca",
	"Africa/Cairo", "Asia/Jerusalem", "Asia/Tehran", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Australia/Adelaide",
	"Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "America/St_Johns", "UTC", "Asia/Gaza", "Asia/Beirut",
}

// The occurrences of random plans in random years are the times at which a clock on the wall, looked
// at each quarter of an hour, has come into the hours of a day, and has not come out of them.
func TestOccurrencesAreWhatTheClockShows(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	for round := range testkit.Rounds(88, 22) {
		zone, year := zonesDrawn[round%len(zonesDrawn)], 2024+r.IntN(14)
		p := drawn(r, zone, year)
		from := time.Date(year, time.January, 2, 0, 0, 0, 0, time.UTC)
		to := from.AddDate(1, 0, 0)
		calendar := p.calendar()
		got, want := merged(calendar.between(from, to), from, to), watched(p, from, to)
		if !slices.Equal(got, want) {
			t.Fatalf("%s %d, %+v:\ngot  %v\nwant %v", zone, year, p, got, want)
		}
		if next := calendar.next(from); len(got) > 0 && !next.IsZero() && next.Before(from) {
			t.Fatalf("%s: the next hours begin at %v, before %v", zone, next, from)
		}
	}
}

// merged are the times at which something is on, as text; what follows without a gap is one.
func merged(list []Occurrence, from, to time.Time) (spans []string) {
	var begin, end time.Time
	flush := func() {
		if !begin.IsZero() {
			spans = append(spans, fmt.Sprint(begin.UTC().Format(time.DateTime), " to ", end.UTC().Format(time.DateTime)))
		}
	}
	for _, o := range list {
		start, stop := later(o.StartsAt, from), o.EndsAt
		if stop.After(to) {
			stop = to
		}
		if start.Equal(end) {
			end = stop
			continue
		}
		flush()
		begin, end = start, stop
	}
	flush()
	return spans
}

// watched asks the zone's clock alone: a day is on while the latest time that it has shown lies in
// the day's hours.
func watched(p Plan, from, to time.Time) (spans []string) {
	zone, _ := time.LoadLocation(p.Timezone)
	hours := map[string]Hours{}
	for _, e := range p.Exceptions {
		hours[e.Date] = e.Hours
	}
	on := func(shown time.Time) bool {
		for back := range 2 {
			day := time.Date(shown.Year(), shown.Month(), shown.Day()-back, 0, 0, 0, 0, time.UTC)
			h, excepted := hours[day.Format(time.DateOnly)]
			if !excepted {
				h = map[string]Hours{"Mon": p.Mon, "Tue": p.Tue, "Wed": p.Wed, "Thu": p.Thu, "Fri": p.Fri, "Sat": p.Sat, "Sun": p.Sun}[day.Format("Mon")]
			}
			if h.Closed {
				continue
			}
			start, _ := time.Parse("2006-01-02 15:04", day.Format(time.DateOnly)+" "+h.Start)
			end, _ := time.Parse("2006-01-02 15:04", day.Format(time.DateOnly)+" "+h.End)
			if !end.After(start) {
				end = end.AddDate(0, 0, 1)
			}
			if !shown.Before(start) && shown.Before(end) {
				return true
			}
		}
		return false
	}
	var latest, begin time.Time
	for now := from.AddDate(0, 0, -2); ; now = now.Add(15 * time.Minute) {
		clock, _ := time.Parse("2006-01-02 15:04", now.In(zone).Format("2006-01-02 15:04"))
		latest = later(latest, clock)
		if now.Before(from) {
			continue
		}
		is := now.Before(to) && on(latest)
		if is && begin.IsZero() {
			begin = now
		}
		if !is && !begin.IsZero() {
			spans = append(spans, fmt.Sprint(begin.Format(time.DateTime), " to ", now.Format(time.DateTime)))
			begin = time.Time{}
		}
		if !now.Before(to) {
			return spans
		}
	}
}
