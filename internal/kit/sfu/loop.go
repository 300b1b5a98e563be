package sfu

import (
	"context"
	"crypto/rand"
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
func (b *bots) PublishLoop(ctx context.Context, room, identity string, clip *Clip) error {
	ctx, done, err := b.attach(ctx)
	if err != nil {
		return err
	}
	defer done()
	return b.keepJoined(ctx, bot{
		grant: Grant{Room: room, Identity: identity, Publish: true},
		run:   func(ctx context.Context, r *lksdk.Room) error { return b.playInto(ctx, r, clip) },
	})
}

// playInto publishes the clip's tracks and feeds them until ctx ends, or this
// connection does because feeding failed badly.
func (b *bots) playInto(ctx context.Context, r *lksdk.Room, clip *Clip) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var asked atomic.Bool
	pictures, err := publishPicture(r, clip, func() { asked.Store(true) })
	if err != nil {
		return err
	}
	var feeding sync.WaitGroup
	defer feeding.Wait()
	feeding.Go(func() {
		defer recovery.Catch(b.log, "sfu.feed", end)
		writeSamples(ctx, pictures, clip.Sizes(func() bool { return asked.Swap(false) }))
	})

	if clip.HasAudio() {
		audio, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48000, Channels: 2})
		if err != nil {
			return err
		}
		if _, err := r.LocalParticipant.PublishTrack(audio, &lksdk.TrackPublicationOptions{
			Name: "microphone", Source: livekit.TrackSource_MICROPHONE,
		}); err != nil {
			return err
		}
		feeding.Go(func() {
			defer recovery.Catch(b.log, "sfu.feed", end)
			writeSamples(ctx, []*lksdk.LocalTrack{audio}, single(clip.Audio()))
		})
	}
	<-ctx.Done()
	return nil
}

// publishPicture publishes a track for each size of the clip, the largest first, as one
// camera does (simulcast). ask is called when a keyframe is wanted of any.
func publishPicture(r *lksdk.Room, clip *Clip, ask func()) ([]*lksdk.LocalTrack, error) {
	options := &lksdk.TrackPublicationOptions{
		Name: "camera", Source: livekit.TrackSource_CAMERA, VideoWidth: clip.width, VideoHeight: clip.height,
	}
	track := func(of ...lksdk.LocalTrackOptions) (*lksdk.LocalTrack, error) {
		of = append(of, lksdk.WithRTCPHandler(func(p rtcp.Packet) {
			if wantsKeyframe(p) {
				ask()
			}
		}))
		return lksdk.NewLocalTrack(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeH264, ClockRate: 90000}, of...)
	}
	if clip.smaller == nil {
		picture, err := track()
		if err == nil {
			_, err = r.LocalParticipant.PublishTrack(picture, options)
		}
		return []*lksdk.LocalTrack{picture}, err
	}
	var pictures []*lksdk.LocalTrack
	name := rand.Text()
	for _, layer := range []*livekit.VideoLayer{
		{Quality: livekit.VideoQuality_HIGH, Width: uint32(clip.width), Height: uint32(clip.height), Bitrate: clip.bitrate()},
		{Quality: livekit.VideoQuality_LOW, Width: uint32(clip.smaller.width), Height: uint32(clip.smaller.height), Bitrate: clip.smaller.bitrate()},
	} {
		picture, err := track(lksdk.WithSimulcast(name, layer))
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, picture)
	}
	_, err := r.LocalParticipant.PublishSimulcastTrack(pictures, options)
	return pictures, err
}

func wantsKeyframe(p rtcp.Packet) bool {
	switch p.(type) {
	case *rtcp.PictureLossIndication, *rtcp.FullIntraRequest:
		return true
	}
	return false
}

// single is what pour takes for a single track.
func single(samples iter.Seq2[[]byte, time.Duration]) iter.Seq2[[][]byte, time.Duration] {
	return func(yield func([][]byte, time.Duration) bool) {
		for data, length := range samples {
			if !yield([][]byte{data}, length) {
				return
			}
		}
	}
}

// writeSamples writes each sample when it is due, one for each track. After a stall it drops the
// time lost instead of sending a burst.
func writeSamples(ctx context.Context, tracks []*lksdk.LocalTrack, samples iter.Seq2[[][]byte, time.Duration]) error {
	due := time.NewTimer(0)
	defer due.Stop()
	at := time.Now()
	for list, length := range samples {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-due.C:
		}
		for i, data := range list {
			if err := tracks[i].WriteSample(media.Sample{Data: data, Duration: length}, nil); err != nil {
				return err
			}
		}
		at = at.Add(length)
		if late := time.Since(at); late > 500*time.Millisecond {
			at = time.Now()
		}
		due.Reset(time.Until(at))
	}
	return errors.New("the clip is empty")
}
