package sfu

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/kit/recovery"
)

const (
	mediaUnasked = 30 * time.Second // a monitor that nobody asks ends after this
	mediaRetry   = time.Second      // between two attempts to send one into a room
)

// Video is what is seen of somebody's picture from inside the room.
type Video struct {
	// Since is from when on it has been seen without a break. Zero: nothing is
	// known now, because the monitor is on its way or lost its connection.
	Since     time.Time
	Published bool // there is a track of it
	Muted     bool // its owner has switched it off, or there is none
	// FrameAt is when the newest packet of a picture came; zero: none was seen.
	FrameAt time.Time
}

// Moves reports whether pictures came within a while before now. It is true as
// well where nothing is known, or not for so long: who asks decides about money,
// and not to know is no reason.
func (v Video) Moves(now time.Time, within time.Duration) bool {
	if v.Since.IsZero() || now.Sub(v.Since) < within {
		return true
	}
	return !v.Muted && now.Sub(v.FrameAt) < within
}

// activities are what one participant of this process sees of the others' pictures.
type activities struct {
	mu    sync.Mutex
	since time.Time
	seen  map[string]*activity // by identity
}

// activity is at one track: an identity's newest.
type activity struct {
	track string
	muted interface{ IsMuted() bool } // nil: unpublished
	at    atomic.Int64                // Unix nanoseconds
}

func (g *activity) note(now time.Time) {
	g.at.Store(now.UnixNano())
}

func (g *activities) begin(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since = now
}

// end says that nothing is seen any more.
func (g *activities) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since, g.seen = time.Time{}, nil
}

func (g *activities) published(identity, track string, muted interface{ IsMuted() bool }) *activity {
	g.mu.Lock()
	defer g.mu.Unlock()
	one := g.seen[identity]
	if one == nil || one.track != track {
		next := &activity{track: track}
		if one != nil {
			next.at.Store(one.at.Load())
		}
		one = next
	}
	if g.seen == nil {
		g.seen = map[string]*activity{}
	}
	one.muted = muted
	g.seen[identity] = one
	return one
}

func (g *activities) unpublished(identity, track string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if one := g.seen[identity]; one != nil && one.track == track {
		one.muted = nil
	}
}

func (g *activities) of(identity string) Video {
	g.mu.Lock()
	defer g.mu.Unlock()
	v := Video{Since: g.since, Muted: true}
	one := g.seen[identity]
	if one == nil {
		return v
	}
	v.Published = one.muted != nil
	v.Muted = !v.Published || one.muted.IsMuted()
	if at := one.at.Load(); at > 0 {
		v.FrameAt = time.Unix(0, at).UTC()
	}
	return v
}

// Media says what arrives of the picture of an identity in a room. It does not
// wait: the first call for a room sends a hidden participant there, who takes the
// smallest size, and the answers are good from a moment later on (Video.Since).
// He leaves when nobody has asked for half a minute. It works on every node,
// wherever the engine keeps the room.
func (b *bots) Media(room, identity string) Video {
	return b.monitors.of(b, room).Video(identity)
}

// monitors are the participants behind Media.
type monitors struct {
	mu   sync.Mutex
	open map[string]*monitor // by room
}

type monitor struct {
	asked   atomic.Int64 // Unix nanoseconds
	watcher atomic.Pointer[Watcher]
}

// Video is what the monitor sees.
func (m *monitor) Video(identity string) Video {
	if w := m.watcher.Load(); w != nil {
		return w.Video(identity)
	}
	return Video{Muted: true}
}

func (ms *monitors) of(b *bots, room string) *monitor {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	m := ms.open[room]
	if m == nil {
		m = &monitor{}
		if ms.open == nil {
			ms.open = map[string]*monitor{}
		}
		ms.open[room] = m
		recovery.Go(b.log, "sfu.media", func() { ms.run(b, room, m) }, nil)
	}
	m.asked.Store(time.Now().UnixNano())
	return m
}

// run keeps a watcher in the room for as long as somebody asks.
func (ms *monitors) run(b *bots, room string, m *monitor) {
	defer func() {
		ms.mu.Lock()
		defer ms.mu.Unlock()
		delete(ms.open, room)
	}()
	ctx, end := context.WithCancel(b.life)
	defer end()
	again := time.NewTicker(mediaRetry)
	defer again.Stop()
	var ended <-chan struct{} // nil: there is no watcher
	for {
		if ended == nil {
			if w, err := b.watch(ctx, room, false); err == nil {
				m.watcher.Store(w)
				ended = w.Done()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ended:
			ended = nil
			m.watcher.Store(nil)
		case <-again.C:
			if time.Since(time.Unix(0, m.asked.Load())) > mediaUnasked {
				return
			}
		}
	}
}
