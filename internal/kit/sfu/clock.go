package sfu

import "time"

const (
	clockWindow = 5 * time.Second       // over which the shortest delay is looked for
	clockDrift  = 20 * time.Millisecond // below what nobody notices that sound and picture are apart

	maxEarly = 3 * time.Second  // before it was sent nothing can come: the stamps have jumped
	maxLate  = 30 * time.Second // or stood still, as in a pause
)

// trackClock maps a track's own time stamps, which begin anywhere, wrap and
// drift, to the time at which its pieces arrive after the shortest delay. Two
// tracks mapped so stay together for as long as a show lasts.
type trackClock struct {
	rate    int64 // time stamps a second
	running bool
	last    uint32
	elapsed int64 // time stamps since the first
	anchor  time.Duration

	least  time.Duration // the shortest delay of this window
	window time.Duration // when it ends
}

// at is when a piece was sent: stamp is its own time stamp, came its arrival.
// Stamps are what a publisher writes: those that jump begin the clock anew, so
// that no result is far from came.
func (c *trackClock) at(stamp uint32, came time.Duration) time.Duration {
	if !c.running {
		c.start(stamp, came)
	}
	c.elapsed += int64(int32(stamp - c.last))
	c.last = stamp
	sent := c.anchor + time.Duration(c.elapsed/c.rate)*time.Second +
		time.Duration(c.elapsed%c.rate)*time.Second/time.Duration(c.rate)
	if delay := came - sent; delay < -maxEarly || delay > maxLate {
		c.start(stamp, came)
		return came
	}
	c.follow(came, came-sent)
	return sent
}

func (c *trackClock) start(stamp uint32, came time.Duration) {
	*c = trackClock{rate: c.rate, running: true, last: stamp, anchor: came, window: came + clockWindow}
}

// follow moves the anchor when even the quickest piece of a window came early
// or late.
func (c *trackClock) follow(came, delay time.Duration) {
	c.least = min(c.least, delay)
	if came < c.window {
		return
	}
	if c.least.Abs() > clockDrift {
		c.anchor += c.least
	}
	c.least, c.window = time.Hour, came+clockWindow
}
