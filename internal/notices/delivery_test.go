package notices_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

const minute = time.Minute

// subjects are what was mailed so far.
func (h *fixture) subjects(t *testing.T) (list []string) {
	t.Helper()
	for _, m := range h.mails(t) {
		list = append(list, m.Subject)
	}
	return list
}

// Who reads on the site gets no mail of it; who does not gets it once.
func TestNoMailOfWhatWasRead(t *testing.T) {
	h := setup(t)
	send(t, h, begun, h.people["tom"], "LL-1")
	send(t, h, begun, h.people["nina"], "LL-2")
	h.later(t, 4*minute)
	if list := h.subjects(t); len(list) != 0 {
		t.Fatalf("before anybody could look, %q was mailed", list)
	}
	call[total](t, h, tom, "POST /notices/read", `{}`)
	h.later(t, 2*minute)
	h.later(t, time.Hour)
	list := h.mails(t)
	if len(list) != 1 || list[0].To != "nina@example.org" {
		t.Errorf("mailed was %+v", list)
	}
}

// What is essential is mailed at once, whatever was chosen.
func TestWhatIsEssentialIsMailedAtOnce(t *testing.T) {
	h := setup(t)
	h.wants(t, tom, `{"digest":"never","discreet":true,"quietHours":{"from":"00:00","to":"23:59","timezone":"UTC"},"groups":{"order":{"app":false,"mail":false,"push":false}}}`)
	send(t, h, parcelSent, h.people["tom"], "LL-1")
	if list := h.subjects(t); len(list) != 1 || list[0] != "Your order LL-1 was shipped" {
		t.Errorf("mailed was %q", list)
	}
	if n := call[total](t, h, tom, "GET /notices/unread", "").Total; n != 1 {
		t.Errorf("%d notices are unread", n)
	}
	send(t, h, begun, h.people["tom"], "LL-1")
	h.later(t, 48*time.Hour)
	if list, n := h.subjects(t), call[total](t, h, tom, "GET /notices/unread", "").Total; len(list) != 1 || n != 1 || len(h.pushed.list) != 0 {
		t.Errorf("what nobody wanted came: %q, %d in the centre, %d pushes", list, n, len(h.pushed.list))
	}
}

// What comes often is one letter an hour, or a day, or none; and told once.
func TestDigest(t *testing.T) {
	for digest, want := range map[string]struct {
		after time.Duration
		mails int
	}{"immediately": {6 * minute, 1}, "hourly": {61 * minute, 1}, "daily": {24*time.Hour + minute, 1}, "never": {72 * time.Hour, 0}} {
		t.Run(digest, func(t *testing.T) {
			h := setup(t)
			h.wants(t, nina, `{"digest":"`+digest+`","discreet":false}`)
			for i := range 25 {
				send(t, h, sold, h.people["nina"], fmt.Sprint("title ", i))
				send(t, h, sold, h.people["nina"], fmt.Sprint("title ", i))
			}
			h.later(t, want.after-2*minute)
			if early := h.subjects(t); len(early) != 0 {
				t.Errorf("too early came %q", early)
			}
			h.later(t, 2*minute)
			h.later(t, 72*time.Hour)
			list := h.mails(t)
			if len(list) != want.mails {
				t.Fatalf("%d mails", len(list))
			}
			if want.mails == 1 && (list[0].Subject != "You have made 25 sales – Lime light" || !strings.Contains(list[0].Text, "title 19 was bought") || !strings.Contains(list[0].Text, "And 5 more.")) {
				t.Errorf("it says %s\n%s", list[0].Subject, list[0].Text)
			}
			if want.mails == 1 && (!strings.Contains(list[0].Text, "https://example.com/notices\n") || !strings.Contains(list[0].HTML, `href="https://example.com/notices"`)) {
				t.Errorf("it does not lead to the list of notices: %s", list[0].Text)
			}
		})
	}
}

// Quiet hours are those of the clock on the reader's wall, also in the nights in which it is
// put forward and back.
func TestQuietHours(t *testing.T) {
	for name, c := range map[string]struct{ now, from, to, zone, mailed string }{
		"at night":                {"2026-06-10T21:00:00Z", "22:00", "07:00", "Europe/Madrid", "2026-06-11T05:00:00Z"},
		"in the day":              {"2026-06-10T12:00:00Z", "22:00", "07:00", "Europe/Madrid", "2026-06-10T12:05:00Z"},
		"a nap":                   {"2026-06-10T12:30:00Z", "14:00", "16:00", "Europe/Madrid", "2026-06-10T14:00:00Z"},
		"the night put forward":   {"2026-03-28T23:00:00Z", "22:00", "07:00", "Europe/Madrid", "2026-03-29T05:00:00Z"},
		"an end that is left out": {"2026-03-28T23:00:00Z", "22:00", "02:30", "Europe/Madrid", "2026-03-29T01:00:00Z"},
		"the night put back":      {"2026-10-24T22:00:00Z", "22:00", "07:00", "Europe/Madrid", "2026-10-25T06:00:00Z"},
		"on the other side":       {"2026-06-10T12:00:00Z", "22:00", "07:00", "Pacific/Auckland", "2026-06-10T19:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			now, err := time.Parse(time.RFC3339, c.now)
			if err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(now.Sub(h.clock.Now()))
			h.wants(t, tom, fmt.Sprintf(`{"digest":"hourly","discreet":true,"quietHours":{"from":%q,"to":%q,"timezone":%q}}`, c.from, c.to, c.zone))
			send(t, h, begun, h.people["tom"], "LL-1")
			due := db.Time(testkit.Int(t, h.db, `SELECT mail_due_at FROM notices`)).Format(time.RFC3339)
			if due != c.mailed {
				t.Errorf("what came at %s is mailed at %s, want %s", c.now, due, c.mailed)
			}
		})
	}
}

