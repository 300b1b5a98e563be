package hls_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"limelight/internal/kit/hls"
	"limelight/internal/testkit"
)

// broken is a source whose rooms panic, each in its way.
type broken struct{}

func (broken) Suited(context.Context, string) (bool, error) { return true, nil }

func (broken) Receive(ctx context.Context, room string, take func(hls.Sample)) error {
	if room == "source.1" {
		panic("the source")
	}
	take(hls.Sample{Video: true, Key: true, Data: [][]byte{{}}}) // a unit without a first byte
	<-ctx.Done()
	return nil
}

func TestPanicsEndOneBridge(t *testing.T) {
	h := setup(t, func(c *hls.Config) { c.Source = broken{}; c.Idle = time.Minute })
	for room, where := range map[string]string{"source.1": "hls.receive", "cutter.1": "hls.cut"} {
		before := testkit.Panics(t, where)
		status, _, _ := h.get(t, h.url(t, room), "live.m3u8")
		if status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d, want 503", room, status)
		}
		if testkit.Panics(t, where) == before {
			t.Errorf("%s: not counted", room)
		}
	}
	testkit.Eventually(t, "both bridges are gone", func() bool { return h.Bridged() == 0 })
}
