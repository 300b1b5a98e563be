package hls

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// errEndless gives up a publisher whose segment cannot be ended.
var errEndless = errors.New("hls: no keyframe for too long")

// part is a stretch of a segment that can be played as soon as it is there.
type part struct {
	data        []byte
	length      time.Duration
	independent bool // begins with a keyframe
}

// sink takes what a segmenter makes. A segment's parts follow each other.
type sink interface {
	// header begins a segment with new parameters; the first thing it hears.
	header(h header)
	part(p part)
	// endSegment ends the segment; began is when its first picture was shown, by the samples' clock.
	endSegment(length, began time.Duration)
}

// segmenter cuts a stream into parts of exactly one length and into segments that
// begin with keyframes. Pictures near a part's end are moved onto it, by half
// the time between two at most; gaps become parts with sound alone, and longer
// ones (stall) are taken out of the stream's time. It is used by one goroutine
// at a time.
type segmenter struct {
	sink sink

	pending []Sample // until the time between two pictures is known
	frame   time.Duration
	size    time.Duration // of a part

	shift       time.Duration // what was taken out of the time: before the first picture, and stalls
	from        time.Duration // where the open part begins
	segment     time.Duration // where the open segment does
	began       time.Duration // the same by the samples' clock
	bytes       int           // of the open segment
	number      uint32        // of the open part
	pictures    []picture     // of the open part
	lastPicture time.Duration // the newest picture
	audio       audioTrack
	sps, pps    []byte
	width       int // of the picture
	height      int
	off         bool // the camera is: grey pictures stand in
	blanks      int
}

type picture struct {
	at   time.Duration
	key  bool
	nals [][]byte
}

// put takes the next sample. An error is final.
func (c *segmenter) put(s Sample) error {
	switch {
	case s.Off:
		c.off = c.sps != nil
		return c.tick(s.Time)
	case c.size == 0:
		return c.begin(s)
	case c.off && s.Video && !s.Key:
		return nil // it needs a picture that is not the one before it any more
	}
	if s.Video {
		c.off, c.blanks = false, 0
	}
	return c.add(s)
}

// tick goes on while the camera is off: players have something to show that is
// not its last picture, and the sound its time.
func (c *segmenter) tick(now time.Duration) error {
	if !c.off || c.blanks > 0 && now-c.shift < c.lastPicture+minPart {
		return nil
	}
	c.blanks++
	return c.add(Sample{Video: true, Key: true, Time: now, Data: blank(c.width, c.height, c.blanks%2)})
}

// begin waits for a keyframe and learns how far apart pictures are.
func (c *segmenter) begin(s Sample) error {
	if len(c.pending) == 0 {
		sps, pps := parameterSets(s.Data)
		if !s.Video || !s.Key || sps == nil || pps == nil {
			return nil
		}
		c.shift = s.Time
	}
	c.pending = append(c.pending, s)
	var times []time.Duration
	for _, e := range c.pending {
		if e.Video {
			times = append(times, e.Time)
		}
	}
	if len(times) < warmUp && s.Time-c.pending[0].Time < minSegment {
		return nil
	}
	c.frame = spacing(times)
	c.size = (minPart + c.frame - 1) / c.frame * c.frame
	early := c.pending
	c.pending = nil
	for _, e := range early {
		if err := c.add(e); err != nil {
			return err
		}
	}
	return nil
}

// spacing is the usual time between two pictures: 5 to 60 a second.
func spacing(times []time.Duration) time.Duration {
	var gaps []time.Duration
	for i := 1; i < len(times); i++ {
		gaps = append(gaps, times[i]-times[i-1])
	}
	if len(gaps) == 0 {
		return minPart
	}
	slices.Sort(gaps)
	return min(max(gaps[len(gaps)/2], time.Second/60), minPart)
}

func (c *segmenter) add(s Sample) error {
	if !s.Video {
		c.audio.put(s.Time-c.shift, s.Data)
		return nil
	}
	at := s.Time - c.shift
	if c.sps != nil && at-c.lastPicture > stall {
		at = c.from + c.size
		c.shift = s.Time - at
		c.audio.forget(at)
	}
	if c.sps != nil {
		at = max(at, c.lastPicture+c.frame/4)
	}
	next := picture{at: at, key: s.Key, nals: s.Data}
	if err := c.endParts(&next); err != nil {
		return err
	}
	if err := c.newSegment(next); err != nil {
		return err
	}
	c.pictures = append(c.pictures, next)
	c.lastPicture = next.at
	return nil
}

// endParts finishes the parts that end before the next picture, or with it, which it
// does if it is near one's end.
func (c *segmenter) endParts(next *picture) error {
	if c.sps == nil {
		return nil
	}
	parts := (next.at - c.from + c.size/2) / c.size
	if end := c.from + parts*c.size; parts > 0 && (next.at-end).Abs() <= c.frame/2 {
		next.at = end
	}
	for end := c.from + c.size; next.at >= end; end += c.size {
		if err := c.endPart(end, next.at); err != nil {
			return err
		}
	}
	return nil
}

// newSegment ends the segment before a keyframe, if it is long enough or the
// keyframe brings other parameters.
func (c *segmenter) newSegment(next picture) error {
	if !next.key {
		return nil
	}
	sps, pps := parameterSets(next.nals)
	other := sps != nil && pps != nil && !(bytes.Equal(sps, c.sps) && bytes.Equal(pps, c.pps))
	if !other && next.at-c.segment < minSegment {
		return nil
	}
	if c.sps != nil {
		if next.at > c.from {
			if err := c.endPart(next.at, next.at); err != nil {
				return err
			}
		}
		c.sink.endSegment(next.at-c.segment, c.began)
	}
	c.segment, c.began, c.bytes = next.at, next.at+c.shift, 0
	if other {
		h, err := newHeader(sps, pps)
		if err != nil {
			return err
		}
		h.off = c.off
		c.sps, c.pps, c.width, c.height = bytes.Clone(sps), bytes.Clone(pps), h.width, h.height
		c.sink.header(h)
	}
	return nil
}

// endPart ends the open part; its last picture is shown until the next one comes.
func (c *segmenter) endPart(end, next time.Duration) error {
	data, err := fragment(c.number, c.pictures, next, c.audio.until(end))
	if err != nil {
		return err
	}
	c.bytes += len(data)
	if c.bytes > maxInSegment {
		return errEndless
	}
	c.sink.part(part{
		data: data, length: end - c.from,
		independent: len(c.pictures) > 0 && c.pictures[0].key && c.pictures[0].at == c.from,
	})
	c.pictures, c.from = nil, end
	c.number++
	return nil
}

// end finishes what is there, as a recording does.
func (c *segmenter) end() error {
	if c.sps == nil || len(c.pictures) == 0 {
		return nil
	}
	end := c.lastPicture + c.frame
	if err := c.endPart(end, end); err != nil {
		return err
	}
	c.sink.endSegment(end-c.segment, c.began)
	return nil
}

// parameterSets are the parameter sets among the NAL units.
func parameterSets(nals [][]byte) (sps, pps []byte) {
	for _, nal := range nals {
		switch h264.NALUType(nal[0] & 0x1f) {
		case h264.NALUTypeSPS:
			sps = nal
		case h264.NALUTypePPS:
			pps = nal
		}
	}
	return sps, pps
}
