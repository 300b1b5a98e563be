package sfu

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	mch264 "github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtp"
	rtpcodecs "github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media/samplebuilder"
)

// minWidth is the narrowest picture that somebody may have filmed. When a
// track ends or pauses the engine sends tiny black keyframes of its own.
const minWidth = 32

// keyframe is a picture that can be decoded without any other.
type keyframe struct {
	format string // ffmpeg's name for the bytes: "h264" (Annex B) or "ivf" (VP8)
	data   []byte
	width  int
	height int
	at     time.Time
}

// collector puts a track's packets together and keeps what is a keyframe.
type collector struct {
	samples *samplebuilder.SampleBuilder
	keyOf   func(sample []byte) (keyframe, bool)
}

// collectorFor is nil for codecs that the engine does not negotiate.
func collectorFor(mime string) *collector {
	switch {
	case strings.EqualFold(mime, webrtc.MimeTypeH264):
		sets := &parameterSets{}
		return &collector{samplebuilder.New(256, &rtpcodecs.H264Packet{}, 90000), sets.keyOf}
	case strings.EqualFold(mime, webrtc.MimeTypeVP8):
		return &collector{samplebuilder.New(256, &rtpcodecs.VP8Packet{}, 90000), vp8Key}
	}
	return nil
}

// push adds a packet; true with the newest keyframe that it completes.
func (c *collector) push(p *rtp.Packet) (newest keyframe, found bool) {
	if len(p.Payload) == 0 {
		return keyframe{}, false // padding, by which the engine measures the network
	}
	c.samples.Push(p)
	for s := c.samples.Pop(); s != nil; s = c.samples.Pop() {
		if k, ok := c.keyOf(s.Data); ok && k.width >= minWidth {
			newest, found = k, true
		}
	}
	return newest, found
}

// parameterSets remembers what H264 sends now and then and every decoder needs.
type parameterSets struct{ sps, pps []byte }

func (s *parameterSets) keyOf(sample []byte) (keyframe, bool) {
	if width, _ := pictureSize(sample); width > 0 && width < minWidth {
		return keyframe{}, false // the engine's own; its sets must not replace the stream's
	}
	var slices [][]byte
	for nal := range nals(sample) {
		switch mch264.NALUType(nal[0] & 0x1f) {
		case mch264.NALUTypeSPS:
			s.sps = bytes.Clone(nal)
		case mch264.NALUTypePPS:
			s.pps = bytes.Clone(nal)
		case mch264.NALUTypeIDR:
			slices = append(slices, nal)
		}
	}
	if len(slices) == 0 || s.sps == nil || s.pps == nil {
		return keyframe{}, false
	}
	k := keyframe{format: "h264"}
	for _, nal := range append([][]byte{s.sps, s.pps}, slices...) {
		k.data = append(append(k.data, 0, 0, 0, 1), nal...)
	}
	k.width, k.height = pictureSize(k.data)
	return k, true
}

// vp8Key wraps a VP8 keyframe (RFC 6386 §9.1) in a file of one frame.
func vp8Key(sample []byte) (keyframe, bool) {
	if len(sample) < 10 || sample[0]&1 != 0 || !bytes.Equal(sample[3:6], []byte{0x9d, 0x01, 0x2a}) {
		return keyframe{}, false
	}
	w := binary.LittleEndian.Uint16(sample[6:]) & 0x3fff
	h := binary.LittleEndian.Uint16(sample[8:]) & 0x3fff
	file := append(make([]byte, 0, 44+len(sample)), "DKIF\x00\x00\x20\x00VP80"...)
	file = binary.LittleEndian.AppendUint16(file, w)
	file = binary.LittleEndian.AppendUint16(file, h)
	file = binary.LittleEndian.AppendUint32(file, 30) // frames per second
	file = binary.LittleEndian.AppendUint32(file, 1)
	file = binary.LittleEndian.AppendUint64(file, 1) // frames, and four unused bytes
	file = binary.LittleEndian.AppendUint32(file, uint32(len(sample)))
	file = binary.LittleEndian.AppendUint64(file, 0) // presentation time
	return keyframe{format: "ivf", data: append(file, sample...), width: int(w), height: int(h)}, true
}
