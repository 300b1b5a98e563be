package schedules

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/ical"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/walltime"
)

const (
	// fedAhead is how far ahead a feed names what happens once.
	fedAhead = 2 * 366 * 24 * time.Hour
	// readAgain is how often calendars should read a feed.
	readAgain = 6 * time.Hour
)

// Feed serves /performers/{username}/schedule.ics to programs that keep calendars. They cannot log
// in: what an address's country does not hide is public. It names neither performer nor site
// (behaviours.md, Small conventions), unless names=true is asked for.
func (s *Service) Feed(w http.ResponseWriter, r *http.Request) {
	var performer account.Account
	var stored row
	err := s.DB.Read(r.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		if performer, err = s.visible(ctx, tx, r.PathValue("username")); err != nil {
			return err
		}
		stored, err = s.load(ctx, tx, performer.ID)
		return err
	})
	if err != nil {
		api.WriteFault(w, r, err)
		return
	}
	say := lang.In(r.Context())
	calendar := s.feed(stored)
	calendar.Name = say("Calendar")
	title, link := say("Appointment"), ""
	if r.URL.Query().Get("names") == "true" {
		calendar.Name, title, link = performer.Name, say("%s is live", performer.Name), s.Home()+"/room/"+performer.Username
	}
	for i := range calendar.Events {
		calendar.Events[i].Summary, calendar.Events[i].URL = title, link
	}
	serveCalendar(w, r, calendar.Encode())
}

func serveCalendar(w http.ResponseWriter, r *http.Request, content []byte) {
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache") // who may see it is asked each time
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `inline; filename="calendar.ics"`)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(content) // a reader who went away
}

// feed is a schedule as a calendar: an event for each weekday, and one for each date that has hours
// of its own. So has a date on which the clocks change within the hours: programs do not agree on
// what becomes of those.
func (s *Service) feed(r row) ical.Calendar {
	c := r.calendar()
	feed := ical.Calendar{
		Product: "-//Schedule//1//EN", Zone: c.zone, Stamp: r.ChangedAt, Sequence: r.Sequence, Refresh: readAgain,
	}
	if r.Sequence == 0 {
		return feed
	}
	first, last := walltime.Date(r.ChangedAt, c.zone), walltime.Date(s.Now().Add(fedAhead), c.zone)
	var weekly [7]*ical.Event
	var single []ical.Event
	for date := first; !date.After(last); date = date.AddDate(0, 0, 1) {
		hours, excepted := c.on(date)
		usual, usually := c.week.at(date.Weekday()).span()
		event, day := ical.Event{UID: r.PerformerID + "-" + date.Format("20060102") + "@schedule"}, weekly[date.Weekday()]
		o, open := c.occurrence(date)
		regular := open && c.regular(date, hours)
		if open && (excepted || !regular) {
			event.Start, event.End, event.Exact = o.StartsAt, o.EndsAt, !regular
			single = append(single, event)
		}
		switch {
		case !usually:
		case !excepted && regular && day == nil:
			weekly[date.Weekday()] = &ical.Event{
				UID: r.PerformerID + "-" + dayNames[date.Weekday()] + "@schedule", Start: o.StartsAt, End: o.EndsAt, Weekly: true,
			}
		case day != nil && (excepted || !regular):
			day.Except = append(day.Except, date.Add(time.Duration(usual.start)*time.Minute))
		}
	}
	for _, day := range weekdays {
		if weekly[day] != nil {
			feed.Events = append(feed.Events, *weekly[day])
		}
	}
	feed.Events = append(feed.Events, single...)
	return feed
}

// regular reports whether the clocks run through the hours of a date as on any other one, and show
// neither end of them twice.
func (c calendar) regular(date time.Time, hours Hours) bool {
	s, _ := hours.span()
	start, end := time.Duration(s.start)*time.Minute, time.Duration(s.end)*time.Minute
	return c.instant(date, s.end).Sub(c.instant(date, s.start)) == end-start &&
		walltime.Once(date.Add(start), c.zone) && walltime.Once(date.Add(end), c.zone)
}
