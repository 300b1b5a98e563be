package sfu

import (
	"sync/atomic"
	"time"

	mch264 "github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtp"
	rtpcodecs "github.com/pion/rtp/codecs"
)

const (
	maxBuffered = 1024                   // packets that wait for an earlier one
	lateAfter   = 200 * time.Millisecond // how long that one may take, by the wire or sent again
)

// depacketizer puts the packets of an H264 track into order and together into pictures.
// Nothing is given away that a decoder could not show: after a loss it waits for
// a keyframe.
type depacketizer struct {
	clock trackClock
	keyAt atomic.Int64 // when the newest keyframe came; long ago to ask for one at once

	running  bool
	next     uint16 // the packet that is due
	ahead    uint16 // one after the newest that came
	missing  time.Duration
	buffered [maxBuffered]*rtp.Packet

	h264      rtpcodecs.H264Packet
	stamp     uint32
	picture   []byte // Annex B, as far as it came
	broken    bool   // a packet of it is lost
	decodable bool   // every picture since the last keyframe was whole
}

// requestKeyframes asks for a keyframe when one is due, until the track ends.
func (e *depacketizer) requestKeyframes(ask func(), now func() time.Duration, ended <-chan struct{}) {
	tick := time.NewTicker(keyLook)
	defer tick.Stop()
	asked := -keyAgain
	for {
		if now()-time.Duration(e.keyAt.Load()) >= keyEvery && now()-asked >= keyAgain {
			asked = now()
			ask()
		}
		select {
		case <-ended:
			return
		case <-tick.C:
		}
	}
}

func (e *depacketizer) push(p *rtp.Packet) {
	if !e.running {
		e.running, e.next, e.ahead = true, p.SequenceNumber, p.SequenceNumber
	}
	if int16(p.SequenceNumber-e.next) < 0 {
		return // it was given up
	}
	e.buffered[p.SequenceNumber%maxBuffered] = p
	if int16(p.SequenceNumber-e.ahead) >= 0 {
		e.ahead = p.SequenceNumber + 1
	}
}

// pop is the next picture that is complete.
func (e *depacketizer) pop(now time.Duration) (Unit, bool) {
	for e.next != e.ahead {
		p := e.buffered[e.next%maxBuffered]
		if p == nil || p.SequenceNumber != e.next {
			if !e.giveUp(now) {
				return Unit{}, false
			}
			continue
		}
		e.missing = 0
		e.buffered[e.next%maxBuffered] = nil
		e.next++
		if u, ok := e.add(p, now); ok {
			return u, true
		}
	}
	return Unit{}, false
}

// giveUp says whether the missing packet was waited for long enough.
func (e *depacketizer) giveUp(now time.Duration) bool {
	if e.missing == 0 {
		e.missing = now
	}
	if now-e.missing < lateAfter && e.ahead-e.next < maxBuffered {
		return false
	}
	e.next++
	e.broken = true
	return true
}

// add puts a packet to its picture; true when that is done.
func (e *depacketizer) add(p *rtp.Packet, now time.Duration) (Unit, bool) {
	if len(p.Payload) == 0 {
		return Unit{}, false // padding, by which the engine measures the network
	}
	if p.Timestamp != e.stamp && len(e.picture) > 0 {
		e.picture, e.broken = nil, true // its last packet never came
	}
	e.stamp = p.Timestamp
	piece, err := e.h264.Unmarshal(p.Payload)
	if err != nil {
		e.broken = true
	}
	e.picture = append(e.picture, piece...)
	if !p.Marker {
		return Unit{}, false
	}
	picture := e.picture
	e.picture = nil
	return e.accept(picture, e.clock.at(p.Timestamp, now), now)
}

// requireKeyframe makes the next picture one that needs no earlier one, and asks for it.
func (e *depacketizer) requireKeyframe() {
	e.decodable = false
	e.keyAt.Store(int64(-keyEvery))
}

// accept decides whether a picture can be shown.
func (e *depacketizer) accept(picture []byte, at, now time.Duration) (u Unit, ok bool) {
	lost := e.broken
	e.broken = false
	if lost && e.decodable {
		e.decodable = false
		e.keyAt.Store(int64(now - keyEvery))
	}
	if width, _ := pictureSize(picture); lost || width > 0 && width < minWidth {
		e.decodable = false // lost, or the engine's own black one when a track pauses
		return u, false
	}
	u = Unit{Video: true, Time: at}
	for nal := range nals(picture) {
		u.Data = append(u.Data, nal)
		u.Key = u.Key || mch264.NALUType(nal[0]&0x1f) == mch264.NALUTypeIDR
	}
	if u.Key {
		e.decodable = true
		e.keyAt.Store(int64(now))
	}
	return u, e.decodable && len(u.Data) > 0
}
