package schedules_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/schedules"
	"limelight/internal/testkit"
)

// body is a plan as a client sends it.
func body(t *testing.T, change func(*schedules.Plan)) string {
	t.Helper()
	p := evenings("22:00", "02:00")
	change(&p)
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSchedule(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	good := body(t, func(p *schedules.Plan) { p.Timezone = "Europe/Madrid" })
	const mine, seen = "GET /performers/schedule", "GET /performers/nina/schedule"
	testkit.Scenarios{
		{Name: "there is none yet", As: s.nina, Do: mine, Status: 200, Has: `"occurrences":[]`},
		{Name: "nor for visitors", Do: seen, Status: 200, Has: `"timezone":""`},
		{Name: "and nothing to be reminded of", As: tom, Do: "PUT /performers/nina/schedule/reminder", Status: 409, Has: "no_hours"},
		{Name: "she tries one", As: s.nina, Do: "POST /performers/schedule/preview", Body: good, Status: 200, Has: `"nextAt"`},
		{Name: "which stores nothing", As: s.nina, Do: mine, Status: 200, Has: `"occurrences":[]`},
		{Name: "she saves one", As: s.nina, Do: "PUT /performers/schedule", Body: good, Status: 200, Has: `"end":"02:00"`},
		{Name: "a member has none", As: tom, Do: "PUT /performers/schedule", Body: good, Status: 403},
		{Name: "a guest has none", Do: "PUT /performers/schedule", Body: good, Status: 401},
		{Name: "visitors see it", Do: "GET /performers/NINA/schedule", Status: 200, Has: `"timezone":"Europe/Madrid"`},
		{Name: "nobody has none", Do: "GET /performers/nobody/schedule", Status: 404, Has: "This performer does not exist."},
		{Name: "nor has a member", Do: "GET /performers/tom/schedule", Status: 404, Has: "This performer does not exist."},
		{Name: "he asks to be reminded", As: tom, Do: "PUT /performers/nina/schedule/reminder", Status: 200, Has: `"remindedOf":`},
		{Name: "and sees that he did", As: tom, Do: seen, Status: 200, Has: `"remindedOf":`},
		{Name: "guests cannot", Do: "PUT /performers/nina/schedule/reminder", Status: 401},
		{Name: "nor performers", As: s.nina, Do: "PUT /performers/nina/schedule/reminder", Status: 403},
		{Name: "of nobody", As: tom, Do: "PUT /performers/nobody/schedule/reminder", Status: 404},
		{Name: "he takes it back", As: tom, Do: "DELETE /performers/nina/schedule/reminder", Status: 200, Has: `"data":{}`},
		{Name: "twice is once", As: tom, Do: "DELETE /performers/nobody/schedule/reminder", Status: 200, Has: `"data":{}`},
	}.Run(t, s.Routes)
	if n := len(s.news.All(t)); n != 1 {
		t.Errorf("%d changes are told, want 1", n)
	}
	s.saves(t, evenings("22:00", "02:00"))
	s.saves(t, evenings("22:00", "02:00"))
	if n := testkit.Int(t, s.db, `SELECT sequence FROM schedules`); n != 2 {
		t.Errorf("after one change and what was no change it is version %d, want 2", n)
	}
	s.stage.hide("tom")
	testkit.Scenarios{
		{Name: "a member whom she blocks", As: tom, Do: seen, Status: 404, Has: "This performer does not exist."},
		{Name: "is not reminded", As: tom, Do: "PUT /performers/nina/schedule/reminder", Status: 404},
		{Name: "and can let go", As: tom, Do: "DELETE /performers/nina/schedule/reminder", Status: 200},
	}.Run(t, s.Routes)
}

// What is no schedule is refused at its place, and nothing is stored.
func TestRefusals(t *testing.T) {
	s := setup(t)
	with := func(change func(*schedules.Plan)) string { return body(t, change) }
	except := func(list ...schedules.Exception) string {
		return with(func(p *schedules.Plan) { p.Exceptions = list })
	}
	evening := schedules.Hours{Start: "20:00", End: "21:00"}
	today := s.clock.Now()
	date := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) }
	var list testkit.Scenarios
	for name, c := range map[string]struct{ body, field, text string }{
		"no zone":           {with(func(p *schedules.Plan) { p.Timezone = "" }), "timezone", "This field is required!"},
		"no zone of Earth":  {with(func(p *schedules.Plan) { p.Timezone = "Mars/Olympus" }), "timezone", "Must be a time zone"},
		"the host's zone":   {with(func(p *schedules.Plan) { p.Timezone = "Local" }), "timezone", "Must be a time zone"},
		"a path":            {with(func(p *schedules.Plan) { p.Timezone = "../../etc/passwd" }), "timezone", "Must be a time zone"},
		"no start":          {with(func(p *schedules.Plan) { p.Mon.Start = "" }), "mon.start", "This field is required!"},
		"no time":           {with(func(p *schedules.Plan) { p.Tue.End = "24:00" }), "tue.end", "Must be a time of the day, such as 21:30"},
		"no time, closed":   {with(func(p *schedules.Plan) { p.Tue = schedules.Hours{Start: "later", Closed: true} }), "tue.start", "Must be a time of the day, such as 21:30"},
		"too early":         {with(func(p *schedules.Plan) { p.Wed.Start = "01:30" }), "wed.start", "The hours of the day before end after it, at 02:00"},
		"Monday too early":  {with(func(p *schedules.Plan) { p.Mon.Start = "01:59" }), "mon.start", "The hours of the day before end after it, at 02:00"},
		"no date":           {except(schedules.Exception{Hours: evening}), "exceptions.0.date", "This field is required!"},
		"the 30th February": {except(schedules.Exception{Date: "2027-02-30", Hours: evening}), "exceptions.0.date", "Must be a date"},
		"yesterday":         {except(schedules.Exception{Date: date(-1), Hours: evening}), "exceptions.0.date", "Must not be in the past"},
		"in two years":      {except(schedules.Exception{Date: date(700), Hours: evening}), "exceptions.0.date", "Must be within a year"},
		"a date twice": {
			except(schedules.Exception{Date: date(3), Hours: evening}, schedules.Exception{Date: date(3), Hours: schedules.Hours{Closed: true}}),
			"exceptions.1.date", "This date is on the list twice",
		},
		"a date's hours too early": {
			except(schedules.Exception{Date: date(3), Hours: schedules.Hours{Start: "00:30", End: "03:00"}}),
			"exceptions.0.start", "The hours of the day before end after it, at 02:00",
		},
		"a date's hours too late": {
			except(schedules.Exception{Date: date(3), Hours: schedules.Hours{Start: "23:00", End: "22:30"}}),
			"exceptions.0.end", "The hours of the next day begin before it, at 22:00",
		},
		"too many dates": {except(make([]schedules.Exception, 101)...), "exceptions", "At most 100 dates"},
	} {
		list = append(list, testkit.Scenario{
			Name: name, As: s.nina, Do: "PUT /performers/schedule", Body: c.body, Status: http.StatusUnprocessableEntity,
			Has: `"` + c.text + `"},"property":"` + c.field + `"`,
		})
	}
	list.Run(t, s.Routes)
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM schedule_hours`); n != 0 {
		t.Errorf("%d hours are stored", n)
	}
}

// An exception that is over stays for calendars, is no more shown, and may be sent again.
func TestExceptionsThatAreOver(t *testing.T) {
	s := setup(t)
	p := evenings("22:00", "02:00")
	tomorrow := s.clock.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	p.Exceptions = []schedules.Exception{{Date: tomorrow, Hours: schedules.Hours{Closed: true}}}
	saved := s.saves(t, p)
	for _, o := range saved.Occurrences {
		if o.Date == tomorrow {
			t.Errorf("%+v is not cancelled", o)
		}
	}
	s.clock.Advance(3 * 24 * time.Hour)
	p.Wed = schedules.Hours{Closed: true}
	if saved = s.saves(t, p); len(saved.Exceptions) != 0 {
		t.Errorf("%+v is over", saved.Exceptions)
	}
	kept := func() int64 {
		return testkit.Int(t, s.db, `SELECT COUNT(*) FROM schedule_hours WHERE length(day) = 10`)
	}
	if kept() != 1 {
		t.Errorf("%d exceptions are kept for calendars, want 1", kept())
	}
	s.clock.Advance(60 * 24 * time.Hour)
	p.Exceptions, p.Wed = []schedules.Exception{}, p.Mon
	if s.saves(t, p); kept() != 0 {
		t.Errorf("%d exceptions of two months ago are kept", kept())
	}
}

// When the next hours begin is known at once, and again when they have begun.
func TestNextHours(t *testing.T) {
	s := setup(t)
	next := func() string {
		at := testkit.Int(t, s.db, `SELECT next_at FROM schedules`)
		if at == 0 {
			return ""
		}
		return time.UnixMilli(at).UTC().Sub(testkit.Noon).String()
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"tonight", func() { s.saves(t, evenings("22:00", "02:00")) }, "10h0m0s"},
		{"not yet", func() { s.clock.Advance(9 * time.Hour) }, "10h0m0s"},
		{"it has begun: tomorrow", func() { s.clock.Advance(time.Hour) }, "34h0m0s"},
		{"nobody looked for a week", func() { s.clock.Advance(7 * 24 * time.Hour) }, "202h0m0s"},
		{"earlier", func() { s.saves(t, evenings("20:30", "21:30")) }, "200h30m0s"},
		{"never", func() {
			p := evenings("20:30", "21:30")
			for _, day := range []*schedules.Hours{&p.Mon, &p.Tue, &p.Wed, &p.Thu, &p.Fri, &p.Sat, &p.Sun} {
				day.Closed = true
			}
			s.saves(t, p)
		}, ""},
	} {
		step.do()
		s.advance(t)
		if got := next(); got != step.want {
			t.Errorf("%s: the next hours begin after %q, want %q", step.name, got, step.want)
		}
	}
}

// The feed has no login: it says nothing to whom she hides from, names nobody who did not ask for
// names, and is sent again only when it has changed.
func TestFeed(t *testing.T) {
	s := setup(t)
	tom, guest := testkit.Person(t, s.db, account.Member, "tom"), account.Caller{}
	s.saves(t, evenings("22:00", "02:00"))
	got := s.feed(t, guest, "nina/schedule.ics", "")
	tag := got.Header().Get("ETag")
	if got.Code != 200 || got.Header().Get("Content-Type") != "text/calendar; charset=utf-8" || tag == "" {
		t.Fatalf("the feed is %d %v", got.Code, got.Header())
	}
	if text := got.Body.String(); !strings.Contains(text, "SUMMARY:Appointment") || strings.Contains(strings.ToLower(text), "nina@") || strings.Contains(text, "room/nina") {
		t.Errorf("the feed is not discreet:\n%s", text)
	}
	if named := s.feed(t, guest, "nina/schedule.ics?names=true", "").Body.String(); !strings.Contains(named, "SUMMARY:nina is live") || !strings.Contains(named, "https://example.com/room/nina") {
		t.Errorf("the feed that was asked for names is\n%s", named)
	}
	s.clock.Advance(3 * time.Hour)
	if again := s.feed(t, guest, "nina/schedule.ics", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("the same feed is sent again: %d", again.Code)
	}
	s.saves(t, evenings("21:00", "02:00"))
	if again := s.feed(t, guest, "nina/schedule.ics", tag); again.Code != 200 || !strings.Contains(again.Body.String(), "SEQUENCE:2") {
		t.Errorf("a changed feed is %d", again.Code)
	}
	nobody := s.feed(t, tom, "nobody/schedule.ics", "")
	s.stage.hide("tom")
	s.stage.hide("")
	for name, as := range map[string]account.Caller{"a member whom she blocks": tom, "a guest from a country that she blocks": guest} {
		if got := s.feed(t, as, "nina/schedule.ics", ""); got.Code != 404 || got.Body.String() != nobody.Body.String() {
			t.Errorf("%s gets %d %s, of nobody %s", name, got.Code, got.Body, nobody.Body)
		}
	}
}

// What several plan for a span is what each of their schedules says; a closed date is told where its weekday has hours.
func TestPlanned(t *testing.T) {
	s := setup(t)
	p := evenings("22:00", "02:00")
	p.Timezone, p.Sun = "Europe/Madrid", schedules.Hours{Closed: true}
	p.Exceptions = []schedules.Exception{
		{Date: "2026-11-05", Hours: schedules.Hours{Closed: true}},
		{Date: "2026-11-06", Hours: schedules.Hours{Start: "10:00", End: "12:00"}},
		{Date: "2026-11-08", Hours: schedules.Hours{Closed: true}},
	}
	s.saves(t, p)
	from := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		found, err := s.Planned(ctx, tx, []string{"nina", "nobody"}, from, from.AddDate(0, 0, 2))
		if len(found) != 1 || found["nina"].Timezone != "Europe/Madrid" || !slices.Equal(found["nina"].Closed, []string{"2026-11-05"}) {
			t.Errorf("planned is %+v", found)
		}
		var told []string
		for _, o := range found["nina"].Occurrences {
			told = append(told, o.StartsAt.UTC().Format("2 15:04")+o.EndsAt.UTC().Format("-15:04"))
		}
		if want := []string{"4 21:00-01:00", "6 09:00-11:00"}; !slices.Equal(told, want) {
			t.Errorf("planned is %v, want %v", told, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
