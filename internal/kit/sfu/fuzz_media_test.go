package sfu

import (
	"bytes"
	"testing"
	"time"

	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"
)

// stream reads bytes as a track: of each packet its length, whether a picture
// ends with it, how far its number and its stamp are from the one before, and
// its payload.
func stream(data []byte) (list []*rtp.Packet) {
	var number uint16
	var stamp uint32
	for len(data) >= 4 {
		length, ends := int(data[0]), data[1]&1 != 0
		number += uint16(int8(data[2]))
		stamp += uint32(int32(int8(data[3])) * 3000)
		data = data[4:]
		length = min(length, len(data))
		list = append(list, &rtp.Packet{Header: rtp.Header{SequenceNumber: number, Timestamp: stamp, Marker: ends}, Payload: data[:length]})
		data = data[length:]
	}
	return list
}

// track is the inverse, of one packet for each payload.
func track(payloads ...[]byte) (data []byte) {
	for _, p := range payloads {
		data = append(append(data, byte(len(p)), 1, 1, 1), p...)
	}
	return data
}

// What a publisher sends is taken apart in goroutines of ours, as H264 and as VP8.
func FuzzPictures(f *testing.F) {
	sps := []byte{0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0xbf, 0xe5, 0xc0, 0x44, 0, 0, 3, 0, 4, 0, 0, 3, 0, 0xf0, 0x3c, 0x58, 0xba, 0x80}
	pps := []byte{0x68, 0xce, 0x0f, 0x2c, 0x80}
	f.Add(track(sps, pps, []byte{0x65, 1, 2, 3}, []byte{0x41, 1}))
	f.Add(track(append([]byte{24, 0, byte(len(sps))}, sps...), []byte{28, 0x85, 1}, []byte{28, 0x45, 2})) // STAP-A, FU-A
	f.Add(track([]byte{24, 0xff, 0xff, 1}, []byte{28}, []byte{24}))
	f.Add(track(append([]byte{0x10}, vp8Frame[:min(len(vp8Frame), 200)]...)))
	f.Add(track([]byte{0x90, 0x80}, []byte{0xff, 0xff}))
	f.Fuzz(func(t *testing.T, data []byte) {
		e := &depacketizer{clock: trackClock{rate: 90000}}
		h264, vp8 := collectorFor(webrtc.MimeTypeH264), collectorFor(webrtc.MimeTypeVP8)
		now := time.Duration(0)
		for _, p := range stream(data) {
			now += 30 * time.Millisecond
			e.push(p)
			for {
				u, ok := e.pop(now)
				if !ok {
					break
				}
				if len(u.Data) == 0 || (u.Time-now).Abs() > maxLate {
					t.Fatalf("a picture of %d units at %v, now %v", len(u.Data), u.Time, now)
				}
				for _, nal := range u.Data {
					if len(nal) == 0 {
						t.Fatal("a unit without a first byte")
					}
				}
			}
			for _, c := range []*collector{h264, vp8} {
				if k, ok := c.push(p.Clone()); ok && (k.width < minWidth || len(k.data) == 0) {
					t.Fatalf("a keyframe of %d×%d in %d bytes", k.width, k.height, len(k.data))
				}
			}
		}
	})
}

func FuzzParameterSets(f *testing.F) {
	f.Add(cardVideo[:min(len(cardVideo), 400)])
	f.Add([]byte{0, 0, 1, 0x67, 0x42, 0xc0, 0x1e, 0xda})
	f.Add(bytes.Repeat([]byte{0, 0, 1, 0x67, 0xff}, 3))
	f.Fuzz(func(t *testing.T, stream []byte) {
		if width, height := pictureSize(stream); width < 0 || height < 0 {
			t.Fatalf("%d×%d", width, height)
		}
		sets := &parameterSets{}
		sets.keyOf(stream)
	})
}

func FuzzStamps(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 0x40, 0, 0, 1, 0xc0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &trackClock{rate: 48000}
		var stamp uint32
		for n := 0; len(data) >= 4; n++ {
			stamp += uint32(data[0])<<24 | uint32(data[1])<<16 | uint32(data[2])<<8 | uint32(data[3])
			data = data[4:]
			came := time.Duration(n) * 20 * time.Millisecond
			if at := c.at(stamp, came); at-came > maxEarly || came-at > maxLate {
				t.Fatalf("what came at %v was sent at %v", came, at)
			}
		}
	})
}
