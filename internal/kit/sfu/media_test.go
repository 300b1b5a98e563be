package sfu_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// camera publishes the card's pictures as Nina's browser does.
type camera struct {
	*lksdk.LocalTrackPublication
	room   *lksdk.Room
	frozen atomic.Bool // published, and sends nothing
}

func (h *node) film(t *testing.T, room string) *camera {
	t.Helper()
	c := &camera{room: lksdk.NewRoom(&lksdk.RoomCallback{})}
	token := h.token(t, sfu.Grant{Room: room, Identity: "pub:nina", Publish: true})
	if err := c.room.JoinWithContextAndToken(t.Context(), whiptest.Socket(h.public), token,
		lksdk.WithDisableRegionDiscovery(), lksdk.WithDisableTURN()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.room.Disconnect)
	track, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeH264, ClockRate: 90000})
	if err != nil {
		t.Fatal(err)
	}
	if c.LocalTrackPublication, err = c.room.LocalParticipant.PublishTrack(track, &lksdk.TrackPublicationOptions{Name: "camera"}); err != nil {
		t.Fatal(err)
	}
	go func() {
		for data, length := range whiptest.Card().Video(func() bool { return false }) {
			select {
			case <-t.Context().Done():
				return
			case <-time.After(length):
			}
			if !c.frozen.Load() {
				track.WriteSample(media.Sample{Data: data, Duration: length}, nil) // the test looks at what comes
			}
		}
	}()
	return c
}

func TestWhetherPicturesCome(t *testing.T) {
	const within = 300 * time.Millisecond
	h := setup(t)
	moves := func() bool {
		v := h.Media("stage", "pub:nina")
		return !v.Since.IsZero() && !v.FrameAt.IsZero() && v.Moves(time.Now(), within)
	}
	still := func() bool { return !h.Media("stage", "pub:nina").Moves(time.Now(), within) }
	if v := h.Media("stage", "pub:nina"); !v.Moves(time.Now(), within) || v.Published {
		t.Errorf("before anything is known: %+v", v)
	}
	nina := h.film(t, "stage")
	testkit.Eventually(t, "her pictures come", moves)
	nina.frozen.Store(true)
	testkit.Eventually(t, "it is seen that none come", still)
	if v := h.Media("stage", "pub:nina"); !v.Published || v.Muted {
		t.Errorf("frozen: %+v", v)
	}
	nina.frozen.Store(false)
	testkit.Eventually(t, "her pictures come again", moves)
	nina.SetMuted(true)
	testkit.Eventually(t, "it is seen that she muted", func() bool { v := h.Media("stage", "pub:nina"); return v.Published && v.Muted })
	if !still() {
		t.Error("a muted picture moves")
	}
	list, err := h.Participants(t.Context(), "stage")
	if err != nil || len(list) != 1 || !list[0].Video || !list[0].Muted {
		t.Errorf("the engine lists %+v, %v", list, err)
	}
	nina.SetMuted(false)
	testkit.Eventually(t, "her pictures come again", moves)
	if err := nina.room.LocalParticipant.UnpublishTrack(nina.SID()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "it is seen that there is no track", func() bool { v := h.Media("stage", "pub:nina"); return !v.Published && v.Muted })
	if v := h.Media("stage", "pub:mallory"); v.Published || !v.Muted {
		t.Errorf("of nobody: %+v", v)
	}
}

// A receiver is told when the camera whose pictures it gets is switched off, by
// muting it and by taking its track away, and gets a keyframe when it is on again.
func TestAReceiverIsToldOfACameraThatIsOff(t *testing.T) {
	h := setup(t)
	nina := h.film(t, "stage")
	var pictures, offs, keys atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		h.Receive(ctx, "stage", func(identity string) bool { return identity == "pub:nina" }, func(u sfu.Unit) {
			switch {
			case u.Off:
				offs.Add(1)
			case u.Key:
				keys.Add(1)
				fallthrough
			default:
				pictures.Add(1)
			}
		})
	})
	defer running.Wait()
	defer stop()
	testkit.Eventually(t, "pictures come", func() bool { return pictures.Load() > 5 })
	nina.SetMuted(true)
	testkit.Eventually(t, "it is told that they end", func() bool { return offs.Load() == 1 })
	before := keys.Load()
	nina.SetMuted(false)
	testkit.Eventually(t, "a keyframe comes", func() bool { return keys.Load() > before })
	if err := nina.room.LocalParticipant.UnpublishTrack(nina.SID()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "it is told that the track ended", func() bool { return offs.Load() == 2 })
}
