package sfu

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

// ErrNotH264 says that the picture is published in a codec which cannot be
// passed on without encoding it anew.
var ErrNotH264 = fault.New(fault.Unavailable, "This picture can be watched live only.")

const (
	keyEvery = 2 * time.Second        // how far apart keyframes are at most, if the publisher obeys
	keyAgain = 500 * time.Millisecond // between two requests for the same keyframe
	keyLook  = 100 * time.Millisecond // how often it is looked whether one is due
)

// Unit is a piece of encoded media just as it was published.
type Unit struct {
	Video bool          // H264; otherwise Opus
	Key   bool          // a picture that needs no other one
	Off   bool          // the camera was switched off, and there is no Data
	Time  time.Duration // when it was shown or said: one clock for both, that begins with Receive
	Data  [][]byte      // the NAL units of one picture, or one Opus packet; not to be changed
}

// Receive sends a hidden participant into the room and hands over what the
// chosen publisher sends, piece by piece and never two at once, until ctx ends
// (nil), the room does (ErrNoRoom) or the picture turns out not to be H264
// (ErrNotH264). After a loss pictures are left out up to the next keyframe. A
// publisher who comes back is received again on the same clock; of two pictures
// or sounds at a time the newer counts. A panic in take ends Receive alone.
func (b *bots) Receive(ctx context.Context, room string, chosen func(identity string) bool, take func(Unit)) error {
	if open, err := b.Exists(ctx, room); err != nil {
		return err
	} else if !open {
		return ErrNoRoom
	}
	ctx, done, err := b.attach(ctx)
	if err != nil {
		return err
	}
	defer done()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := &receiver{bots: b, room: room, chosen: chosen, take: take, end: end, began: time.Now()}
	err = b.keepJoined(ctx, r.bot())
	r.stop()
	if err != nil {
		return err
	}
	if why := context.Cause(ctx); why != context.Canceled {
		return why
	}
	return nil
}

// receiver is one call of Receive.
type receiver struct {
	bots   *bots
	room   string
	chosen func(identity string) bool
	end    context.CancelCauseFunc
	began  time.Time

	mu   sync.Mutex // one piece at a time
	take func(Unit)

	videoTracks, audioTracks atomic.Int64 // how many tracks of each came; the last is the one that counts
	videoTrack               atomic.Value // of the last track of pictures: its id
}

func (r *receiver) bot() bot {
	return bot{
		grant: Grant{Room: r.room, Identity: "bot:receive:" + id.Ticket(), Subscribe: true, Hidden: true},
		listen: func(cb *lksdk.RoomCallback, _ func(error)) {
			cb.OnTrackPublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(r.bots.log, "sfu.receive", r.disconnect)
				r.published(pub, p)
			}
			cb.OnTrackSubscribed = func(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(r.bots.log, "sfu.receive", r.disconnect)
				r.track(t, pub, p)
			}
			cb.OnTrackMuted = func(pub lksdk.TrackPublication, p lksdk.Participant) {
				defer recovery.Catch(r.bots.log, "sfu.receive", r.disconnect)
				r.trackOff(pub.SID())
			}
			cb.OnTrackUnpublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(r.bots.log, "sfu.receive", r.disconnect)
				r.trackGone(pub.SID())
			}
		},
		run: func(ctx context.Context, room *lksdk.Room) error {
			for _, p := range room.GetRemoteParticipants() {
				for _, pub := range p.TrackPublications() {
					if remote, ok := pub.(*lksdk.RemoteTrackPublication); ok {
						r.published(remote, p)
					}
				}
			}
			<-ctx.Done()
			return nil
		},
	}
}

// disconnect ends this Receive alone, after a panic in what the library calls.
func (r *receiver) disconnect() { r.end(errLeft) }

