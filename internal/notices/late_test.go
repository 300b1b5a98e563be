package notices_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

// napping is who has quiet hours, at the noon at which tests begin.
const napping = `{"digest":"hourly","discreet":false,"quietHours":{"from":"11:00","to":"13:00","timezone":"UTC"}}`

// What is essential is pushed in quiet hours, too. A request is not, nor later: it is over by then.
func TestPushesOfQuietHours(t *testing.T) {
	h := setup(t)
	h.wants(t, tom, napping)
	h.wants(t, nina, napping)
	send(t, h, parcelSent, h.people["tom"], "LL-1")
	if len(h.pushed.list) != 1 {
		t.Fatalf("of what is essential %d pushes came", len(h.pushed.list))
	}
	send(t, h, asked, h.people["nina"], "sam")
	for i := range 3 {
		send(t, h, sold, h.people["nina"], fmt.Sprint("title ", i))
	}
	h.later(t, 2*time.Hour)
	h.later(t, 2*time.Hour)
	if got := h.pushed.list; len(got) != 2 || got[1].Title != "You have made 3 sales" || got[1].Tag != "purchase" {
		t.Errorf("after quiet hours pushed was %+v", got)
	}
	if list := call[page](t, h, nina, "GET /notices?group=request", "").Data; len(list) != 1 {
		t.Errorf("of requests the centre has %+v", list)
	}
}

// Nobody is mailed of requests who has not asked for it; who has, gets one mail of many.
func TestRequestsAreGathered(t *testing.T) {
	h := setup(t)
	send(t, h, asked, h.people["nina"], "sam")
	h.later(t, 24*time.Hour)
	if list := h.mails(t); len(list) != 0 || len(h.pushed.list) != 1 {
		t.Fatalf("mailed was %+v, pushed %+v", list, h.pushed.list)
	}
	h.wants(t, nina, `{"digest":"hourly","discreet":false,"groups":{"request":{"app":true,"mail":true,"push":true}}}`)
	send(t, h, asked, h.people["nina"], "sam")
	send(t, h, asked, h.people["nina"], "tom")
	h.later(t, 61*minute)
	if list := h.subjects(t); len(list) != 1 || !strings.HasPrefix(list[0], "You have 2 new requests") {
		t.Errorf("mailed was %q", list)
	}
}

// Who wants mails sooner gets them sooner, with those that waited for longer.
func TestAShorterDigestEndsTheWindow(t *testing.T) {
	h := setup(t)
	h.wants(t, nina, `{"digest":"daily","discreet":false}`)
	send(t, h, sold, h.people["nina"], "one")
	h.wants(t, nina, `{"digest":"immediately","discreet":false}`)
	send(t, h, sold, h.people["nina"], "two")
	if h.later(t, 6*minute); len(h.mails(t)) != 1 {
		t.Errorf("mailed was %q", h.subjects(t))
	}
}

// One look delivers all, however many readers there are; one who cannot be told is tried again ten
// minutes later, and keeps nobody waiting.
func TestOneLookDeliversAll(t *testing.T) {
	h := setup(t)
	h.broken["tom"] = true
	send(t, h, begun, h.people["tom"], "LL-1")
	for i := range 1001 {
		name := fmt.Sprint("reader", i)
		h.people[name] = notices.Recipient{AccountID: name, Address: name + "@example.org"}
		send(t, h, begun, h.people[name], "LL-2")
	}
	h.clock.Advance(6 * minute)
	if err := h.deliver(t.Context()); err == nil {
		t.Error("nobody is told what failed")
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM mails`); n != 1001 {
		t.Errorf("%d of 1001 mails went", n)
	}
	if due := db.Time(testkit.Int(t, h.db, `SELECT mail_due_at FROM notices WHERE account_id = 'tom'`)); !due.Equal(h.clock.Now().Add(10 * minute)) {
		t.Errorf("what failed is tried again at %s", due)
	}
	h.broken["tom"] = false
	if h.later(t, 10*minute); testkit.Int(t, h.db, `SELECT COUNT(*) FROM mails`) != 1002 {
		t.Error("what failed is not mailed later")
	}
}

var token = regexp.MustCompile(`/notices/unsubscribe/([\w-]+)`)

// Who ends mails and chooses at once has done both.
func TestChoosingAtOnce(t *testing.T) {
	h := setup(t)
	for i := range 10 {
		name := fmt.Sprint("reader", i)
		h.people[name] = notices.Recipient{AccountID: name, Address: name + "@example.org"}
		send(t, h, begun, h.people[name], "LL-1")
	}
	h.later(t, 6*minute)
	for _, m := range h.mails(t) {
		name, _, _ := strings.Cut(m.To, "@")
		testkit.Together(2, func(i int) {
			var err error
			if i == 0 {
				err = h.Unsubscribe(t.Context(), token.FindStringSubmatch(m.Text)[1])
			} else {
				_, err = h.Choose(t.Context(), name, notices.Choice{Digest: notices.Daily})
			}
			if err != nil {
				t.Error(err)
			}
		})
		p, err := h.Preferences(t.Context(), name)
		if err != nil || p.Digest != notices.Daily || p.Groups["order"].Mail {
			t.Errorf("%s wants %+v, %v", name, p, err)
		}
	}
}
