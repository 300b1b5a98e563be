package webpush_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/push/pushtest"
	"limelight/internal/notices/webpush"
	"limelight/internal/testkit"
)

// Tom is told on both his devices, and Nina hears nothing of it.
func TestEveryDeviceIsTold(t *testing.T) {
	h := setup(t)
	phone, laptop := h.subscribe(t, h.tom), h.subscribe(t, h.login(t, h.tom, "laptop"))
	h.subscribe(t, h.nina)
	h.tell(t, h.tom, "Nina is live")
	h.unread["tom"] = 7
	h.sent(t)
	got := h.service.Received()
	if len(got) != 2 || got[0].Browser.Endpoint == got[1].Browser.Endpoint {
		t.Fatalf("%d pushes came, want one on each device", len(got))
	}
	for _, m := range got {
		if m.Browser.Endpoint != phone.Endpoint && m.Browser.Endpoint != laptop.Endpoint {
			t.Errorf("%s heard it", m.Browser.Endpoint)
		}
		n := said(t, m)
		if n.Unread == nil || *n.Unread != 7 {
			t.Errorf("unread is %v, want what it is when the push is sent", n.Unread)
		}
		n.Unread = nil
		if n != (notification{Title: "News", Body: "Nina is live", Link: "/messages", Tag: "tag", Group: "message", Icon: "/icon.png"}) {
			t.Errorf("a push says %+v", n)
		}
		if m.TTL != 86400 || m.Urgency != "normal" || m.Token.Subject != "mailto:desk@example.com" {
			t.Errorf("a service is told %+v", m)
		}
	}
	if got[0].Topic == got[1].Topic || len(got[0].Topic) != 32 || strings.Contains(got[0].Topic, "tag") {
		t.Errorf("the topics are %q and %q: the service may see that two devices hear of the same", got[0].Topic, got[1].Topic)
	}
	if h.sent(t); len(h.service.Received()) != 2 || h.waiting(t) != 0 {
		t.Error("a push was sent twice, or stays")
	}
}

// There is no news of what was rolled back, and none that says nothing or leads elsewhere.
func TestWhatIsNotQueued(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	queue := func(p webpush.Push, after error) error {
		return h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(h.Queue(ctx, tx, p, "tom"), after)
		})
	}
	if err := queue(webpush.Push{Title: "News"}, errors.New("no")); err == nil {
		t.Fatal("nothing was rolled back")
	}
	for _, p := range []webpush.Push{
		{}, {Text: "only"}, {Title: "t", Link: "https://elsewhere.example"}, {Title: "t", Link: "//elsewhere.example"},
		{Title: "t", Link: "messages"}, {Title: "t", Link: "/" + strings.Repeat("a", 300)}, {Title: "t", Tag: strings.Repeat("a", 101)},
	} {
		if err := queue(p, nil); err == nil {
			t.Errorf("%+v was queued", p)
		}
	}
	if n := h.waiting(t); n != 0 {
		t.Errorf("%d pushes wait", n)
	}
}

