package hls

import (
	"testing"
	"time"
)

// counted is a sink that only counts.
type counted struct{ parts, bytes int }

func (c *counted) header(header)                           {}
func (c *counted) part(p part)                             { c.parts++; c.bytes += len(p.data) }
func (c *counted) endSegment(time.Duration, time.Duration) {}

// One packet says that it was spoken six hours later: the RTP time of its stamp
// jumped by 2^30. The hours are not filled with silence.
func TestASoundFromTheFuture(t *testing.T) {
	var v audioTrack
	packet := [][]byte{silence}
	for n := range 50 {
		v.put(time.Duration(n)*20*time.Millisecond, packet)
	}
	v.put(time.Second+6*time.Hour+12*time.Minute, packet)
	v.put(time.Second, packet)
	if given := v.until(2 * time.Second); len(given) >= 200 || len(v.waiting) > 0 {
		t.Errorf("%d packets for 2 seconds, %d wait", len(given), len(v.waiting))
	}
}

// The same with a picture, and right after the first one.
func TestAPictureFromTheFuture(t *testing.T) {
	sink := &counted{}
	c := &segmenter{sink: sink}
	at := func(n int) time.Duration { return time.Duration(n) * 40 * time.Millisecond }
	for n := range 100 {
		s := Sample{Video: true, Time: at(n), Data: [][]byte{{0x41, 1}}}
		if n > 0 {
			s.Time += 6 * time.Hour
		}
		if n%25 == 0 {
			s.Key, s.Data = true, [][]byte{wide[0], wide[1], {0x65, 1}}
		}
		if err := c.put(s); err != nil {
			t.Fatal(err)
		}
	}
	if sink.parts > 100 {
		t.Errorf("%d parts for 100 pictures", sink.parts)
	}
}
