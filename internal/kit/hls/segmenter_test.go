package hls

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
)

// roll keeps what a segmenter makes.
type roll struct {
	headers int
	parts   []part
	cuts    []int // after how many parts
	lengths []time.Duration
	began   []time.Duration
}

func (r *roll) header(header) { r.headers++ }
func (r *roll) part(p part)   { r.parts = append(r.parts, p) }
func (r *roll) endSegment(length, began time.Duration) {
	r.cuts = append(r.cuts, len(r.parts))
	r.lengths, r.began = append(r.lengths, length), append(r.began, began)
}

// Parameter sets of a picture of 640×360, and others.
var (
	wide  = [][]byte{{0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0xbf, 0xe5, 0xc0, 0x44, 0, 0, 3, 0, 4, 0, 0, 3, 0, 0xf0, 0x3c, 0x58, 0xba, 0x80}, {0x68, 0xce, 0x0f, 0x2c, 0x80}}
	other = [][]byte{wide[0], {0x68, 0xce, 0x0f, 0x2c, 0x81}}
)

const start = 7 * time.Second // the clock of a real source has been running

// film feeds pictures at the given times, with a keyframe every keys of them.
func film(t *testing.T, c *segmenter, times []time.Duration, keys int, sets [][]byte) {
	t.Helper()
	for n, at := range times {
		s := Sample{Video: true, Time: start + at, Key: n%keys == 0, Data: [][]byte{{0x41, 0x9a}}}
		if s.Key {
			s.Data = append(slices.Clone(sets), []byte{0x65, 0x88})
		}
		if err := c.put(s); err != nil {
			t.Fatal(err)
		}
	}
}

func steady(from, to, every time.Duration) (times []time.Duration) {
	for at := from; at < to; at += every {
		times = append(times, at)
	}
	return times
}

// same asserts that every part but each segment's last is of one length.
func (r *roll) same(t *testing.T, size time.Duration) {
	t.Helper()
	from := 0
	for n, until := range r.cuts {
		var sum time.Duration
		for i, p := range r.parts[from:until] {
			sum += p.length
			if last := from+i == until-1; !last && p.length != size || p.length > size || p.length <= 0 {
				t.Errorf("part %d of segment %d lasts %v, not %v", i, n, p.length, size)
			}
			if i == 0 && !p.independent {
				t.Errorf("segment %d does not begin with a keyframe", n)
			}
		}
		if sum != r.lengths[n] {
			t.Errorf("segment %d of %v has parts of %v", n, r.lengths[n], sum)
		}
		from = until
	}
	for _, p := range r.parts[from:] {
		if p.length != size {
			t.Errorf("an open part lasts %v, not %v", p.length, size)
		}
	}
}

func TestPartsAreOfOneLength(t *testing.T) {
	shaky := steady(0, 20*time.Second, time.Second/30)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range shaky {
		shaky[n] += time.Duration(random.IntN(12)) * time.Millisecond
	}
	slow := append(steady(0, 4*time.Second, time.Second/30), steady(4*time.Second, 20*time.Second, 90*time.Millisecond)...)
	for name, c := range map[string]struct {
		times []time.Duration
		size  time.Duration
		exact bool // every part begins with a picture
	}{
		"30 a second":          {steady(0, 20*time.Second, time.Second/30), 0, true},
		"24 a second":          {steady(0, 20*time.Second, time.Second/24), 0, true},
		"3 a second":           {steady(0, 20*time.Second, time.Second/3), 200 * time.Millisecond, false},
		"a shaky camera":       {shaky, 0, true},
		"a camera in the dark": {slow, 0, false},
		"lost pictures":        {slices.Concat(steady(0, 4*time.Second, time.Second/30), steady(4600*time.Millisecond, 20*time.Second, time.Second/30)), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := &roll{}
			cut := &segmenter{sink: r}
			film(t, cut, c.times, 60, wide)
			if cut.size < minPart || cut.size > 2*minPart || c.size > 0 && cut.size != c.size {
				t.Fatalf("parts of %v", cut.size)
			}
			r.same(t, cut.size)
			var all time.Duration
			for n, p := range r.parts {
				if begins := pictureBegins(t, p); c.exact && begins != uint64(scaled(all, pictureRate)) {
					t.Errorf("part %d begins at %v and its picture at %d", n, all, begins)
				}
				all += p.length
			}
			if lost := 20*time.Second - all; lost > time.Second || lost < 0 {
				t.Errorf("%v of 20 s are missing", lost)
			}
		})
	}
}

// pictureBegins is when a part's first picture is shown, in 1/90000 s.
func pictureBegins(t *testing.T, p part) uint64 {
	t.Helper()
	var read fmp4.Parts
	must(t, read.Unmarshal(p.data))
	for _, track := range read[0].Tracks {
		if track.ID == pictureTrack {
			return track.BaseTime
		}
	}
	return 0
}

