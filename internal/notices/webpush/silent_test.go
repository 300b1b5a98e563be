package webpush_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/push/pushtest"
	"limelight/internal/testkit"
)

// silent has Tom hear the site at a service that answers only what answer says.
func (h *site) silent(t *testing.T, answer func() error) {
	t.Helper()
	client := h.service.Client()
	inner := client.Transport
	client.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host != "silent.example" {
			return inner.RoundTrip(r)
		}
		return nil, answer()
	})
	h.at(t, h.tom, pushtest.NewBrowser("https://silent.example/push/0"))
}

// A service that never answers takes a quarter of what goes at once, however much waits for it.
func TestASilentServiceLeavesRoom(t *testing.T) {
	h := setup(t)
	release := make(chan struct{})
	h.silent(t, func() error {
		<-release
		return os.ErrDeadlineExceeded
	})
	h.subscribe(t, h.nina)
	for i := range 129 {
		h.tell(t, h.tom, fmt.Sprint("waits ", i))
	}
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	node := h.node()
	ended.Go(func() {
		if err := node.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	testkit.Eventually(t, "the silent service is being asked", func() bool {
		return testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_queue WHERE attempts = 1`) == 128
	})
	for i := range 3 {
		h.tell(t, h.nina, fmt.Sprint("news ", i))
	}
	testkit.Eventually(t, "Nina hears her news", func() bool { return len(h.service.Received()) == 3 })
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_queue WHERE attempts > 0 AND payload LIKE '%waits%'`); n != 128 {
		t.Errorf("%d pushes are under way to the silent service", n)
	}
	stop()
	close(release)
	ended.Wait()
}

// A service that does not answer in time fails; its subscription is forgotten after ten times, but
// not on the day on which the site's own line may be down.
func TestTimeoutsCount(t *testing.T) {
	h := setup(t)
	h.silent(t, func() error { return os.ErrDeadlineExceeded })
	h.tell(t, h.tom, "lost")
	for range 10 {
		h.sent(t)
		h.clock.Advance(time.Hour)
	}
	if n := testkit.Int(t, h.db, `SELECT failures FROM push_subscriptions`); n != 10 {
		t.Fatalf("%d failures are counted", n)
	}
	h.clock.Advance(24 * time.Hour)
	h.tell(t, h.tom, "lost, too")
	if h.sent(t); h.subscriptions(t, "tom") != 0 {
		t.Error("a subscription that nothing reaches stays")
	}
}

// A service that knows the site's keys no more refuses the site: what it refuses waits.
func TestRefusalsOfTheSite(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		h := setup(t)
		refused := status
		h.service.Answer = func(pushtest.Browser, http.Header) int { return refused }
		h.subscribe(t, h.tom)
		h.tell(t, h.tom, "news")
		for range 12 {
			h.sent(t)
			h.clock.Advance(time.Hour)
		}
		if refused = 0; len(h.sent(t)) != 1 {
			t.Errorf("%d: the push is lost, of %d subscriptions", status, h.subscriptions(t, "tom"))
		}
	}
}

// What is unread is counted once for all that is claimed of an account.
func TestUnreadIsCountedOnce(t *testing.T) {
	h := setup(t)
	counted := 0
	h.Unread = func(context.Context, *db.Tx, ...string) (map[string]int, error) {
		counted++
		return map[string]int{"tom": 7}, nil
	}
	h.subscribe(t, h.tom)
	for range 5 {
		h.tell(t, h.tom, "news")
	}
	if got := h.sent(t); len(got) != 5 || counted != 1 {
		t.Errorf("for %d pushes it was counted %d times", len(got), counted)
	}
}
