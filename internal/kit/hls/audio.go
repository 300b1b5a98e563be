package hls

import (
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/opus"
)

const (
	soundRate = 48000 // of Opus in MP4, whatever was sampled
	slack     = 60 * time.Millisecond
	lateAudio = 300 * time.Millisecond // sound that is later than this is silence
	maxAhead  = 3 * time.Second        // sound that waits for a picture
)

// silence is 20 ms of nothing: an Opus packet without content (RFC 6716 §3.1).
var silence = []byte{0xfc, 0xff, 0xfe}

// audioTrack is the sound of a stream, without gaps: a microphone that is off, lost
// or sends nothing while nobody speaks gives silence. Players stop at a gap.
type audioTrack struct {
	waiting []audioPacket
	next    int64 // where the next packet begins, in 1/48000 s
}

type audioPacket struct {
	at     int64 // in 1/48000 s
	length int64
	data   []byte
}

func (v *audioTrack) put(at time.Duration, packets [][]byte) {
	for _, p := range packets {
		length := opus.PacketDuration2(p)
		begins := soundTime(at)
		if length <= 0 || begins < v.next-soundTime(slack) ||
			v.ahead() > soundTime(maxAhead) || begins > v.next+soundTime(maxAhead) {
			continue // it overlaps what is there, or nothing is shown any more, or its time is wrong
		}
		if begins > v.next+soundTime(slack) {
			v.fillSilence(begins)
		}
		v.add(length, p)
		at += time.Duration(length) * time.Second / soundRate
	}
}

// until gives away the packets that begin before end.
func (v *audioTrack) until(end time.Duration) (given []audioPacket) {
	if limit := soundTime(end - lateAudio); v.next < limit {
		v.fillSilence(limit)
	}
	n := 0
	for n < len(v.waiting) && v.waiting[n].at < soundTime(end) {
		n++
	}
	given, v.waiting = v.waiting[:n:n], append([]audioPacket(nil), v.waiting[n:]...)
	return given
}

// forget drops what begins at or after a moment that will come anew.
func (v *audioTrack) forget(from time.Duration) {
	for n, s := range v.waiting {
		if s.at >= soundTime(from) {
			v.waiting, v.next = v.waiting[:n], s.at
			return
		}
	}
}

func (v *audioTrack) ahead() int64 {
	if len(v.waiting) == 0 {
		return 0
	}
	return v.next - v.waiting[0].at
}

func (v *audioTrack) fillSilence(until int64) {
	for length := opus.PacketDuration2(silence); v.next+length <= until; {
		v.add(length, silence)
	}
}

func (v *audioTrack) add(length int64, data []byte) {
	v.waiting = append(v.waiting, audioPacket{v.next, length, data})
	v.next += length
}

func soundTime(d time.Duration) int64 { return scaled(d, soundRate) }

// scaled is a time in parts of a second.
func scaled(d time.Duration, rate int64) int64 {
	return int64(d/time.Second)*rate + int64(d%time.Second)*rate/int64(time.Second)
}