// Nina's connection breaks for ten seconds. Players ran dry; they go on with
// what comes, not with ten seconds of a still picture.
func TestAStallIsCutOut(t *testing.T) {
	r := &roll{}
	c := &segmenter{sink: r}
	film(t, c, steady(0, 4*time.Second, time.Second/30), 60, wide)
	film(t, c, steady(14*time.Second, 20*time.Second, time.Second/30), 60, wide)
	r.same(t, c.size)
	var all time.Duration
	for _, p := range r.parts {
		all += p.length
	}
	if all < 9*time.Second || all > 11*time.Second {
		t.Errorf("10 s of pictures last %v", all)
	}
	if last := r.began[len(r.began)-1]; last < start+14*time.Second {
		t.Errorf("the last segment began at %v by the clock", last)
	}
}

func TestNewParametersBeginASegment(t *testing.T) {
	r := &roll{}
	c := &segmenter{sink: r}
	film(t, c, steady(0, 2500*time.Millisecond, time.Second/30), 60, wide)
	film(t, c, steady(2500*time.Millisecond, 5*time.Second, time.Second/30), 60, other)
	if r.headers != 2 || len(r.cuts) < 2 || r.lengths[1] > 600*time.Millisecond {
		t.Errorf("%d headers, segments of %v", r.headers, r.lengths)
	}
	r.same(t, c.size)
}

func TestAPublisherWithoutKeyframesIsGivenUp(t *testing.T) {
	c := &segmenter{sink: &roll{}}
	film(t, c, steady(0, time.Second, time.Second/30), 60, wide)
	var err error
	for n := 30; err == nil && n < 1000; n++ {
		err = c.put(Sample{Video: true, Time: start + time.Duration(n)*time.Second/30, Data: [][]byte{make([]byte, 1<<20)}})
	}
	if err != errEndless {
		t.Errorf("got %v", err)
	}
}

// The microphone is off for a while, then late, then says two things at a time.
func TestSoundHasNoGaps(t *testing.T) {
	v := &audioTrack{}
	said := []byte{0xfc, 1, 2}
	put := func(at time.Duration) { v.put(at, [][]byte{said}) }
	for at := time.Duration(0); at < time.Second; at += 20 * time.Millisecond {
		put(at)
	}
	put(500 * time.Millisecond) // a second time
	for at := 2 * time.Second; at < 3*time.Second; at += 20 * time.Millisecond {
		put(at + 7*time.Millisecond)
	}
	var next int64
	var hushed, heard int
	for end := 200 * time.Millisecond; end <= 5*time.Second; end += 200 * time.Millisecond {
		for _, s := range v.until(end) {
			if s.at != next {
				t.Fatalf("a packet begins at %d, the one before ended at %d", s.at, next)
			}
			next += s.length
			if bytes.Equal(s.data, silence) {
				hushed++
			} else {
				heard++
				if heard == 51 && s.at < soundTime(2*time.Second-slack) {
					t.Errorf("what was said after 2 s is heard at %d", s.at)
				}
			}
		}
	}
	if heard != 100 || hushed < 130 || next < soundTime(4600*time.Millisecond) {
		t.Errorf("%d packets and %d of silence up to %d", heard, hushed, next)
	}
}

// Every segment keeps its number and its file for as long as it is listed.
func TestNumbersNeverChange(t *testing.T) {
	w := newLiveWindow(time.Unix(1_700_000_000, 0))
	c := &segmenter{sink: w}
	names := map[int]string{}
	for n := range 60 * time.Second / (time.Second / 30) {
		s := Sample{Video: true, Key: n%60 == 0, Time: start + n*time.Second/30, Data: [][]byte{{0x41}}}
		if s.Key {
			s.Data = append(slices.Clone(wide), []byte{0x65, 0x88})
		}
		if err := c.put(s); err != nil {
			t.Fatal(err)
		}
		if !w.ready() {
			continue
		}
		number, lines := 0, 0
		for line := range strings.Lines(w.playlist()) {
			if text, found := strings.CutPrefix(line, "#EXT-X-MEDIA-SEQUENCE:"); found {
				number, _ = strconv.Atoi(strings.TrimSpace(text))
			}
			if strings.HasPrefix(line, "#") {
				continue
			}
			if before, known := names[number]; known && before != line {
				t.Fatalf("number %d was %s and is %s", number, before, line)
			}
			names[number] = line
			number, lines = number+1, lines+1
		}
		if lines != kept {
			t.Fatalf("%d lines, want %d", lines, kept)
		}
	}
	if len(names) < 30 {
		t.Errorf("only %d segments", len(names))
	}
}

