package schedules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/walltime"
)

const (
	maxExceptions = 100
	// maxAhead is how far ahead an exception may be.
	maxAhead = 366 * 24 * time.Hour
	dayMins  = 24 * 60
)

// Hours are the hours of a day by the clocks of the performer's zone. An end that is not after the
// start is on the next day.
type Hours struct {
	Start  string `json:"start" maxLength:"5" doc:"HH:MM; empty only on a closed day"`
	End    string `json:"end" maxLength:"5" doc:"HH:MM; on the next day if not after the start"`
	Closed bool   `json:"closed"`
}

// Week are the hours of each weekday.
type Week struct {
	Mon Hours `json:"mon"`
	Tue Hours `json:"tue"`
	Wed Hours `json:"wed"`
	Thu Hours `json:"thu"`
	Fri Hours `json:"fri"`
	Sat Hours `json:"sat"`
	Sun Hours `json:"sun"`
}

// dayNames are the weekdays in the order of time.Weekday.
var dayNames = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// at is where the hours of a weekday are.
func (w *Week) at(day time.Weekday) *Hours {
	return [7]*Hours{&w.Sun, &w.Mon, &w.Tue, &w.Wed, &w.Thu, &w.Fri, &w.Sat}[day]
}

// Exception is a date whose hours are not those of its weekday.
type Exception struct {
	Date string `json:"date" maxLength:"10" doc:"YYYY-MM-DD, in the zone of the schedule"`
	Hours
}

// Plan is what a performer decides.
type Plan struct {
	Timezone string `json:"timezone" maxLength:"64" doc:"IANA, such as Europe/Madrid; empty: there is no schedule yet"`
	Week
	Exceptions []Exception `json:"exceptions" doc:"of today and later, in their order"`
}

// span is hours in minutes after the midnight with which their date begins.
type span struct{ start, end int }

// span is false on a closed day.
func (h Hours) span() (span, bool) {
	start, wellFormed := minutesOf(h.Start)
	end, alsoWellFormed := minutesOf(h.End)
	if h.Closed || !wellFormed || !alsoWellFormed {
		return span{}, false
	}
	if end <= start {
		end += dayMins
	}
	return span{start, end}, true
}

var clockTime = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

func minutesOf(text string) (minutes int, wellFormed bool) {
	if !clockTime.MatchString(text) {
		return 0, false
	}
	return int(text[0]-'0')*600 + int(text[1]-'0')*60 + int(text[3]-'0')*10 + int(text[4]-'0'), true
}

func clockOf(minutes int) string {
	return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60)
}

// problems are what is wrong with hours.
func (h Hours) problems(property string) (list []fault.Problem) {
	for _, one := range []struct{ name, text string }{{"start", h.Start}, {"end", h.End}} {
		_, wellFormed := minutesOf(one.text)
		switch {
		case wellFormed, one.text == "" && h.Closed:
		case one.text == "":
			list = append(list, fault.Missing(property+"."+one.name).Fields...)
		default:
			list = append(list, fault.Of(property+"."+one.name, "time", "Must be a time of the day, such as 21:30"))
		}
	}
	return list
}

// zoneOf is a zone of the IANA database.
func zoneOf(name string) (*time.Location, bool) {
	if name == "" || name == "Local" || strings.HasPrefix(name, "posix") || strings.HasPrefix(name, "right") {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}

// check refuses what is no plan, with everything that is wrong; known are the exceptions that stand,
// of which some may be over.
func (p *Plan) check(now time.Time, known []Exception) error {
	var problems []fault.Problem
	zone, found := zoneOf(p.Timezone)
	switch {
	case p.Timezone == "":
		problems = append(problems, fault.Missing("timezone").Fields...)
	case !found:
		problems = append(problems, fault.Of("timezone", "timezone", "Must be a time zone"))
	}
	for _, day := range weekdays {
		problems = append(problems, p.at(day).problems(dayNames[day])...)
	}
	if len(p.Exceptions) > maxExceptions {
		problems = append(problems, fault.Of("exceptions", "custom", "At most %d dates", maxExceptions))
	} else if found {
		problems = append(problems, p.exceptionProblems(walltime.Date(now, zone), known)...)
	}
	if len(problems) == 0 {
		problems = p.overlaps()
	}
	if len(problems) > 0 {
		return fault.Refuse(problems...)
	}
	return nil
}

func (p *Plan) exceptionProblems(today time.Time, known []Exception) (list []fault.Problem) {
	seen := map[string]bool{}
	for i, e := range p.Exceptions {
		property := fmt.Sprintf("exceptions.%d", i)
		day, err := time.Parse(time.DateOnly, e.Date)
		switch {
		case e.Date == "":
			list = append(list, fault.Missing(property+".date").Fields...)
		case err != nil:
			list = append(list, fault.Of(property+".date", "date", "Must be a date"))
		case seen[e.Date]:
			list = append(list, fault.Of(property+".date", "custom", "This date is on the list twice"))
		case day.Before(today) && !slices.Contains(known, e):
			list = append(list, fault.Of(property+".date", "custom", "Must not be in the past"))
		case day.Sub(today) > maxAhead:
			list = append(list, fault.Of(property+".date", "custom", "Must be within a year"))
		}
		seen[e.Date] = true
		list = append(list, e.problems(property)...)
	}
	return list
}

// weekdays in the order in which they are read.
var weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}

// overlaps are days that begin before the day before them ends.
func (p *Plan) overlaps() (list []fault.Problem) {
	for _, day := range weekdays {
		before, next := *p.at((day + 6) % 7), *p.at(day)
		if end, so := overlap(before, next); so {
			list = append(list, fault.Of(dayNames[day]+".start", "custom", overlapped, end))
		}
	}
	c := p.calendar()
	for i, e := range p.Exceptions {
		day, _ := time.Parse(time.DateOnly, e.Date)
		before, _ := c.on(day.AddDate(0, 0, -1))
		if end, so := overlap(before, e.Hours); so {
			list = append(list, fault.Of(fmt.Sprintf("exceptions.%d.start", i), "custom", overlapped, end))
		}
		next, excepted := c.on(day.AddDate(0, 0, 1))
		if _, so := overlap(e.Hours, next); so && !excepted { // else it is told at the later one
			list = append(list, fault.Of(fmt.Sprintf("exceptions.%d.end", i), "custom", "The hours of the next day begin before it, at %s", next.Start))
		}
	}
	return list
}

const overlapped = "The hours of the day before end after it, at %s"

func overlap(before, next Hours) (end string, so bool) {
	b, open := before.span()
	n, alsoOpen := next.span()
	return before.End, open && alsoOpen && b.end > n.start+dayMins
}
