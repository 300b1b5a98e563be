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
	engine  *Engine
	room    string
	keeps   bool // keyframes; otherwise it only notes what comes
	done    chan struct{}
	glances glances

	mu     sync.Mutex
	newest keyframe
	first  chan struct{} // closed by the first picture
}

// Watch sends a hidden participant into the room until ctx, the room or the
// engine ends. ErrNoRoom when there is no such room.
func (e *Engine) Watch(ctx context.Context, room string) (*Watcher, error) {
	return e.watch(ctx, room, true)
}

func (e *Engine) watch(ctx context.Context, room string, keeps bool) (*Watcher, error) {
	if open, err := e.Exists(ctx, room); err != nil {
		return nil, err
	} else if !open {
		return nil, ErrNoRoom
	}
	ctx, done, err := e.attach(ctx)
	if err != nil {
		return nil, err
	}
	w := &Watcher{engine: e, room: room, keeps: keeps, done: make(chan struct{}), first: make(chan struct{})}
	go func() {
		defer close(w.done)
		defer done()
		defer recovery.Catch(e.log, "sfu.watch", nil)
		e.stay(ctx, w.guest()) // its error says that the room ended, which closes done
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
	return w.engine.decoder.jpeg(ctx, k, width)
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
func (w *Watcher) Video(identity string) Video { return w.glances.of(identity) }

func (w *Watcher) guest() guest {
	return guest{
		grant: Grant{Room: w.room, Identity: "bot:watch:" + id.Ticket(), Subscribe: true, Hidden: true},
		hears: func(cb *lksdk.RoomCallback, leave func(error)) {
			lose := func() { leave(errLeft) }
			cb.OnTrackPublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.engine.log, "sfu.watch", lose)
				w.published(pub, p)
			}
			cb.OnTrackUnpublished = func(pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.engine.log, "sfu.watch", lose)
				w.glances.unpublished(w.engine.seal.known(p.Identity()), pub.SID())
			}
			cb.OnTrackSubscribed = func(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
				defer recovery.Catch(w.engine.log, "sfu.watch", lose)
				w.track(t, pub, p, lose)
			}
		},
		live: func(ctx context.Context, r *lksdk.Room) error {
			w.glances.begin(time.Now())
			defer w.glances.end()
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
	w.glances.published(w.engine.seal.known(p.Identity()), pub.SID(), pub)
	pub.SetSubscribed(true) // a refusal means that the connection has gone, and visit starts again
}

// track reads one track until it ends. Its own goroutine, by the library's
// promise, so it may block.
func (w *Watcher) track(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant, lose func()) {
	if t.Kind() != webrtc.RTPCodecTypeVideo {
		return
	}
	if !w.keeps {
		pub.SetVideoQuality(livekit.VideoQuality_LOW)
		w.look(reader(t), nil, w.glances.published(w.engine.seal.known(p.Identity()), pub.SID(), pub), nil)
		return
	}
	pub.SetVideoQuality(livekit.VideoQuality_MEDIUM) // the size that suits a card
	c := collectorFor(t.Codec().MimeType)
	if c == nil {
		w.engine.log.Warn("no pictures of this codec", "room", w.room, "codec", t.Codec().MimeType)
	}
	seen := make(chan struct{}, 1)
	ended := make(chan struct{})
	defer close(ended)
	if c != nil {
		ask := func() { p.WritePLI(t.SSRC()) }
		recovery.Go(w.engine.log, "sfu.watch", func() { w.demand(ask, seen, ended) }, lose)
	}
	w.look(reader(t), c, w.glances.published(w.engine.seal.known(p.Identity()), pub.SID(), pub), seen)
}

// look notes what comes and keeps keyframes, until the track ends.
func (w *Watcher) look(read func() (*rtp.Packet, error), c *collector, g *glance, seen chan<- struct{}) {
	for {
		p, err := read()
		if err != nil {
			return
		}
		if len(p.Payload) == 0 {
			continue // padding, by which the engine measures the network
		}
		g.saw(time.Now())
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

// demand asks for a keyframe when none came for a while, until the track ends.
func (w *Watcher) demand(ask func(), seen, ended <-chan struct{}) {
	patience := time.NewTimer(0)
	defer patience.Stop()
	for {
		select {
		case <-ended:
			return
		case <-seen:
			patience.Reset(w.engine.cfg.PictureEvery)
		case <-patience.C:
			ask()
			patience.Reset(askAgain)
		}
	}
}