// A push waits for the end of quiet hours, and does not come when it was read meanwhile.
func TestPushesWait(t *testing.T) {
	h := setup(t) // at noon
	h.wants(t, tom, `{"digest":"hourly","discreet":true,"quietHours":{"from":"11:00","to":"13:00","timezone":"UTC"}}`)
	send(t, h, begun, h.people["tom"], "LL-1")
	h.later(t, 50*minute)
	if len(h.pushed.list) != 0 {
		t.Fatal("pushed in quiet hours")
	}
	h.later(t, 11*minute)
	if len(h.pushed.list) != 1 || h.pushed.list[0].Link != "/account/user/orders" {
		t.Fatalf("after them pushed was %+v", h.pushed.list)
	}
	h.clock.Advance(23 * time.Hour)
	send(t, h, begun, h.people["tom"], "LL-2")
	call[total](t, h, tom, "POST /notices/read", `{}`)
	h.later(t, 3*time.Hour)
	if len(h.pushed.list) != 1 {
		t.Error("pushed was what had been read")
	}
}

var unsubscribeLink = regexp.MustCompile(`https://example\.com(?:/api)(/notices/unsubscribe/[\w-]+)`)

// A link scanner changes nothing, a press of the button or of the mail program's does, without
// a login; and nobody makes up a link for somebody else.
func TestUnsubscribe(t *testing.T) {
	h := setup(t)
	send(t, h, begun, h.people["tom"], "LL-1")
	h.later(t, 6*minute)
	found := unsubscribeLink.FindStringSubmatch(h.mails(t)[0].Text)
	if found == nil {
		t.Fatalf("no way out of %s", h.mails(t)[0].Text)
	}
	link := found[1]
	const choose = "https://example.com/notices/preferences"
	if sent := h.mails(t)[0]; !strings.Contains(sent.Text, choose+"\n") || !strings.Contains(sent.HTML, `href="`+choose+`"`) {
		t.Errorf("no way to choose what one is told in %s", sent.Text)
	}
	oneClick := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	wanted := func() bool {
		return call[map[string]any](t, h, tom, "GET /notices/preferences", "")["groups"].(map[string]any)["order"].(map[string]any)["mail"].(bool)
	}

	page := testkit.Call(h.handler, nobody, "GET "+link, "", nil)
	if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), `<form method="post">`) || !strings.Contains(page.Body.String(), `href="`+choose+`"`) || !wanted() {
		t.Fatalf("the page is %d %s; mails are wanted: %t", page.Code, page.Body, wanted())
	}
	for _, forged := range []string{link[:len(link)-1], link + "A", "/notices/unsubscribe/" + url.PathEscape("tom:order"), "/notices/unsubscribe/dG9tOm9yZGVyOg"} {
		for _, method := range []string{"GET ", "POST "} {
			if code := testkit.Call(h.handler, nobody, method+forged, "", oneClick).Code; code != http.StatusNotFound {
				t.Errorf("%s%s answered %d", method, forged, code)
			}
		}
	}
	for range 2 {
		if done := testkit.Call(h.handler, nobody, "POST "+link, "List-Unsubscribe=One-Click", oneClick); done.Code != http.StatusOK || wanted() {
			t.Fatalf("the button answers %d %s; mails are wanted: %t", done.Code, done.Body, wanted())
		}
	}
	send(t, h, begun, h.people["tom"], "LL-2")
	h.later(t, time.Hour)
	if list := h.subjects(t); len(list) != 1 {
		t.Errorf("he is mailed again: %q", list)
	}
	send(t, h, parcelSent, h.people["tom"], "LL-3")
	if last := h.mails(t)[1]; strings.Contains(last.Text+last.HTML, "unsubscribe") {
		t.Error("what is essential offers a way out")
	}
}

