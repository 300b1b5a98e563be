package whiptest

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/sfu"
)

// Viewer is a participant that receives everything and counts it.
type Viewer struct {
	began time.Time
	room  *lksdk.Room
	gone  chan struct{}
	lost  chan struct{}

	mu       sync.Mutex
	counting int // tracks
	left     bool
	once     sync.Once
	dropped  sync.Once

	packets, bytes, frames, keyframes, sounds, missing atomic.Int64
	firstFrame                                         atomic.Int64 // nanoseconds after Play was called
}

// quiet keeps the client library from telling every step of every viewer; what fails is returned. Its
// variable for that is of the whole process, whose engine reads it as it runs.
var quiet = lksdk.WithLogger(sfu.Logger(slog.New(slog.DiscardHandler)))

// Play joins with a token, at a server's http or ws address, and counts until
// ctx ends, Close, or the server ends the session.
func Play(ctx context.Context, address, token string) (*Viewer, error) {
	return play(ctx, address, token, lksdk.WithDisableTURN())
}

// PlayRelayed is Play for somebody whose network lets nothing through but what
// goes by the engine's TURN server.
func PlayRelayed(ctx context.Context, address, token string) (*Viewer, error) {
	return play(ctx, address, token, lksdk.WithICETransportPolicy(webrtc.ICETransportPolicyRelay))
}

func play(ctx context.Context, address, token string, way lksdk.ConnectOption) (*Viewer, error) {
	v := &Viewer{began: time.Now(), gone: make(chan struct{}), lost: make(chan struct{})}
	cb := &lksdk.RoomCallback{OnDisconnected: func() { v.drop(); v.note(func() { v.left = true }) }}
	cb.OnReconnecting = v.drop
	cb.OnTrackSubscribed = func(t *webrtc.TrackRemote, _ *lksdk.RemoteTrackPublication, _ *lksdk.RemoteParticipant) {
		v.note(func() { v.counting++ })
		v.count(t)
		v.note(func() { v.counting-- })
	}
	v.room = lksdk.NewRoom(cb)
	if err := v.room.JoinWithContextAndToken(ctx, Socket(address), token, lksdk.WithDisableRegionDiscovery(), quiet, way); err != nil {
		v.room.Disconnect()
		return nil, err
	}
	context.AfterFunc(ctx, v.Close)
	return v, nil
}

// Close leaves the room.
func (v *Viewer) Close() { v.room.Disconnect() }

// Gone is closed when the server has ended the session and all that came before
// is counted.
func (v *Viewer) Gone() <-chan struct{} { return v.gone }

// Lost is closed when the connection was lost for the first time. Without a
// farewell the viewer, as its library does, tries for a minute and a half to come
// back.
func (v *Viewer) Lost() <-chan struct{} { return v.lost }

func (v *Viewer) drop() { v.dropped.Do(func() { close(v.lost) }) }

func (v *Viewer) note(change func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change()
	if v.left && v.counting == 0 {
		v.once.Do(func() { close(v.gone) })
	}
}

// Packets, Bytes and Missing count video RTP: received, their size, and never
// received though later ones were.
func (v *Viewer) Packets() int64 { return v.packets.Load() }
func (v *Viewer) Bytes() int64   { return v.bytes.Load() }
func (v *Viewer) Missing() int64 { return v.missing.Load() }

// Frames and Keyframes count video pictures, Sounds audio packets.
func (v *Viewer) Frames() int64    { return v.frames.Load() }
func (v *Viewer) Keyframes() int64 { return v.keyframes.Load() }
func (v *Viewer) Sounds() int64    { return v.sounds.Load() }

// FirstFrame is how long after Play the first picture could be decoded; 0: none yet.
func (v *Viewer) FirstFrame() time.Duration { return time.Duration(v.firstFrame.Load()) }

func (v *Viewer) count(t *webrtc.TrackRemote) {
	var last uint16
	for n := 0; ; n++ {
		p, _, err := t.ReadRTP()
		if err != nil {
			return
		}
		if t.Kind() == webrtc.RTPCodecTypeAudio {
			v.sounds.Add(1)
			continue
		}
		if gap := int16(p.SequenceNumber - last); n > 0 && gap > 1 {
			v.missing.Add(int64(gap) - 1)
		} else if n > 0 && gap < 0 {
			v.missing.Add(-1) // it came late, but it came
		}
		if n == 0 || int16(p.SequenceNumber-last) > 0 {
			last = p.SequenceNumber
		}
		v.picture(p)
	}
}

func (v *Viewer) picture(p *rtp.Packet) {
	v.packets.Add(1)
	v.bytes.Add(int64(len(p.Payload)))
	if p.Marker {
		v.frames.Add(1)
	}
	if startsKeyframe(p.Payload) {
		v.keyframes.Add(1)
		v.firstFrame.CompareAndSwap(0, int64(time.Since(v.began)))
	}
}

// startsKeyframe looks into the payload of H264 (RFC 6184): a parameter set,
// alone or first in an aggregate, comes just before every keyframe.
func startsKeyframe(payload []byte) bool {
	const sps, stapA = 7, 24
	if len(payload) < 4 {
		return false
	}
	switch payload[0] & 0x1f {
	case sps:
		return true
	case stapA:
		return payload[3]&0x1f == sps
	}
	return false
}
