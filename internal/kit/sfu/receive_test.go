package sfu

import (
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/pion/rtp"
)

// packet is a picture of one packet: a keyframe with its parameter sets' size
// unsaid, or one that needs the picture before it.
func packet(number uint16, key bool) *rtp.Packet {
	payload := []byte{0x41, byte(number), 0x80}
	if key {
		payload[0] = 0x65
	}
	return &rtp.Packet{Header: rtp.Header{SequenceNumber: number, Timestamp: uint32(number) * 3000, Marker: true}, Payload: payload}
}

// seen are the numbers of the pictures that came out.
func seen(e *depacketizer, now time.Duration) (list []byte) {
	for {
		u, ok := e.pop(now)
		if !ok {
			return list
		}
		list = append(list, u.Data[0][1])
	}
}

func TestPicturesAreInOrder(t *testing.T) {
	e := &depacketizer{clock: trackClock{rate: 90000}}
	first := uint16(65534) // numbers wrap
	e.push(packet(first, true))
	for _, n := range []uint16{3, 1, 2} {
		e.push(packet(first+n, false))
		if n == 3 {
			e.push(&rtp.Packet{Header: rtp.Header{SequenceNumber: first + 4, Timestamp: 7}}) // padding
		}
	}
	e.push(packet(first+5, false))
	f := byte(first)
	if got, want := seen(e, 0), []byte{f, f + 1, f + 2, f + 3, f + 5}; !slices.Equal(got, want) {
		t.Errorf("pictures %v, want %v", got, want)
	}
}

// Pictures travel apart from the word that the camera is off: one that comes after it
// does not count, nor does any that needs it.
func TestAPictureAfterTheCameraWentOff(t *testing.T) {
	isOn := true
	var taken []byte
	r := &receiver{began: time.Now(), take: func(u Unit) {
		if u.Off {
			taken = append(taken, 0)
		} else {
			taken = append(taken, u.Data[0][1])
		}
	}}
	r.bots = &bots{core: &core{log: slog.New(slog.DiscardHandler)}}
	r.videoTrack.Store("camera")
	steps := []func() *rtp.Packet{
		func() *rtp.Packet { return packet(1, true) },
		func() *rtp.Packet { return packet(2, false) },
		func() *rtp.Packet { isOn = false; r.trackOff("camera"); return packet(3, true) },
		func() *rtp.Packet { return packet(4, false) },
		func() *rtp.Packet { isOn = true; return packet(5, false) },
		func() *rtp.Packet { return packet(6, true) },
		func() *rtp.Packet { return packet(7, false) },
	}
	r.readVideo(func() (*rtp.Packet, error) {
		if len(steps) == 0 {
			return nil, io.EOF
		}
		step := steps[0]
		steps = steps[1:]
		return step(), nil
	}, r.videoTracks.Add(1), func() bool { return isOn }, func() {})
	if want := []byte{1, 2, 0, 6, 7}; !slices.Equal(taken, want) {
		t.Errorf("taken %v, want %v", taken, want)
	}
}

// A packet never comes: what needs its picture is left out, and a keyframe is
// asked for at once.
func TestALossIsWaitedOut(t *testing.T) {
	e := &depacketizer{clock: trackClock{rate: 90000}}
	e.push(packet(10, true))
	e.push(packet(12, false))
	if got := seen(e, time.Second); !slices.Equal(got, []byte{10}) {
		t.Fatalf("pictures %v while one may still come", got)
	}
	e.push(packet(13, false))
	if got := seen(e, 2*time.Second); len(got) > 0 {
		t.Errorf("pictures %v after a loss", got)
	}
	if asked := time.Duration(e.keyAt.Load()); 2*time.Second-asked < keyEvery {
		t.Error("no keyframe is due")
	}
	e.push(packet(14, true))
	e.push(packet(15, false))
	if got := seen(e, 2*time.Second); !slices.Equal(got, []byte{14, 15}) {
		t.Errorf("pictures %v after the keyframe", got)
	}
}

// The performer's clock runs 0.1 % slow and the network delays, for an hour: the
// time stays within what nobody notices of the shortest delay.
func TestAClockThatDrifts(t *testing.T) {
	c := &trackClock{rate: 48000}
	const quickest = 30 * time.Millisecond
	for n := range 3600 * 50 {
		real := time.Duration(n) * 20 * time.Millisecond
		delay := quickest + time.Duration(n*7919%40)*time.Millisecond
		at := c.at(uint32(n*959), real+delay)
		if apart := (real + quickest - at).Abs(); n > 1000 && apart > 2*clockDrift {
			t.Fatalf("after %v it is %v off", real, apart)
		}
	}
}

// Stamps that jump, once or at every packet, never make a time that is far from
// when the packet came.
func TestStampsThatJump(t *testing.T) {
	c := &trackClock{rate: 48000}
	stamp := uint32(7)
	for n := range 3000 {
		came := time.Duration(n) * 20 * time.Millisecond
		stamp += 960
		wrong := stamp
		if n%100 == 50 {
			wrong += 1 << 30
		}
		if n == 2000 {
			stamp += 1 << 30 // and stays there
		}
		if n >= 2500 {
			wrong = uint32(n) * 0x61c88647
		}
		if at := c.at(wrong, came); (came-at).Abs() > maxLate || at-came > maxEarly {
			t.Fatalf("packet %d that came at %v was sent at %v", n, came, at)
		}
	}
}

// Somebody was silent for ten minutes, and the stamps stood still meanwhile.
func TestStampsAfterAPause(t *testing.T) {
	c := &trackClock{rate: 48000}
	c.at(0, 0)
	if at := c.at(960, 10*time.Minute); at != 10*time.Minute {
		t.Errorf("sent at %v", at)
	}
}
