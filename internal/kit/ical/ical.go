// Package ical writes calendars (RFC 5545) that other programs subscribe to. It knows times of one
// zone and what happens weekly or once; the zone is described in the calendar itself (zone.go).
package ical

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Calendar is what a feed says.
type Calendar struct {
	Product  string // what has written it
	Name     string
	Zone     *time.Location
	Stamp    time.Time     // of its last change
	Sequence int           // of its last change
	Refresh  time.Duration // how often programs should read it again
	Events   []Event
}

// Event happens once, or each week.
type Event struct {
	UID        string
	Start, End time.Time
	Weekly     bool // again each week, at the same time of the zone's clocks
	// Except are starts of a weekly event that do not happen: what the zone's clocks would show, as
	// clocks in UTC, for it may be a time over which they jump.
	Except []time.Time
	// Exact says the times as instants: the zone's clocks change in between, and programs do not
	// agree on what that means.
	Exact   bool
	Summary string
	URL     string // empty: none
}

const (
	localTime = "20060102T150405"
	utcTime   = "20060102T150405Z"
)

// Encode writes the calendar.
func (c Calendar) Encode() []byte {
	var w writer
	w.line("BEGIN", "VCALENDAR")
	w.line("VERSION", "2.0")
	w.line("PRODID", text(c.Product))
	w.line("METHOD", "PUBLISH")
	w.line("NAME", text(c.Name))
	w.line("X-WR-CALNAME", text(c.Name))
	every := fmt.Sprintf("PT%dM", int(c.Refresh.Minutes()))
	w.line("REFRESH-INTERVAL;VALUE=DURATION", every)
	w.line("X-PUBLISHED-TTL", every)
	w.zone(c.Zone, c.earliest())
	for _, e := range c.Events {
		c.event(&w, e)
	}
	w.line("END", "VCALENDAR")
	return []byte(w.String())
}

// earliest is when its first event begins; without any, its last change.
func (c Calendar) earliest() time.Time {
	first := c.Stamp
	for i, e := range c.Events {
		if i == 0 || e.Start.Before(first) {
			first = e.Start
		}
	}
	return first
}

func (c Calendar) event(w *writer, e Event) {
	w.line("BEGIN", "VEVENT")
	w.line("UID", text(e.UID))
	w.line("DTSTAMP", c.Stamp.UTC().Format(utcTime))
	w.line("LAST-MODIFIED", c.Stamp.UTC().Format(utcTime))
	w.line("SEQUENCE", fmt.Sprint(c.Sequence))
	w.line("SUMMARY", text(e.Summary))
	if e.Exact {
		w.line("DTSTART", e.Start.UTC().Format(utcTime))
		w.line("DTEND", e.End.UTC().Format(utcTime))
	} else {
		c.local(w, "DTSTART", e.Start)
		c.local(w, "DTEND", e.End)
	}
	if e.Weekly {
		w.line("RRULE", "FREQ=WEEKLY;BYDAY="+dayNames[e.Start.In(c.Zone).Weekday()])
	}
	for _, shown := range e.Except {
		w.line("EXDATE;TZID="+c.Zone.String(), shown.Format(localTime))
	}
	if e.URL != "" {
		w.line("URL", e.URL)
	}
	w.line("CLASS", "PRIVATE")
	w.line("TRANSP", "TRANSPARENT")
	w.line("END", "VEVENT")
}

// local writes a time of the zone's clocks.
func (c Calendar) local(w *writer, name string, at time.Time) {
	w.line(name+";TZID="+c.Zone.String(), at.In(c.Zone).Format(localTime))
}

var dayNames = [7]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r", "", "\n", `\n`)

func text(s string) string { return escapes.Replace(s) }

type writer struct{ strings.Builder }

// maxLine is how many bytes a line may have.
const maxLine = 75

// line writes a property; what is longer than a line goes on behind a space on the next one.
func (w *writer) line(name, value string) {
	rest, room := name+":"+value, maxLine
	for len(rest) > room {
		cut := room
		for !utf8.RuneStart(rest[cut]) {
			cut--
		}
		w.WriteString(rest[:cut] + "\r\n ")
		rest, room = rest[cut:], maxLine-1
	}
	w.WriteString(rest + "\r\n")
}
