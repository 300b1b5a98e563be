package sfu

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"

	"limelight/internal/kit/recovery"
)

// PublishLoop publishes the clip into the room as the identity, again and again,
// through the same engine and the same steps as any other publisher. It returns
// nil when ctx or the engine ends and ErrNoRoom when the room does; a lost
// connection is made again.
func (e *Engine) PublishLoop(ctx context.Context, room, identity string, clip *Clip) error {
	ctx, done, err := e.attach(ctx)
	if err != nil {
		return err
	}
	defer done()
	return e.stay(ctx, guest{
		grant: Grant{Room: room, Identity: identity, Publish: true},
		live:  func(ctx context.Context, r *lksdk.Room) error { return e.playInto(ctx, r, clip) },
	})
}

// playInto publishes the clip's tracks and feeds them until ctx ends, or this
// connection does because feeding failed badly.
func (e *Engine) playInto(ctx context.Context, r *lksdk.Room, clip *Clip) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var asked atomic.Bool
	picture, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeH264, ClockRate: 90000},
		lksdk.WithRTCPHandler(func(p rtcp.Packet) {
			if wantsKeyframe(p) {
				asked.Store(true)
			}
		}))
	if err != nil {
		return err
	}
	if _, err := r.LocalParticipant.PublishTrack(picture, &lksdk.TrackPublicationOptions{
		Name: "camera", Source: livekit.TrackSource_CAMERA, VideoWidth: clip.width, VideoHeight: clip.height,
	}); err != nil {
		return err
	}
	var feeding sync.WaitGroup
	defer feeding.Wait()
	feeding.Go(func() {
		defer recovery.Catch(e.log, "sfu.feed", end)
		pour(ctx, picture, clip.Video(func() bool { return asked.Swap(false) }))
	})

	if clip.HasAudio() {
		voice, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2})
		if err != nil {
			return err
		}
		if _, err := r.LocalParticipant.PublishTrack(voice, &lksdk.TrackPublicationOptions{
			Name: "microphone", Source: livekit.TrackSource_MICROPHONE,
		}); err != nil {
			return err
		}
		feeding.Go(func() {
			defer recovery.Catch(e.log, "sfu.feed", end)
			pour(ctx, voice, clip.Audio())
		})
	}
	<-ctx.Done()
	return nil
}

func wantsKeyframe(p rtcp.Packet) bool {
	switch p.(type) {
	case *rtcp.PictureLossIndication, *rtcp.FullIntraRequest:
		return true
	}
	return false
}

// pour writes each sample when it is due. After a stall it drops the time lost
// instead of sending a burst.
func pour(ctx context.Context, track *lksdk.LocalTrack, samples iter.Seq2[[]byte, time.Duration]) error {
	due := time.NewTimer(0)
	defer due.Stop()
	at := time.Now()
	for data, length := range samples {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-due.C:
		}
		if err := track.WriteSample(media.Sample{Data: data, Duration: length}, nil); err != nil {
			return err
		}
		at = at.Add(length)
		if late := time.Since(at); late > 500*time.Millisecond {
			at = time.Now()
		}
		due.Reset(time.Until(at))
	}
	return errors.New("the clip is empty")
}
