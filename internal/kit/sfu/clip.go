package sfu

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	mch264 "github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// Clip is a piece of media that can be published again and again, taken apart
// once. It is not changed after ReadClip, so many loops may share one.
type Clip struct {
	frames        []frame
	frameTime     time.Duration
	width, height int
	smaller       *Clip // the same pictures in less space, for slow lines; nil without
	sound         []sound
}

type frame struct {
	data []byte // one access unit, Annex B
	key  bool
}

type sound struct {
	data []byte // one Opus packet
	time time.Duration
}

// ReadClip takes apart an H264 elementary stream (Annex B, no B-frames) of the
// given frames per second and, unless nil, an Ogg file with one Opus stream.
func ReadClip(video []byte, fps float64, audio []byte) (*Clip, error) {
	if fps <= 0 {
		return nil, fmt.Errorf("clip: %g frames per second", fps)
	}
	c := &Clip{frameTime: time.Duration(float64(time.Second) / fps)}
	for unit := range units(video) {
		c.frames = append(c.frames, unit)
	}
	if len(c.frames) == 0 || !c.frames[0].key {
		return nil, errors.New("clip: the video does not begin with an H264 keyframe")
	}
	c.width, c.height = pictureSize(c.frames[0].data)
	if c.width == 0 {
		return nil, errors.New("clip: the video's first keyframe has no parameter sets")
	}
	if audio == nil {
		return c, nil
	}
	packets, err := oggPackets(audio)
	if err != nil || len(packets) < 3 || !bytes.HasPrefix(packets[0], []byte("OpusHead")) {
		return nil, errors.Join(errors.New("clip: the sound is not Ogg Opus"), err)
	}
	for _, p := range packets[2:] { // after OpusHead and OpusTags
		c.sound = append(c.sound, sound{data: p, time: opusTime(p)})
	}
	return c, nil
}

// WithSmaller is the clip with a second size of the same pictures, which has as many
// frames and a keyframe wherever the clip has one.
func (c *Clip) WithSmaller(video []byte) (*Clip, error) {
	smaller, err := ReadClip(video, float64(time.Second)/float64(c.frameTime), nil)
	if err != nil {
		return nil, err
	}
	if !slices.EqualFunc(c.frames, smaller.frames, func(a, b frame) bool { return a.key == b.key }) {
		return nil, errors.New("clip: the smaller size is not of the same pictures")
	}
	both := *c
	both.smaller = smaller
	return &both, nil
}

// Length is how long one round of the clip takes.
func (c *Clip) Length() time.Duration { return time.Duration(len(c.frames)) * c.frameTime }

// bitrate is what its pictures take, in bits a second.
func (c *Clip) bitrate() uint32 {
	bytes := 0
	for _, f := range c.frames {
		bytes += len(f.data)
	}
	return uint32(float64(8*bytes) / c.Length().Seconds())
}

// Video yields the frames for ever, each when it is due. wanted is asked before
// each frame whether a keyframe is needed; if so the clip skips to its next one.
func (c *Clip) Video(wanted func() bool) iter.Seq2[[]byte, time.Duration] {
	return func(yield func([]byte, time.Duration) bool) {
		for i := range c.order(wanted) {
			if !yield(c.frames[i].data, c.frameTime) {
				return
			}
		}
	}
}

// Sizes is Video with each frame in all sizes of the clip, the largest first.
func (c *Clip) Sizes(wanted func() bool) iter.Seq2[[][]byte, time.Duration] {
	return func(yield func([][]byte, time.Duration) bool) {
		for i := range c.order(wanted) {
			sizes := [][]byte{c.frames[i].data}
			if c.smaller != nil {
				sizes = append(sizes, c.smaller.frames[i].data)
			}
			if !yield(sizes, c.frameTime) {
				return
			}
		}
	}
}

func (c *Clip) order(wanted func() bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; ; i = (i + 1) % len(c.frames) {
			for wanted() && !c.frames[i].key {
				i = (i + 1) % len(c.frames)
				for !c.frames[i].key {
					i = (i + 1) % len(c.frames)
				}
			}
			if !yield(i) {
				return
			}
		}
	}
}

// Audio yields the Opus packets for ever; nothing when the clip is silent.
func (c *Clip) Audio() iter.Seq2[[]byte, time.Duration] {
	return func(yield func([]byte, time.Duration) bool) {
		for len(c.sound) > 0 {
			for _, s := range c.sound {
				if !yield(s.data, s.time) {
					return
				}
			}
		}
	}
}

