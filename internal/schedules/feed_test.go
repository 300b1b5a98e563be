package schedules

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apognu/gocal"
	ical "github.com/emersion/go-ical"

	"limelight/internal/kit/walltime"
	"limelight/internal/testkit"
)

var update = flag.Bool("update", false, "write the feeds that web/src/features/schedules/feeds.test.ts reads, too")

// fed is a plan that was made at the beginning of a year, as a calendar.
func fed(p Plan, year int) []byte {
	made := time.Date(year, time.January, 1, 9, 0, 0, 0, time.UTC)
	s := Service{Deps: Deps{Now: func() time.Time { return made.AddDate(0, 0, 20) }}}
	feed := s.feed(row{PerformerID: "p1", Sequence: 3, ChangedAt: made, Plan: p})
	for i := range feed.Events {
		feed.Events[i].Summary = "Appointment"
	}
	return feed.Encode()
}

// readers are what two programs of other people read in a feed, in its order.
var readers = map[string]func(t *testing.T, feed []byte, from, to time.Time) []string{
	"gocal": func(t *testing.T, feed []byte, from, to time.Time) (list []string) {
		c := gocal.NewParser(bytes.NewReader(feed))
		earlier, after := from.AddDate(0, 0, -2), to.AddDate(0, 0, 2) // it leaves out what begins with them
		c.Start, c.End, c.Strict.Mode = &earlier, &after, gocal.StrictModeFailFeed
		if err := c.Parse(); err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Events {
			list = append(list, spanText(*e.Start, *e.End))
		}
		return list
	},
	"go-ical": func(t *testing.T, feed []byte, from, to time.Time) (list []string) {
		c, err := ical.NewDecoder(bytes.NewReader(feed)).Decode()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Events() {
			start, errStart := e.DateTimeStart(time.UTC)
			end, errEnd := e.DateTimeEnd(time.UTC)
			set, errSet := e.RecurrenceSet(time.UTC)
			if errStart != nil || errEnd != nil || errSet != nil {
				t.Fatal(errStart, errEnd, errSet)
			}
			starts := []time.Time{start}
			if set != nil {
				starts = set.Between(from.AddDate(0, 0, -2), to, true)
			}
			for _, at := range starts {
				list = append(list, spanText(at, at.Add(end.Sub(start))))
			}
		}
		return list
	},
}

func spanText(from, to time.Time) string {
	return from.UTC().Format(time.RFC3339) + "/" + to.UTC().Format(time.RFC3339)
}

// within are those that begin between two instants, in their order.
func within(list []string, from, to time.Time) []string {
	list = slices.DeleteFunc(list, func(one string) bool { return one < from.Format(time.RFC3339) || one >= to.Format(time.RFC3339) })
	slices.Sort(list)
	return list
}

func spansOf(p Plan, from, to time.Time) (list []string) {
	calendar := p.calendar()
	for _, o := range calendar.between(from, to) {
		list = append(list, spanText(o.StartsAt, o.EndsAt))
	}
	return within(list, from, to)
}

// Other programs read in the feeds of random plans, over a year and both changes of its clocks, what
// visitors are shown.
func TestOtherProgramsReadFeeds(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 15))
	for round := range testkit.Rounds(44, 22) {
		zone, year := zonesDrawn[round%len(zonesDrawn)], 2025+r.IntN(6)
		p := drawn(r, zone, year)
		from := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
		to := from.AddDate(1, 2, 0)
		want, feed := spansOf(p, from, to), fed(p, year)
		for name, read := range readers {
			if mistakes[name](p, from, to) {
				continue
			}
			if got := within(read(t, feed, from, to), from, to); !slices.Equal(got, want) {
				t.Errorf("%s reads of %s %d, %+v\n%s", name, zone, year, p, difference(got, want))
			}
		}
		if t.Failed() {
			return
		}
	}
}

// mistakes are what these programs get wrong by themselves: gocal goes on from where a jump of the
// clocks over an end of the hours has put it, and go-ical takes a day that has no midnight for the
// day before.
var mistakes = map[string]func(p Plan, from, to time.Time) bool{
	"gocal": func(p Plan, from, to time.Time) bool {
		return jumped(p, from, to, func(day time.Weekday) []int {
			s, _ := p.at(day).span()
			return []int{s.start, s.end}
		})
	},
	"go-ical": func(p Plan, from, to time.Time) bool {
		return jumped(p, from, to, func(time.Weekday) []int { return []int{0} })
	},
}

