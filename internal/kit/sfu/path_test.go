package sfu_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// through publishes by a path that the test can spoil.
func (h *node) through(t *testing.T, port int) (*whiptest.Path, *whiptest.Publisher) {
	t.Helper()
	path := whiptest.Through(t, h.public, port, 5)
	obs, err := whiptest.Publish(t.Context(), path.URL+"/whip", ninasKey, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { obs.Close() })
	return path, obs
}

// Five packets of a hundred are lost on the way from the publisher, and as many of
// what the engine tells him: what is lost is sent again, and the picture is whole.
func TestAPublisherWhosePathLosesPackets(t *testing.T) {
	var port int
	h := setup(t, func(c *sfu.Config) { port = c.UDPPort })
	path, obs := h.through(t, port)
	tom := h.watch(t, "stage", "view:tom")
	testkit.Eventually(t, "tom sees pictures", func() bool { return tom.Frames() > 5 })
	pictures := h.receive(t, "stage")
	path.Lose(0.05)
	seen, passed := tom.Frames(), pictures.Load()
	testkit.Eventually(t, "tom sees on", func() bool { return tom.Frames() > seen+24*8 })
	if got := pictures.Load() - passed; got < 24*8*9/10 {
		t.Errorf("%d pictures could be decoded of %d", got, 24*8)
	}
	if lost := path.Lost(); lost < 0.02 || lost > 0.08 {
		t.Errorf("the path lost %.1f %%", lost*100)
	}
	if missing, all := tom.Missing(), tom.Packets(); missing > all/100 {
		t.Errorf("%d of %d packets never came", missing, all)
	}
	select {
	case <-obs.Lost():
		t.Error("the publisher was lost")
	default:
	}
	fmt.Fprintf(t.Output(), "lost %.1f %% on the path; %d of %d packets never came to the viewer\n", path.Lost()*100, tom.Missing(), tom.Packets())
}

// The publisher's router forgets him and gives him another address.
func TestAPublisherWhoseAddressChanges(t *testing.T) {
	var port int
	h := setup(t, func(c *sfu.Config) { port = c.UDPPort })
	path, obs := h.through(t, port)
	tom := h.watch(t, "stage", "view:tom")
	for range 2 {
		seen := tom.Frames()
		testkit.Eventually(t, "tom sees pictures", func() bool { return tom.Frames() > seen+24 })
		path.Move()
	}
	seen := tom.Frames()
	testkit.Eventually(t, "tom sees on", func() bool { return tom.Frames() > seen+24*10 })
	select {
	case <-obs.Lost():
		t.Error("the publisher was lost")
	default:
	}
	if h.events.has(sfu.Left, "pub:nina", "") || h.events.has(sfu.TrackUnpublished, "pub:nina", "video") {
		t.Error("the product was told that he left")
	}
}

// receive counts the pictures that come out of a room whole and in order.
func (h *node) receive(t *testing.T, room string) *atomic.Int64 {
	t.Helper()
	var pictures atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		nina := func(identity string) bool { return identity == "pub:nina" }
		if err := h.Receive(ctx, room, nina, func(u sfu.Unit) {
			if u.Video {
				pictures.Add(1)
			}
		}); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { stop(); running.Wait() })
	testkit.Eventually(t, "pictures come out", func() bool { return pictures.Load() > 0 })
	return &pictures
}
