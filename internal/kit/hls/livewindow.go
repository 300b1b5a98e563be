package hls

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	targetDuration = 4 * time.Second // TARGETDURATION, said before the first segment's length is known
	gapTime        = 2 * time.Second // of each that stands for what was before the first
	partsOf        = 2               // finished segments whose parts are listed
	holdBack       = 3               // parts that players stay behind the newest: PART-HOLD-BACK
)

// liveWindow is the part of a stream that can be fetched now: a sink written by one
// goroutine and read by many.
type liveWindow struct {
	began time.Time // of the samples' clock

	mu       sync.Mutex
	changed  chan struct{} // closed by the next part or segment
	first    int64         // number of the first segment ever
	segments []*segment    // finished, oldest first
	open     *segment
	newest   header
	drops    int64 // discontinuities that went with old segments
	bytes    int   // of finished segments
	partSize time.Duration
	top      int // bits per second of the richest segment

	text, earlyText string // the playlist, as long as it holds
}

type segment struct {
	number  int64
	header  []byte
	source  int64 // number of the segment whose header this is
	off     bool  // the camera is off; the header's name says so to players (web/src/features/room/hls.ts)
	parts   []part
	length  time.Duration
	began   time.Time
	changed bool // a header other than the segment's before
}

// newLiveWindow numbers segments from the clock, so that a stream which is started
// again never gives a number, or the address of a segment, twice.
func newLiveWindow(now time.Time) *liveWindow {
	w := &liveWindow{began: now, changed: make(chan struct{}), first: now.Unix()}
	w.open = &segment{number: w.first}
	return w
}

func (w *liveWindow) header(h header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open.changed = w.newest.data != nil
	w.newest = h
	w.open.header, w.open.source, w.open.off = h.data, w.open.number, h.off
}

func (w *liveWindow) part(p part) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.partSize = max(w.partSize, p.length)
	w.open.parts = append(w.open.parts, p)
	w.notify()
}

func (w *liveWindow) endSegment(length, began time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := w.open
	done.length, done.began = length, w.began.Add(began)
	w.top = max(w.top, int(float64(8*done.size())/length.Seconds()))
	w.segments = append(w.segments, done)
	w.bytes += done.size()
	w.open = &segment{number: done.number + 1, header: done.header, source: done.source, off: done.off}
	for len(w.segments) > kept || len(w.segments) > minKept && w.bytes > maxKept {
		w.bytes -= w.segments[0].size()
		if w.segments[0].changed {
			w.drops++
		}
		w.segments = slices.Delete(w.segments, 0, 1) // and not a slice of it, which would keep its bytes
	}
	w.notify()
}

// notify wakes whoever waits.
func (w *liveWindow) notify() {
	w.text, w.earlyText = "", ""
	close(w.changed)
	w.changed = make(chan struct{})
}

func (s *segment) size() (n int) {
	for _, p := range s.parts {
		n += len(p.data)
	}
	return n
}

// waitContexts is what ends the wait for a part: who asked has gone, the room has, or the
// permission. Most parts are there already, so a wait costs nothing before it begins.
type waitContexts struct{ asker, room, permission context.Context }

func (e waitContexts) over() bool {
	return e.asker.Err() != nil || e.room.Err() != nil || e.permission.Err() != nil
}

// wait asks until the answer is yes; false when that took too long or the wait ended.
func (w *liveWindow) wait(e waitContexts, longest time.Duration, yes func() bool) bool {
	var late <-chan time.Time
	for {
		w.mu.Lock()
		there, news := yes(), w.changed
		w.mu.Unlock()
		if there {
			return true
		}
		if late == nil {
			late = time.After(longest)
		}
		select {
		case <-news:
		case <-late:
			return false
		case <-e.asker.Done():
			return false
		case <-e.room.Done():
			return false
		case <-e.permission.Done():
			return false
		}
	}
}

// ready: there is so much to play as players hold back. Who began where there was
// less would begin in a gap, which hls.js does not always leave. Of the very first
// segment the parts count, so that nobody waits for its end.
func (w *liveWindow) ready() bool {
	length := w.length()
	return length > 0 && length >= holdBack*w.partSize
}

// hasMedia: there is enough for the multivariant playlist, from which a player
// prepares its decoders while the first parts are made.
func (w *liveWindow) hasMedia() bool { return len(w.segments) > 0 || len(w.open.parts) > 0 }

// length is how long everything is that there is.
func (w *liveWindow) length() time.Duration {
	length := w.open.soFar()
	for _, s := range w.segments {
		length += s.length
	}
	return length
}

// soFar is how long the parts are that there are.
func (s *segment) soFar() (length time.Duration) {
	for _, p := range s.parts {
		length += p.length
	}
	return length
}

// has: the playlist names this part, or, with a negative one, the whole segment
// (RFC 8216bis §6.2.5.2).
func (w *liveWindow) has(number, part int64) bool {
	switch {
	case !w.hasPicture():
		return false
	case number < w.open.number:
		return true // a part after the segment's last is the next one's first
	case number > w.open.number:
		return false
	}
	return part >= 0 && part < int64(len(w.open.parts))
}

// ahead: nobody who follows the playlist would ask for this yet.
func (w *liveWindow) ahead(number int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return number > w.open.number+1
}