// Parts follow each other without a hole, in the picture and in the sound.
func TestPartsAreContinuous(t *testing.T) {
	r := &roll{}
	c := &segmenter{sink: r}
	said := 0
	times := slices.Concat(steady(0, 4*time.Second, time.Second/24), steady(4600*time.Millisecond, 8*time.Second, time.Second/24), steady(12*time.Second, 15*time.Second, 70*time.Millisecond))
	for n, at := range times {
		for ; time.Duration(said)*20*time.Millisecond < at; said++ {
			if said/100%2 == 0 { // every other two seconds somebody speaks
				must(t, c.put(Sample{Time: start + time.Duration(said)*20*time.Millisecond, Data: [][]byte{{0xfc, 1, 2}}}))
			}
		}
		film(t, c, []time.Duration{at}, n%48+1, wide)
	}
	next := map[int]uint64{}
	for n, p := range r.parts {
		var read fmp4.Parts
		must(t, read.Unmarshal(p.data))
		for _, track := range read[0].Tracks {
			if begins, known := next[track.ID]; known && begins != track.BaseTime {
				t.Errorf("part %d: track %d begins at %d, the part before ended at %d", n, track.ID, track.BaseTime, begins)
			}
			next[track.ID] = track.BaseTime
			for _, s := range track.Samples {
				next[track.ID] += uint64(s.Duration)
			}
		}
	}
	if len(next) != 2 {
		t.Errorf("tracks %v", next)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A publisher of 40 Mbit/s who obeys: the window stays within its bytes.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of 40 Mbit/s takes the race detector a minute: in the whole run")
	}
	w := newLiveWindow(time.Unix(1_700_000_000, 0))
	c := &segmenter{sink: w}
	film(t, c, steady(0, time.Second, time.Second/30), 60, wide)
	for n := 30; n < 30*60; n++ {
		s := Sample{Video: true, Key: n%60 == 0, Time: start + time.Duration(n)*time.Second/30, Data: [][]byte{make([]byte, 166_000)}}
		s.Data[0][0] = 0x41
		if s.Key {
			s.Data = append(slices.Clone(wide), []byte{0x65, 0x88})
		}
		if err := c.put(s); err != nil {
			t.Fatal(err)
		}
		if w.bytes > maxKept+maxInSegment {
			t.Fatalf("%d bytes are kept", w.bytes)
		}
	}
	kept := 0
	for _, s := range w.segments {
		kept += s.size()
	}
	if strings.Contains(w.playlist(), "EXT-X-GAP") {
		t.Error("a segment that was dropped has become a gap")
	}
	if kept != w.bytes || len(w.segments) != minKept {
		t.Errorf("%d bytes in %d segments, counted as %d", kept, len(w.segments), w.bytes)
	}
}

// A first segment that ends at once, because the camera's picture grew, is too short
// to begin with: a player would begin in the gap before it.
func TestAShortFirstSegmentIsNotEnough(t *testing.T) {
	w := newLiveWindow(time.Unix(1000, 0))
	w.header(header{data: []byte("small"), codecs: "c", width: 320, height: 180})
	w.part(part{data: []byte{1}, length: 8 * time.Millisecond, independent: true})
	w.endSegment(8*time.Millisecond, 0)
	w.header(header{data: []byte("large"), codecs: "c", width: 640, height: 360})
	for n := range holdBack {
		if w.ready() {
			t.Fatalf("ready with %d parts after a segment of 8 ms", n)
		}
		w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: n == 0})
	}
	if !w.ready() || !w.has(1001, 2) {
		t.Error("three parts are not enough")
	}
}

// The first picture does not wait for the end of the first segment: three parts
// of it, which is what players hold back, are listed, and what was said then of
// its length and of what was before it stays.
func TestTheFirstSegmentIsListedInParts(t *testing.T) {
	w := newLiveWindow(time.Unix(1000, 0))
	w.header(header{data: []byte("h"), codecs: "c", width: 640, height: 360})
	for n := range 2 {
		w.part(part{data: []byte{1}, length: 200 * time.Millisecond, independent: n == 0})
	}
	if w.ready() {
		t.Fatal("two parts are listed")
	}
	w.part(part{data: []byte{1}, length: 200 * time.Millisecond})
	if !w.ready() || !w.has(1000, 2) || w.has(1000, 3) {
		t.Fatal("three parts are not listed")
	}
	if master := w.master(""); strings.Contains(master, "BANDWIDTH=0,") {
		t.Error(master)
	}
	early := w.playlist()
	w.endSegment(2*time.Second, 0)
	late := w.playlist()
	for _, line := range []string{"#EXT-X-TARGETDURATION:4\n", "1000.2.mp4", "#EXT-X-GAP\n#EXTINF:2.00000,\n", "#EXT-X-MAP:URI=\"1000.header.mp4\"\n"} {
		if !strings.Contains(early, line) || !strings.Contains(late, line) {
			t.Errorf("%q is not in both of\n%s\n%s", line, early, late)
		}
	}
	if strings.Count(early, "#EXT-X-GAP") != kept || strings.Count(late, "#EXT-X-GAP") != kept-1 {
		t.Errorf("gaps of\n%s\n%s", early, late)
	}
}
