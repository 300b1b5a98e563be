// Package hls turns encoded pictures and sound, as they were published, into
// Low-Latency HLS (RFC 8216bis) and into MP4 recordings. Nothing is decoded.
//
// Invariants:
//   - an address names one room and, sealed, one viewer: it is good for that room
//     while that viewer may watch, which Config.Admit decides and is remembered
//     for some seconds; Recheck withdraws it at once;
//   - when a room ends, its playlist and everything it named answer 410 at once,
//     also those who were waiting for the next part; a part of what is not
//     bridged is gone too, since a room that comes back names its parts anew;
//   - TARGETDURATION and PART-TARGET never change, every part but a segment's
//     last lasts exactly PART-TARGET, and media sequence numbers only grow, even
//     when a bridge was stopped and started again;
//   - memory is bounded: bytes per room, rooms per node, and a room that nobody
//     asks for is let go.
//
// Why not a ready-made muxer: docs/decisions/0014-own-hls-muxer.md.
package hls

import (
	"context"
	"errors"
	"time"
)

// Sample is a piece of encoded media.
type Sample struct {
	Video bool          // H264; otherwise Opus
	Key   bool          // a picture that needs no other one
	Off   bool          // the camera was switched off, and there is no Data
	Time  time.Duration // when it was shown or said; one clock for both
	Data  [][]byte      // the NAL units of one picture, or one Opus packet
}

// What a Source says.
var (
	// ErrEnded: the room has ended or never was.
	ErrEnded = errors.New("hls: the room has ended")
	// ErrHidden: this viewer may not watch, and does not learn that there is a room.
	ErrHidden = errors.New("hls: hidden from this viewer")
	// ErrUnsuited: what is published there cannot be passed on as it is.
	ErrUnsuited = errors.New("hls: the picture is not H264")
)

// Source is where rooms' media comes from.
type Source interface {
	// Receive hands over a room's media, piece by piece and never two at once,
	// until ctx ends (nil), the room does (ErrEnded) or it turns out unsuited.
	Receive(ctx context.Context, room string, take func(Sample)) error
	// Suited reports whether the room's picture can be passed on; false as well
	// while there is none.
	Suited(ctx context.Context, room string) (bool, error)
}

const (
	minPart    = 200 * time.Millisecond // a part lasts a whole number of pictures, at least so long
	minSegment = time.Second
	stall      = time.Second // a longer gap between pictures is cut out
	warmUp     = 8           // pictures from which the time between two is learnt: of 30 a second, a part's

	kept         = 7        // segments in a playlist
	minKept      = 3        // of them, however large
	maxKept      = 24 << 20 // bytes of finished segments
	maxInSegment = 16 << 20 // bytes of one: a publisher that sends no keyframes is given up
)
