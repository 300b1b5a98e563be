package webpush_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"limelight/internal/notices/webpush"
	"limelight/internal/testkit"
)

// Nodes that make the site's keys at once end with one pair.
func TestNodesShareTheKeys(t *testing.T) {
	h := setup(t)
	keys := make([]string, 8)
	testkit.Together(len(keys), func(i int) { keys[i] = keyOf(t, h.node(), h.tom).Key })
	if slices.Sort(keys); keys[0] != keys[len(keys)-1] {
		t.Errorf("the nodes have the keys %q", keys)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_keys`); n != 1 {
		t.Errorf("%d pairs are kept", n)
	}
}

// Two nodes send what waits, each push once, and never too many at a time.
func TestNodesSendEachOnce(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	var want []string
	for i := range 60 {
		text := fmt.Sprint("news ", i)
		h.tell(t, h.tom, text)
		h.tell(t, h.nina, text)
		want = append(want, text, text)
	}
	nodes := []*webpush.Service{h.node(), h.node()}
	testkit.Together(len(nodes), func(i int) {
		if err := nodes[i].Drain(t.Context()); err != nil {
			t.Error(err)
		}
	})
	got := h.sent(t)
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("%d pushes came, want each of %d once", len(got), len(want))
	}
}

// A service that does not answer holds up what is for it, and nothing else.
func TestASilentServiceHoldsUpNobodyElse(t *testing.T) {
	h := setup(t)
	silent := h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	release := make(chan struct{})
	slow := h.service.Client()
	inner := slow.Transport
	slow.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.String() == silent.Endpoint {
			<-release
		}
		return inner.RoundTrip(r)
	})
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	node := h.node()
	ended.Go(func() {
		if err := node.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	h.tell(t, h.tom, "waits")
	testkit.Eventually(t, "the silent service is being asked", func() bool {
		return testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_queue WHERE attempts = 1`) == 1
	})
	for i := range 3 {
		h.tell(t, h.nina, fmt.Sprint("news ", i))
	}
	testkit.Eventually(t, "Nina hears her news", func() bool { return len(h.service.Received()) == 3 })
	stop() // what is under way is waited for
	close(release)
	ended.Wait()
	if got := h.service.Received(); len(got) != 4 || h.waiting(t) != 0 {
		t.Errorf("%d pushes came, want the one under way too", len(got))
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