// find is the segment of a number, also the open one; nil when it is not kept.
func (w *liveWindow) find(number int64) *segment {
	if number == w.open.number {
		return w.open
	}
	for _, s := range w.segments {
		if s.number == number {
			return s
		}
	}
	return nil
}

// headerOf is the header that begins with a segment's number. It is kept as long
// as a segment that needs it.
func (w *liveWindow) headerOf(number int64) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open.source == number {
		return w.open.header
	}
	for _, s := range w.segments {
		if s.source == number {
			return s.header
		}
	}
	return nil
}

// whole is a finished segment's parts; nil when it is not there.
func (w *liveWindow) whole(number int64) []part {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.find(number); s != nil && s != w.open {
		return s.parts
	}
	return nil
}

// waitForPart waits for a part that the playlist has announced; nil when it will not
// come or is not kept any more.
func (w *liveWindow) waitForPart(e waitContexts, number, index int64) (data []byte) {
	w.wait(e, partTimeout, func() bool {
		s := w.find(number)
		if s == nil {
			return number < w.open.number || number > w.open.number+1
		}
		if index < int64(len(s.parts)) {
			data = s.parts[index].data
			return true
		}
		return s != w.open || index > int64(len(s.parts))+1
	})
	return data
}

// master is the multivariant playlist. What is asked of the media playlist stands in
// its address.
func (w *liveWindow) master(query string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprintf("#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-INDEPENDENT-SEGMENTS\n"+
		"#EXT-X-STREAM-INF:BANDWIDTH=%d,CODECS=\"%s\",RESOLUTION=%dx%d\nlive.m3u8%s\n",
		w.bitrate()*5/4, w.newest.codecs, w.newest.width, w.newest.height, query)
}

// bitrate is the richest segment's, or that of what there is of the first.
func (w *liveWindow) bitrate() int {
	if w.top > 0 {
		return w.top
	}
	return int(float64(8*w.open.size()) / w.open.soFar().Seconds())
}

// playlist is the media playlist, written once for everybody who asks.
func (w *liveWindow) playlist() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.text == "" {
		w.text = w.write(false)
	}
	return w.text
}

// gaps is how many segments stand for what was before the first. A player on an
// iPhone wants a long enough list from the start.
func (w *liveWindow) gaps() int64 {
	if w.oldest().number != w.first {
		return 0
	}
	return int64(kept - len(w.segments))
}

func (w *liveWindow) oldest() *segment {
	if len(w.segments) > 0 {
		return w.segments[0]
	}
	return w.open
}

func (w *liveWindow) write(isEarly bool) string {
	var b strings.Builder
	oldest, gaps := w.oldest(), w.gaps()
	fmt.Fprintf(&b, "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:%d\n", int(targetDuration.Seconds()))
	fmt.Fprintf(&b, "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=%.5f\n", holdBack*target(w.partSize))
	fmt.Fprintf(&b, "#EXT-X-PART-INF:PART-TARGET=%.5f\n", target(w.partSize))
	fmt.Fprintf(&b, "#EXT-X-MEDIA-SEQUENCE:%d\n", oldest.number-gaps)
	fmt.Fprintf(&b, "#EXT-X-DISCONTINUITY-SEQUENCE:%d\n#EXT-X-INDEPENDENT-SEGMENTS\n", w.drops)
	b.WriteString(oldest.mapped())
	for n := range gaps {
		if isEarly && n == gaps-1 && len(w.segments) < partsOf {
			w.gapParts(&b)
		}
		fmt.Fprintf(&b, "#EXT-X-GAP\n#EXTINF:%.5f,\ngap.mp4\n", gapTime.Seconds())
	}
	for i, s := range w.segments {
		w.describe(&b, s, i > 0, len(w.segments)-i <= partsOf)
		fmt.Fprintf(&b, "#EXTINF:%.5f,\n%d.mp4\n", s.length.Seconds(), s.number)
	}
	w.describe(&b, w.open, len(w.segments) > 0, true)
	if isEarly && w.isShort() {
		fmt.Fprintf(&b, "#EXT-X-START:TIME-OFFSET=%.3f\n", (w.start() + inside).Seconds())
	}
	fmt.Fprintf(&b, "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"%d.%d.mp4\"\n", w.open.number, len(w.open.parts))
	return b.String()
}

// describe writes what stands before a segment's own line.
func (w *liveWindow) describe(b *strings.Builder, s *segment, follows, parts bool) {
	if s.changed {
		b.WriteString("#EXT-X-DISCONTINUITY\n")
	}
	if s.changed && follows {
		b.WriteString(s.mapped())
	}
	if !s.began.IsZero() {
		fmt.Fprintf(b, "#EXT-X-PROGRAM-DATE-TIME:%s\n", s.began.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	if !parts {
		return
	}
	for n, p := range s.parts {
		fmt.Fprintf(b, "#EXT-X-PART:DURATION=%.5f,URI=\"%d.%d.mp4\"", p.length.Seconds(), s.number, n)
		if p.independent {
			b.WriteString(",INDEPENDENT=YES")
		}
		b.WriteByte('\n')
	}
}

// mapped names the header that the segment needs.
func (s *segment) mapped() string {
	kind := "header"
	if s.off {
		kind = "off"
	}
	return fmt.Sprintf("#EXT-X-MAP:URI=\"%d.%s.mp4\"\n", s.source, kind)
}

// target rounds up, as no part may be longer.
func target(d time.Duration) float64 { return math.Ceil(d.Seconds()*1e5) / 1e5 }
