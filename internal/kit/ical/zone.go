package ical

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/walltime"
)

const (
	// observed is how many years of a zone are looked at: in as many the weekdays take each place in
	// a year that they can, so that a rule of a zone shows all the days that it may fall on.
	observed = 28
	// listed is how many years of changes are told one by one, where they follow no rule.
	listed = 6
)

// change is one of a zone's clocks.
type change struct {
	shown         time.Time // what the clocks show before it, as clocks in UTC
	before, after int       // seconds east of UTC
	name          string    // of the time after it
}

// rule is a change that comes each year on a weekday within days of a month.
type rule struct {
	first         change
	month         time.Month
	day           time.Weekday
	clock         string
	before, after int
	from, to      int // days of the month
}

// zone describes a zone as far as events from an instant on need it (VTIMEZONE).
func (w *writer) zone(zone *time.Location, from time.Time) {
	begin := time.Date(from.In(zone).Year()-1, time.January, 1, 0, 0, 0, 0, time.UTC)
	w.line("BEGIN", "VTIMEZONE")
	w.line("TZID", zone.String())
	changes := changesOf(zone, begin, begin.AddDate(observed, 0, 0))
	rules, regular := rulesOf(changes)
	switch {
	case len(changes) == 0:
		name, offset := begin.In(zone).Zone()
		w.observance(change{time.Unix(0, 0).UTC(), offset, offset, name}, "")
	case regular:
		for _, r := range rules {
			w.observance(r.first, r.text())
		}
	default:
		name, offset := begin.In(zone).Zone()
		w.observance(change{begin, offset, offset, name}, "")
		for _, c := range changes {
			if c.shown.Before(begin.AddDate(listed, 0, 0)) {
				w.observance(c, "")
			}
		}
	}
	w.line("END", "VTIMEZONE")
}

func (w *writer) observance(c change, rule string) {
	kind := "STANDARD"
	if c.after > c.before {
		kind = "DAYLIGHT"
	}
	w.line("BEGIN", kind)
	w.line("DTSTART", c.shown.Format(localTime))
	w.line("TZOFFSETFROM", offset(c.before))
	w.line("TZOFFSETTO", offset(c.after))
	w.line("TZNAME", text(c.name))
	if rule != "" {
		w.line("RRULE", rule)
	}
	w.line("END", kind)
}

func offset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
}

func changesOf(zone *time.Location, from, to time.Time) (list []change) {
	for {
		at, found := walltime.NextChange(from, to, zone)
		if !found {
			return list
		}
		before := walltime.Offset(at.Add(-time.Second), zone)
		name, after := at.In(zone).Zone()
		list = append(list, change{at.Add(before), int(before.Seconds()), after, name})
		from = at
	}
}

// rulesOf are the rules that changes follow, if each year has two that come in the same way.
func rulesOf(changes []change) (list []rule, regular bool) {
	for _, c := range changes {
		day := c.shown.Day()
		at := slices.IndexFunc(list, func(r rule) bool {
			return r.month == c.shown.Month() && r.day == c.shown.Weekday() && r.clock == c.shown.Format("150405") && r.before == c.before && r.after == c.after
		})
		if at < 0 {
			list = append(list, rule{c, c.shown.Month(), c.shown.Weekday(), c.shown.Format("150405"), c.before, c.after, day, day})
			continue
		}
		list[at].from, list[at].to = min(list[at].from, day), max(list[at].to, day)
	}
	if len(changes) != 2*observed {
		return nil, false
	}
	days := 0 // of all rules: a rule that a month's end cuts in two has seven in both together
	for _, r := range list {
		if r.to-r.from > 6 {
			return nil, false
		}
		days += r.to - r.from + 1
	}
	return list, days == 14
}

// text is the rule in the calendar's words.
func (r rule) text() string {
	last := time.Date(2001, r.month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	rule := fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=", int(r.month))
	switch {
	case r.to-r.from == 6 && r.to == last:
		return rule + "-1" + dayNames[r.day]
	case r.to-r.from == 6 && r.from%7 == 1:
		return rule + fmt.Sprint(r.from/7+1) + dayNames[r.day]
	}
	days := make([]string, 0, 7)
	for day := r.from; day <= r.to; day++ {
		days = append(days, fmt.Sprint(day))
	}
	return rule + dayNames[r.day] + ";BYMONTHDAY=" + strings.Join(days, ",")
}
