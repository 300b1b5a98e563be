package sfu

import (
	"context"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/id"
)

const (
	firstPicture = 5 * time.Second // how long JPEG waits for one that was never there
	askAgain     = time.Second     // between two requests for a keyframe
)

// Watcher looks into a room now and then and keeps the newest picture. Between
// two looks it receives nothing, so a watched room costs no more than a few
// packets. It outlives its publishers: who comes back is seen again.
type Watcher struct {
	engine *Engine
	room   string
	done   chan struct{}

	mu     sync.Mutex
	newest keyframe
	first  chan struct{} // closed by the first picture
}

// Watch sends a hidden participant into the room until ctx, the room or the
// engine ends. ErrNoRoom when there is no such room.
func (e *Engine) Watch(ctx context.Context, room string) (*Watcher, error) {
	if open, err := e.Exists(ctx, room); err != nil {
		return nil, err
	} else if !open {
		return nil, ErrNoRoom
	}
	ctx, done, err := e.attach(ctx)
	if err != nil {
		return nil, err
	}
	w := &Watcher{engine: e, room: room, done: make(chan struct{}), first: make(chan struct{})}
	go func() {
		defer close(w.done)
		defer done()
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

func (w *Watcher) guest() guest {
	return guest{
		grant: Grant{Room: w.room, Identity: "bot:watch:" + id.Ticket(), Subscribe: true, Hidden: true},
		hears: func(cb *lksdk.RoomCallback) {
			cb.OnTrackPublished = func(pub *lksdk.RemoteTrackPublication, _ *lksdk.RemoteParticipant) { subscribe(pub) }
			cb.OnTrackSubscribed = w.look
		},
		live: func(ctx context.Context, r *lksdk.Room) error {
			for _, p := range r.GetRemoteParticipants() {
				for _, pub := range p.TrackPublications() {
					if remote, ok := pub.(*lksdk.RemoteTrackPublication); ok {
						subscribe(remote)
					}
				}
			}
			<-ctx.Done()
			return nil
		},
	}
}

func subscribe(pub *lksdk.RemoteTrackPublication) {
	if pub.Kind() == lksdk.TrackKindVideo && !pub.IsSubscribed() {
		pub.SetSubscribed(true) // a refusal means that the connection has gone, and visit starts again
	}
}

// look reads one video track until it ends. Its own goroutine, by the library's
// promise, so it may block.
func (w *Watcher) look(track *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, rp *lksdk.RemoteParticipant) {
	c := collectorFor(track.Codec().MimeType)
	if c == nil {
		w.engine.log.Warn("no pictures of this codec", "room", w.room, "codec", track.Codec().MimeType)
		return
	}
	pub.SetVideoQuality(livekit.VideoQuality_MEDIUM) // of several sizes the one that suits a card
	seen := make(chan struct{}, 1)
	ended := make(chan struct{})
	defer close(ended)
	go w.pace(pub, func() { rp.WritePLI(track.SSRC()) }, seen, ended)
	for {
		p, _, err := track.ReadRTP()
		if err != nil {
			return
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

// pace opens the track, asks for a keyframe until one came, closes the track and
// waits for the next look.
func (w *Watcher) pace(pub *lksdk.RemoteTrackPublication, ask func(), seen, ended <-chan struct{}) {
	for {
		pub.SetEnabled(true)
		for waiting := true; waiting; {
			ask()
			select {
			case <-ended:
				return
			case <-seen:
				waiting = false
			case <-time.After(askAgain):
			}
		}
		pub.SetEnabled(false)
		select {
		case <-ended:
			return
		case <-time.After(w.engine.cfg.PictureEvery):
		}
		select { // a keyframe that was on its way when the track closed
		case <-seen:
		default:
		}
	}
}