// Whatever people write fits into a push.
func TestLongTextsAreCut(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	for _, c := range []string{"<", "é", "\U0001F600", "\x00", "\u2028", "\xff"} {
		err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			long := strings.Repeat(c, 3000)
			return h.Queue(ctx, tx, webpush.Push{Title: long, Text: long, Link: "/" + strings.Repeat("&", 299), Tag: strings.Repeat("&", 100), Group: strings.Repeat("&", 100)}, "tom")
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := h.sent(t); len(got) != 6 || len([]rune(got[0])) != 280 || h.waiting(t) != 0 {
		t.Errorf("%d of 6 came", len(got))
	}
}

// A login that ends takes its subscription along, and all that waits for it.
func TestSubscriptionsEndWithTheirLogin(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	h.tell(t, h.tom, "private")
	h.tell(t, h.nina, "private")
	h.logout(t, h.tom)              // or revoked, or closed: the row of the login goes
	h.over[h.nina.SessionID] = true // ran out: its row goes later
	if got := h.sent(t); len(got) != 0 {
		t.Errorf("%q was told to whoever has the device now", got)
	}
	if n := h.subscriptions(t, "tom") + h.subscriptions(t, "nina") + h.waiting(t); n != 0 {
		t.Errorf("%d rows stay", n)
	}
}

// A browser that somebody else logs in with hears them alone.
func TestEndpointMovesToItsNewAccount(t *testing.T) {
	h := setup(t)
	b := h.subscribe(t, h.tom)
	h.tell(t, h.tom, "for Tom")
	h.at(t, h.nina, b)
	h.tell(t, h.tom, "for Tom again")
	h.tell(t, h.nina, "for Nina")
	if got := h.sent(t); !slices.Equal(got, []string{"for Nina"}) {
		t.Errorf("the browser heard %q", got)
	}
	if h.subscriptions(t, "tom") != 0 || !keyOf(t, h.Service, h.nina).Subscribed || keyOf(t, h.Service, h.tom).Subscribed {
		t.Error("Tom is subscribed still, or Nina is not")
	}
}

// A browser that subscribes anew has one subscription, and loses nothing that waits where its
// endpoint is the same.
func TestSubscribingAgain(t *testing.T) {
	h := setup(t)
	b := h.subscribe(t, h.tom)
	h.tell(t, h.tom, "one")
	h.at(t, h.tom, b)
	if got := h.sent(t); !slices.Equal(got, []string{"one"}) {
		t.Errorf("the browser heard %q", got)
	}
	h.subscribe(t, h.tom) // at another endpoint
	h.tell(t, h.tom, "two")
	if got := h.sent(t); !slices.Equal(got, []string{"one", "two"}) || h.subscriptions(t, "tom") != 1 {
		t.Errorf("the browser heard %q", got)
	}
}

// Ten devices hear an account; the oldest makes room.
func TestTheOldestDeviceMakesRoom(t *testing.T) {
	h := setup(t)
	first := h.subscribe(t, h.tom)
	for i := range 10 {
		h.clock.Advance(time.Second)
		h.subscribe(t, h.login(t, h.tom, fmt.Sprint("device", i)))
	}
	h.tell(t, h.tom, "news")
	if got := h.sent(t); len(got) != 10 || h.subscriptions(t, "tom") != 10 {
		t.Errorf("%d devices heard it", len(got))
	}
	for _, m := range h.service.Received() {
		if m.Browser.Endpoint == first.Endpoint {
			t.Error("the oldest heard it")
		}
	}
}

func TestCalls(t *testing.T) {
	h := setup(t)
	b := h.service.Subscribe()
	one := func(endpoint, p256dh, auth string) string {
		return fmt.Sprintf(`{"endpoint":%q,"keys":{"p256dh":%q,"auth":%q}}`, endpoint, p256dh, auth)
	}
	const subscribe, unsubscribe, try = "POST /notices/subscriptions", "DELETE /notices/subscriptions", "POST /notices/subscriptions/test"
	spanish := h.tom
	spanish.Language = "es"
	testkit.Scenarios{
		{Name: "the key is for people", Do: "GET /notices/push-key", Status: 401},
		{Name: "no guest subscribes", Do: subscribe, Body: bodyOf(b), Status: 401},
		{Name: "nor ends one", Do: unsubscribe, Body: `{"endpoint":"https://a.example"}`, Status: 401},
		{Name: "nor tries", Do: try, Status: 401},
		{Name: "nobody subscribed", As: h.tom, Do: "GET /notices/push-key", Status: 200, Has: `"subscribed":false`},
		{Name: "so there is nothing to try", As: h.tom, Do: try, Status: 404, Has: "This device hears no notifications yet."},
		{Name: "in Spanish, too", As: spanish, Do: try, Status: 404, Has: "Este dispositivo"},
		{Name: "http", As: h.tom, Do: subscribe, Body: one("http://push.example.net/a", b.P256dh(), b.AuthText()), Status: 422, Has: "Must be the address of a push service, with https"},
		{Name: "off the curve", As: h.tom, Do: subscribe, Body: one(b.Endpoint, "BAAA", b.AuthText()), Status: 422, Has: `"property":"keys.p256dh"`},
		{Name: "a short secret", As: h.tom, Do: subscribe, Body: one(b.Endpoint, b.P256dh(), "AAAA"), Status: 422, Has: `"keys.auth"`},
		{Name: "endless", As: h.tom, Do: subscribe, Body: one("https://a.example/"+strings.Repeat("a", 2048), b.P256dh(), b.AuthText()), Status: 422, Has: `"endpoint"`},
		{Name: "no keys", As: h.tom, Do: subscribe, Body: `{"endpoint":"https://a.example"}`, Status: 422},
		{Name: "Tom subscribes", As: h.tom, Do: subscribe, Body: bodyOf(b), Status: 200},
		{Name: "and is", As: h.tom, Do: "GET /notices/push-key", Status: 200, Has: `"subscribed":true`},
		{Name: "and tries", As: spanish, Do: try, Status: 200},
		{Name: "Nina cannot end it", As: h.nina, Do: unsubscribe, Body: fmt.Sprintf(`{"endpoint":%q}`, b.Endpoint), Status: 200},
		{Name: "it is there", As: h.tom, Do: "GET /notices/push-key", Status: 200, Has: `"subscribed":true`},
	}.Run(t, h.Routes)
	if got := h.sent(t); len(got) != 1 || !strings.HasPrefix(got[0], "Así") {
		t.Errorf("the device heard %q", got)
	}
	testkit.Scenarios{
		{Name: "Tom ends it", As: h.tom, Do: unsubscribe, Body: fmt.Sprintf(`{"endpoint":%q}`, b.Endpoint), Status: 200},
		{Name: "twice is once", As: h.tom, Do: unsubscribe, Body: fmt.Sprintf(`{"endpoint":%q}`, b.Endpoint), Status: 200},
		{Name: "it is gone", As: h.tom, Do: "GET /notices/push-key", Status: 200, Has: `"subscribed":false`},
	}.Run(t, h.Routes)
	for range 9 {
		testkit.Call(testkit.Router(h.Routes), h.tom, try, "", nil)
	}
	testkit.Scenarios{{Name: "enough tried", As: h.tom, Do: try, Status: 429}}.Run(t, h.Routes)
}

// What a service says decides when it is asked again, and whether.
func TestAnswersOfServices(t *testing.T) {
	h := setup(t)
	status, after := 0, ""
	h.service.Answer = func(_ pushtest.Browser, to http.Header) int {
		if after != "" {
			to.Set("Retry-After", after)
		}
		return status
	}
	asked := func(d time.Duration) int {
		h.clock.Advance(d)
		before := h.service.Requests()
		h.sent(t)
		return h.service.Requests() - before
	}
	h.subscribe(t, h.tom)
	h.tell(t, h.tom, "one")
	h.tell(t, h.tom, "two")

	status, after = 503, "300"
	if n := asked(0); n != 2 {
		t.Fatalf("asked %d times", n)
	}
	if n := asked(299 * time.Second); n != 0 {
		t.Errorf("asked %d times before the service wanted to be", n)
	}
	status, after = 500, ""
	if n := asked(time.Second); n != 2 {
		t.Errorf("asked %d times after it", n)
	}
	if n := asked(19*time.Second) + asked(time.Second); n != 2 {
		t.Errorf("asked %d times, want a pause that grows", n)
	}
	status = 0
	if n := asked(40 * time.Second); n != 2 || len(h.service.Received()) != 2 {
		t.Errorf("asked %d times, and then both were to come", n)
	}

	status = 500
	h.tell(t, h.tom, "late")
	asked(0)
	status = 0
	if n := asked(24 * time.Hour); n != 0 || h.waiting(t) != 0 {
		t.Errorf("asked %d times for what is no news any more", n)
	}

	status = 400
	for range 9 {
		h.tell(t, h.tom, "refused")
		if n := asked(0) + asked(2*time.Hour); n != 1 {
			t.Errorf("asked %d times for what was refused", n)
		}
	}
	if h.subscriptions(t, "tom") != 1 {
		t.Error("forgotten too early")
	}
	h.tell(t, h.tom, "refused")
	if asked(0); h.subscriptions(t, "tom") != 0 {
		t.Error("a subscription that is always refused stays")
	}

	for _, gone := range []int{404, 410} {
		status = gone
		h.subscribe(t, h.tom)
		h.tell(t, h.tom, "gone")
		h.tell(t, h.tom, "gone, too")
		if asked(0); h.subscriptions(t, "tom") != 0 || h.waiting(t) != 0 {
			t.Errorf("%d: the subscription stays", gone)
		}
	}
}