// jumped reports whether the zone's clocks ever jump over one of some times of a day.
func jumped(p Plan, from, to time.Time, minutesOf func(time.Weekday) []int) bool {
	zone, _ := zoneOf(p.Timezone)
	for date := from.AddDate(0, 0, -5); date.Before(to); date = date.AddDate(0, 0, 1) {
		for _, minutes := range minutesOf(date.Weekday()) {
			shown := date.Add(time.Duration(minutes) * time.Minute)
			if !walltime.Shown(walltime.Instant(shown, zone), zone).Equal(shown) {
				return true
			}
		}
	}
	return false
}

func difference(got, want []string) string {
	var text strings.Builder
	for _, one := range got {
		if !slices.Contains(want, one) {
			text.WriteString("not to be: " + one + "\n")
		}
	}
	for _, one := range want {
		if !slices.Contains(got, one) {
			text.WriteString("missing:   " + one + "\n")
		}
	}
	return text.String()
}

// stored feeds are read by a program in JavaScript, too, which believes the zones that they describe.
var storedFeeds = map[string]Plan{
	"madrid":     {Timezone: "Europe/Madrid", Week: every("22:00", "02:30"), Exceptions: []Exception{{"2026-03-08", Hours{Closed: true}}, {"2026-03-28", Hours{Start: "20:00", End: "23:00"}}}},
	"new-york":   {Timezone: "America/New_York", Week: every("23:00", "03:00")},
	"sunday":     {Timezone: "Europe/London", Week: one(time.Sunday, "22:00", "02:00")},
	"jerusalem":  {Timezone: "Asia/Jerusalem", Week: every("21:00", "02:00")},
	"lord-howe":  {Timezone: "Australia/Lord_Howe", Week: every("20:15", "02:15")},
	"santiago":   {Timezone: "America/Santiago", Week: every("22:00", "01:00")},
	"cairo":      {Timezone: "Africa/Cairo", Week: every("19:00", "23:30")},
	"nuuk":       {Timezone: "America/Nuuk", Week: every("22:00", "02:00")},
	"casablanca": {Timezone: "Africa/Casablanca", Week: every("22:00", "04:00")},
	"kolkata":    {Timezone: "Asia/Kolkata", Week: every("20:00", "00:00")},
}

// The feeds that are stored for the test of the web app are those of today, with what is to be read in them.
func TestStoredFeeds(t *testing.T) {
	from := time.Date(2026, time.January, 4, 0, 0, 0, 0, time.UTC)
	to := from.AddDate(1, 2, 0)
	for name, p := range storedFeeds {
		spans, err := json.MarshalIndent(map[string]any{"from": from, "to": to, "spans": spansOf(p, from, to)}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		for file, content := range map[string][]byte{name + ".ics": fed(p, 2026), name + ".json": append(spans, '\n')} {
			path := filepath.Join("..", "..", "web", "src", "features", "schedules", "testdata", file)
			if *update {
				if err := os.WriteFile(path, content, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if was, err := os.ReadFile(path); err != nil || !bytes.Equal(was, content) {
				t.Errorf("%s is not what it is now (%v); write it with -update", path, err)
			}
		}
	}
}

// How a feed says what it says.
func TestFeedsWords(t *testing.T) {
	p := storedFeeds["madrid"]
	feed := strings.ReplaceAll(string(fed(p, 2026)), "\r\n ", "")
	for _, line := range []string{
		"BEGIN:VTIMEZONE", "TZID:Europe/Madrid", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
		"DTSTART;TZID=Europe/Madrid:20260104T220000", "DTEND;TZID=Europe/Madrid:20260105T023000", "RRULE:FREQ=WEEKLY;BYDAY=SU",
		"EXDATE;TZID=Europe/Madrid:20260308T220000", "UID:p1-sun@schedule", "SEQUENCE:3", "SUMMARY:Appointment",
		"UID:p1-20260328@schedule", "DTSTART;TZID=Europe/Madrid:20260328T200000",
	} {
		if !strings.Contains(feed, line+"\r\n") {
			t.Errorf("the feed lacks %q", line)
		}
	}
	for _, word := range []string{"RDATE", "20260308T220000\r\nDTEND", "nina", "Limelight"} {
		if strings.Contains(feed, word) {
			t.Errorf("the feed says %q", word)
		}
	}
	for line := range strings.Lines(string(fed(p, 2026))) {
		if len(strings.TrimSuffix(line, "\r\n")) > 75 || !strings.HasSuffix(line, "\r\n") {
			t.Errorf("%q is no line of a calendar", line)
		}
	}
}