// Once yields the pictures and the sound of one round, in the order of their times.
func (c *Clip) Once() iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		heard, said := 0, time.Duration(0)
		for i, f := range c.frames {
			at := time.Duration(i) * c.frameTime
			for ; heard < len(c.sound) && said <= at; heard++ {
				if !yield(Unit{Time: said, Data: [][]byte{c.sound[heard].data}}) {
					return
				}
				said += c.sound[heard].time
			}
			if !yield(Unit{Video: true, Key: f.key, Time: at, Data: slices.Collect(nals(f.data))}) {
				return
			}
		}
	}
}

// HasAudio says whether the clip has sound.
func (c *Clip) HasAudio() bool { return len(c.sound) > 0 }

// units yields the access units of an Annex B stream: a new one begins with a
// delimiter, with parameter sets or with a slice that is a picture's first.
func units(stream []byte) iter.Seq[frame] {
	return func(yield func(frame) bool) {
		var now frame
		drawn := false // the unit has a slice already
		for nal := range nals(stream) {
			kind := mch264.NALUType(nal[0] & 0x1f)
			slice := kind == mch264.NALUTypeNonIDR || kind == mch264.NALUTypeIDR
			first := slice && len(nal) > 1 && nal[1]&0x80 != 0 // first_mb_in_slice is 0
			if drawn && (first || !slice) {
				if !yield(now) {
					return
				}
				now, drawn = frame{}, false
			}
			now.data = append(append(now.data, 0, 0, 0, 1), nal...)
			now.key = now.key || kind == mch264.NALUTypeIDR
			drawn = drawn || slice
		}
		if drawn {
			yield(now)
		}
	}
}

// nals yields the units between start codes (H.264 Annex B).
func nals(stream []byte) iter.Seq[[]byte] {
	start := []byte{0, 0, 1}
	return func(yield func([]byte) bool) {
		_, rest, found := bytes.Cut(stream, start)
		for found {
			var nal []byte
			nal, rest, found = bytes.Cut(rest, start)
			nal = bytes.TrimRight(nal, "\x00") // the first zero of a four byte start code
			if len(nal) > 0 && !yield(nal) {
				return
			}
		}
	}
}

// pictureSize is what the stream's first parameter set says; 0, 0 without one.
func pictureSize(stream []byte) (width, height int) {
	for nal := range nals(stream) {
		var sps mch264.SPS
		if mch264.NALUType(nal[0]&0x1f) == mch264.NALUTypeSPS && sps.Unmarshal(nal) == nil {
			return sps.Width(), sps.Height()
		}
	}
	return 0, 0
}

// oggPackets joins the segments of every page into packets (RFC 3533 §6). Pages
// hold many packets and packets may span pages.
func oggPackets(file []byte) (packets [][]byte, err error) {
	var packet []byte
	for len(file) > 0 {
		if len(file) < 27 || string(file[:4]) != "OggS" {
			return nil, errors.New("ogg: no page where one should begin")
		}
		count := int(file[26])
		if len(file) < 27+count {
			return nil, io.ErrUnexpectedEOF
		}
		lacing, body := file[27:27+count], file[27+count:]
		for _, size := range lacing {
			if len(body) < int(size) {
				return nil, io.ErrUnexpectedEOF
			}
			packet = append(packet, body[:size]...)
			body = body[size:]
			if size < 255 {
				packets = append(packets, packet)
				packet = nil
			}
		}
		file = body
	}
	return packets, nil
}

// opusTime is how long a packet sounds, from its first byte (RFC 6716 §3.1).
func opusTime(packet []byte) time.Duration {
	if len(packet) == 0 {
		return 20 * time.Millisecond
	}
	config, frames := packet[0]>>3, 1
	switch packet[0] & 3 {
	case 1, 2:
		frames = 2
	case 3:
		if len(packet) > 1 {
			frames = int(packet[1] & 0x3f)
		}
	}
	var each time.Duration
	switch {
	case config < 12: // SILK
		each = []time.Duration{10, 20, 40, 60}[config%4] * time.Millisecond
	case config < 16: // hybrid
		each = []time.Duration{10, 20}[config%2] * time.Millisecond
	default: // CELT
		each = []time.Duration{2500, 5000, 10000, 20000}[config%4] * time.Microsecond
	}
	return time.Duration(frames) * each
}