// published may hear of a track twice, which is no harm. Whether it is subscribed
// to already cannot be asked: the library answers without its lock.
func (r *receiver) published(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
	if r.chosen(r.bots.seal.known(p.Identity())) {
		pub.SetSubscribed(true) // a refusal means that the connection has gone, and join starts again
	}
}

// track reads one track until it ends, in its own goroutine, by the library's
// promise.
func (r *receiver) track(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
	switch mime := t.Codec().MimeType; {
	case strings.EqualFold(mime, webrtc.MimeTypeOpus):
		r.readAudio(reader(t), r.audioTracks.Add(1))
	case strings.EqualFold(mime, webrtc.MimeTypeH264):
		r.videoTrack.Store(pub.SID())
		pub.SetVideoQuality(livekit.VideoQuality_HIGH)
		isOn := func() bool { return r.videoTrack.Load() == pub.SID() && !pub.IsMuted() }
		r.readVideo(reader(t), r.videoTracks.Add(1), isOn, func() { p.WritePLI(t.SSRC()) })
	case t.Kind() == webrtc.RTPCodecTypeVideo:
		r.end(ErrNotH264)
	}
}

// trackOff tells that the camera whose pictures are received has been switched off.
func (r *receiver) trackOff(track string) {
	if r.videoTrack.Load() == track {
		r.deliver(Unit{Video: true, Off: true, Time: r.now()})
	}
}

// trackGone is off for a track that does not come back.
func (r *receiver) trackGone(track string) {
	r.trackOff(track)
	r.videoTrack.CompareAndSwap(track, "")
}

// deliver passes a piece on. What a malformed stream breaks must not take the
// program with it.
func (r *receiver) deliver(u Unit) {
	r.deliverIf(u, func() bool { return true })
}

// deliverIf passes a piece on if it may be at its turn, and reports whether it might.
func (r *receiver) deliverIf(u Unit, may func() bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer recovery.Catch(r.bots.log, "sfu.receive", r.disconnect)
	if !may() {
		return false
	}
	r.take(u)
	return true
}

// stop waits for the piece that is being taken; none follows it, although the
// library's readers may live a little longer.
func (r *receiver) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.take = func(Unit) {}
}

func (r *receiver) now() time.Duration { return time.Since(r.began) }

// reader is how a track's packets are read; an error is its end.
func reader(t *webrtc.TrackRemote) func() (*rtp.Packet, error) {
	return func() (*rtp.Packet, error) {
		p, _, err := t.ReadRTP()
		return p, err
	}
}

func (r *receiver) readAudio(read func() (*rtp.Packet, error), number int64) {
	clock := trackClock{rate: 48000}
	var newest uint16
	for first := true; ; first = false {
		p, err := read()
		if err != nil || r.audioTracks.Load() != number {
			return
		}
		if len(p.Payload) == 0 || !first && int16(p.SequenceNumber-newest) <= 0 {
			continue // padding, or too late to be put in order
		}
		newest = p.SequenceNumber
		r.deliver(Unit{Time: clock.at(p.Timestamp, r.now()), Data: [][]byte{p.Payload}})
	}
}

// readVideo reads pictures. Signals and media go by different ways: a picture that comes
// after the word that the camera is off was made before it, and would switch the
// camera on again for whoever takes it. After that the next one must be a keyframe.
func (r *receiver) readVideo(read func() (*rtp.Packet, error), number int64, isOn func() bool, ask func()) {
	e := &depacketizer{clock: trackClock{rate: 90000}}
	e.keyAt.Store(int64(-keyEvery))
	ended := make(chan struct{})
	defer close(ended)
	recovery.Go(r.bots.log, "sfu.receive", func() { e.requestKeyframes(ask, r.now, ended) }, r.disconnect)
	for {
		p, err := read()
		if err != nil || r.videoTracks.Load() != number {
			return
		}
		e.push(p)
		for {
			u, ok := e.pop(r.now())
			if !ok {
				break
			}
			if !r.deliverIf(u, isOn) {
				e.requireKeyframe()
			}
		}
	}
}
