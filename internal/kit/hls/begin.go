package hls

import (
	"fmt"
	"strings"
	"time"
)

// A player that asks for it ("early" in the query) begins with the first picture there
// is, and falls back to its distance while it plays. The others are told nothing until
// there is so much as they hold back.

// inside is how far into its first picture such a player begins: on no edge.
const inside = time.Millisecond

// hasPicture: there is a picture to begin with.
func (w *liveWindow) hasPicture() bool { return w.start() >= 0 }

// start is where that picture is, from the playlist's beginning; negative while there
// is none. What a camera sent for a moment, before its picture grew, is left out.
func (w *liveWindow) start() time.Duration {
	at := time.Duration(w.gaps()) * gapTime
	for _, s := range w.segments {
		if s.length >= minPart {
			return at
		}
		at += s.length
	}
	if w.open.soFar() >= minPart {
		return at
	}
	return -1
}

// isShort: whoever holds back would begin before that picture, or on its edge.
func (w *liveWindow) isShort() bool { return w.length() < (holdBack+1)*w.partSize }

// early is the media playlist for such a player.
func (w *liveWindow) early() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.earlyText == "" {
		w.earlyText = w.write(true)
	}
	return w.earlyText
}

// gapParts describes the gap before the first picture in parts: hls.js loads a part only
// where the listed ones begin a segment before its own.
func (w *liveWindow) gapParts(b *strings.Builder) {
	for left := gapTime; left > 0; left -= w.partSize {
		fmt.Fprintf(b, "#EXT-X-PART:DURATION=%.5f,URI=\"gap.mp4\",GAP=YES\n", min(left, w.partSize).Seconds())
	}
}
