package sfu

import (
	"context"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

const (
	firstPicture = 5 * time.Second // how long JPEG waits for one that was never there
	askAgain     = time.Second     // between two requests for a keyframe
)

// Watcher looks into a room all the time, as a viewer of one of the smaller sizes
// does, and keeps the newest keyframe. It takes those that come anyway and asks
// for one only when none came for Config.PictureEvery: a keyframe more than the
// publisher's own makes a segment of HLS shorter. It outlives its publishers: who
// comes back is seen again.
type Watcher struct {
	bots        *bots
	room        string
	keepsFrames bool // keyframes; otherwise it only notes what comes
	done        chan struct{}
	activities  activities

	mu     sync.Mutex
	newest keyframe
	first  chan struct{} // closed by the first picture
}

// Watch sends a hidden participant into the room until ctx, the room or the
// engine ends. ErrNoRoom when there is no such room.
func (b *bots) Watch(ctx context.Context, room string) (*Watcher, error) {
	return b.watch(ctx, room, true)
}

func (b *bots) watch(ctx context.Context, room string, keeps bool) (*Watcher, error) {
	if open, err := b.Exists(ctx, room); err != nil {
		return nil, err
	} else if !open {
		return nil, ErrNoRoom
	}
	ctx, done, err := b.attach(ctx)
	if err != nil {
		return nil, err
	}
	w := &Watcher{bots: b, room: room, keepsFrames: keeps, done: make(chan struct{}), first: make(chan struct{})}
	go func() {
		defer close(w.done)
		defer done()
		defer recovery.Catch(b.log, "sfu.watch", nil)
		b.keepJoined(ctx, w.bot()) // its error says that the room ended, which closes done
	}()
	return w, nil
}

// Done is closed when the watcher has stopped looking.
func (w *Watcher) Done() <-chan struct{} { return w.done }

// TakenAt is when the newest picture was shown; zero when there is none.
func (w *Watcher) TakenAt() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.newest.at
}

// JPEG is the newest picture, width pixels wide (16 to 1920, even). It waits up
// to five seconds for the first one. ErrNoPicture when nobody shows anything,
// ErrNoDecoder when the machine has no ffmpeg.
func (w *Watcher) JPEG(ctx context.Context, width int) ([]byte, error) {
	late := time.NewTimer(firstPicture)
	defer late.Stop()
	select {
	case <-w.first:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.done:
		return nil, ErrNoPicture
	case <-late.C:
		return nil, ErrNoPicture
	}
	w.mu.Lock()
	k := w.newest
	w.mu.Unlock()
	return w.bots.decoder.jpeg(ctx, k, width)
}

func (w *Watcher) keep(k keyframe) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.newest.at.IsZero() {
		close(w.first)
	}
	w.newest = k
}

// Video is what is seen of an identity's picture.
func (w *Watcher) Video(identity string) Video { return w.activities.of(identity) }

func (w *Watcher) bot() bot {
	return bot{
		grant: Grant{Room: w.room, Identity: "bot:watch:" + id.Ticket(), Subscribe: true, Hidden: true},
		listen: func(cb *lksdk.RoomCallback, leave func(error)) {
			lose := func() { leave(errLeft) }
			cb.OnTrackPublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.bots.log, "sfu.watch", lose)
				w.published(pub, p)
			}
			cb.OnTrackUnpublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.bots.log, "sfu.watch", lose)
				w.activities.unpublished(w.bots.seal.known(p.Identity()), pub.SID())
			}
			cb.OnTrackSubscribed = func(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.bots.log, "sfu.watch", lose)
				w.track(t, pub, p, lose)
			}
		},
		run: func(ctx context.Context, r *lksdk.Room) error {
			w.activities.begin(time.Now())
			defer w.activities.end()
			for _, p := range r.GetRemoteParticipants() {
				for _, pub := range p.TrackPublications() {
					if remote, ok := pub.(*lksdk.RemoteTrackPublication); ok {
						w.published(remote, p)
					}
				}
			}
			<-ctx.Done()
			return nil
		},
	}
}

// published may hear of a track twice, which is no harm.
func (w *Watcher) published(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
	if pub.Kind() != lksdk.TrackKindVideo {
		return
	}
	w.activities.published(w.bots.seal.known(p.Identity()), pub.SID(), pub)
	pub.SetSubscribed(true) // a refusal means that the connection has gone, and join starts again
}

// track reads one track until it ends. Its own goroutine, by the library's
// promise, so it may block.
func (w *Watcher) track(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant, lose func()) {
	if t.Kind() != webrtc.RTPCodecTypeVideo {
		return
	}
	if !w.keepsFrames {
		pub.SetVideoQuality(livekit.VideoQuality_LOW)
		w.read(reader(t), nil, w.activities.published(w.bots.seal.known(p.Identity()), pub.SID(), pub), nil)
		return
	}
	pub.SetVideoQuality(livekit.VideoQuality_MEDIUM) // the size that suits a card
	c := collectorFor(t.Codec().MimeType)
	if c == nil {
		w.bots.log.Warn("no pictures of this codec", "room", w.room, "codec", t.Codec().MimeType)
	}
	seen := make(chan struct{}, 1)
	ended := make(chan struct{})
	defer close(ended)
	if c != nil {
		ask := func() { p.WritePLI(t.SSRC()) }
		recovery.Go(w.bots.log, "sfu.watch", func() { w.requestKeyframes(ask, seen, ended) }, lose)
	}
	w.read(reader(t), c, w.activities.published(w.bots.seal.known(p.Identity()), pub.SID(), pub), seen)
}

// read notes what comes and keeps keyframes, until the track ends.
func (w *Watcher) read(read func() (*rtp.Packet, error), c *collector, g *activity, seen chan<- struct{}) {
	for {
		p, err := read()
		if err != nil {
			return
		}
		if len(p.Payload) == 0 {
			continue // padding, by which the engine measures the network
		}
		g.note(time.Now())
		if c == nil {
			continue
		}
		k, ok := c.push(p)
		if !ok {
			continue
		}
		k.at = time.Now().UTC()
		w.keep(k)
		select {
		case seen <- struct{}{}:
		default:
		}
	}
}

// requestKeyframes asks for a keyframe when none came for a while, until the track ends.
func (w *Watcher) requestKeyframes(ask func(), seen, ended <-chan struct{}) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return
		case <-seen:
			timer.Reset(w.bots.cfg.PictureEvery)
		case <-timer.C:
			ask()
			timer.Reset(askAgain)
		}
	}
}