// Preferences are one's own, and checked.
func TestPreferences(t *testing.T) {
	h := setup(t)
	quiet := func(from, to, zone string) string {
		return fmt.Sprintf(`{"digest":"hourly","discreet":true,"quietHours":{"from":%q,"to":%q,"timezone":%q}}`, from, to, zone)
	}
	testkit.Scenarios{
		{Name: "not a visitor's", Do: "GET /notices/preferences", Status: http.StatusUnauthorized},
		{Name: "nor changed by one", Do: "PUT /notices/preferences", Body: quiet("22:00", "07:00", "UTC"), Status: http.StatusUnauthorized},
		{Name: "of what is essential nobody can do without any", As: tom, Do: "GET /notices/preferences", Status: http.StatusOK, Has: `"essential":["system"]`},
		{Name: "as they come", As: tom, Do: "GET /notices/preferences", Status: http.StatusOK, Has: `"digest":"hourly","discreet":true`},
		{Name: "no such digest", As: tom, Do: "PUT /notices/preferences", Body: `{"digest":"yearly","discreet":true}`, Status: http.StatusUnprocessableEntity},
		{Name: "no such zone", As: tom, Do: "PUT /notices/preferences", Body: quiet("22:00", "07:00", "../etc/passwd"), Status: http.StatusUnprocessableEntity, Has: "Must be a time zone"},
		{Name: "not the server's zone", As: tom, Do: "PUT /notices/preferences", Body: quiet("22:00", "07:00", "Local"), Status: http.StatusUnprocessableEntity},
		{Name: "no such hour", As: tom, Do: "PUT /notices/preferences", Body: quiet("24:00", "07:00", "UTC"), Status: http.StatusUnprocessableEntity},
		{Name: "all day is no hours", As: tom, Do: "PUT /notices/preferences", Body: quiet("07:00", "07:00", "UTC"), Status: http.StatusUnprocessableEntity},
		{Name: "nothing was kept", As: tom, Do: "GET /notices/preferences", Status: http.StatusOK, Lacks: "quietHours"},
		{Name: "kept", As: tom, Do: "PUT /notices/preferences", Body: quiet("22:00", "07:00", "Europe/Madrid"), Status: http.StatusOK, Has: `"timezone":"Europe/Madrid"`},
		{Name: "hers are hers", As: nina, Do: "GET /notices/preferences", Status: http.StatusOK, Lacks: "quietHours"},
	}.Run(t, h.Routes)
}

// Three months later nobody is reminded.
func TestOldNoticesGo(t *testing.T) {
	h := setup(t)
	send(t, h, begun, h.people["tom"], "LL-1")
	h.clock.Advance(89 * 24 * time.Hour)
	send(t, h, begun, h.people["tom"], "LL-2")
	h.clock.Advance(2 * 24 * time.Hour)
	if err := h.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list := call[page](t, h, tom, "GET /notices", "").Data; len(list) != 1 || list[0].Text != "LL-2" {
		t.Errorf("left is %+v", list)
	}
}

// Several nodes look at once: each mail goes once.
func TestTwoNodesDeliver(t *testing.T) {
	h := setup(t)
	for i := range 20 {
		who := h.people[[]string{"tom", "nina"}[i%2]]
		send(t, h, begun, who, fmt.Sprint("LL-", i))
	}
	h.clock.Advance(6 * minute)
	testkit.Together(4, func(int) {
		if err := h.deliver(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if n := len(h.mails(t)); n != 20 {
		t.Errorf("of 20 notices %d mails went", n)
	}
}

// What is asked often is found by an index.
func TestIndexes(t *testing.T) {
	h := setup(t)
	for _, query := range []string{
		`SELECT COUNT(*) FROM (SELECT 1 FROM notices WHERE account_id = 'tom' AND shown AND read_at = 0 LIMIT 7) AS unread`,
		`SELECT id FROM notices WHERE account_id = 'tom' AND shown ORDER BY id DESC LIMIT 26`,
		`SELECT id FROM notices WHERE account_id = 'tom' AND grp = 'tip' AND shown ORDER BY id DESC LIMIT 26`,
		`SELECT COALESCE(MIN(mail_due_at), 0) FROM notices WHERE account_id = 'tom' AND grp = 'tip' AND mail_due_at > 0`,
		`SELECT id FROM notices WHERE push_due_at > 0 AND push_due_at <= 7`,
	} {
		if plan := testkit.Plan(t, h.db, query); !strings.Contains(plan, "notices_") {
			t.Errorf("%s is found by\n%s", query, plan)
		}
	}
	for _, one := range []struct {
		query, index string
		args         []any
	}{
		{notices.DueBy("mail_due_at"), "notices_mail", []any{7, 500}},
		{notices.DueBy("push_due_at"), "notices_push", []any{7, 500}},
		{notices.DueAnnouncement, "notice_announcements_due", []any{7}},
		{notices.ToldAfter, "notices_subject", []any{"kind", "nina", "tom", 100}},
	} {
		if plan := testkit.Plan(t, h.db, one.query, one.args...); !strings.Contains(plan, one.index) {
			t.Errorf("%s is found by\n%s", one.query, plan)
		}
	}
}
