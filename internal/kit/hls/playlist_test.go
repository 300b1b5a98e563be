package hls_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// playlist is what a player reads of one.
type playlist struct {
	target     int
	partTarget float64
	holdBack   float64
	number     int // of the first entry
	next       int // of the segment that is being made
	header     string
	gaps       int
	segments   []entry
	open       []piece // the parts of the segment that is being made
	hint       string
}

type entry struct {
	number int
	file   string
	length float64
	parts  []piece
}

type piece struct {
	file        string
	length      float64
	independent bool
}

var quoted = regexp.MustCompile(`([A-Z-]+)=("[^"]*"|[^,]*)`)

func attributes(text string) map[string]string {
	all := map[string]string{}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		all[m[1]] = strings.Trim(m[2], `"`)
	}
	return all
}

func decimal(t *testing.T, text string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func parse(t *testing.T, text string) (p playlist) {
	t.Helper()
	if !strings.HasPrefix(text, "#EXTM3U\n") {
		t.Fatalf("no playlist: %s", text)
	}
	gap := false
	var length float64
	at := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		tag, value, _ := strings.Cut(line, ":")
		switch tag {
		case "#EXT-X-TARGETDURATION":
			p.target = int(decimal(t, value))
		case "#EXT-X-PART-INF":
			p.partTarget = decimal(t, attributes(value)["PART-TARGET"])
		case "#EXT-X-SERVER-CONTROL":
			p.holdBack = decimal(t, attributes(value)["PART-HOLD-BACK"])
		case "#EXT-X-MEDIA-SEQUENCE":
			p.number = int(decimal(t, value))
			at = p.number
		case "#EXT-X-MAP":
			p.header = attributes(value)["URI"]
		case "#EXT-X-GAP":
			gap = true
		case "#EXT-X-PART":
			a := attributes(value)
			p.open = append(p.open, piece{a["URI"], decimal(t, a["DURATION"]), a["INDEPENDENT"] == "YES"})
		case "#EXT-X-PRELOAD-HINT":
			p.hint = attributes(value)["URI"]
		case "#EXTINF":
			length = decimal(t, strings.TrimSuffix(value, ","))
		default:
			if strings.HasPrefix(line, "#") || line == "" {
				continue
			}
			if gap {
				p.gaps, gap = p.gaps+1, false
			} else {
				p.segments = append(p.segments, entry{at, line, length, p.open})
			}
			p.open = nil
			at++
		}
	}
	p.next = at
	return p
}

func (p playlist) length() (d time.Duration) {
	for _, s := range p.segments {
		d += time.Duration(s.length * float64(time.Second))
	}
	return d
}

// check asserts what players, those on iPhones first, want of every playlist.
func (p playlist) check(t *testing.T) {
	t.Helper()
	if p.partTarget < 0.2 || p.holdBack < 3*p.partTarget-1e-4 || p.header == "" {
		t.Errorf("parts of %v s, %v s held back, header %q", p.partTarget, p.holdBack, p.header)
	}
	if want := strconv.Itoa(p.next) + "." + strconv.Itoa(len(p.open)) + ".mp4"; p.hint != want {
		t.Errorf("the hint is %s, want %s", p.hint, want)
	}
	if len(p.segments)+p.gaps < 7 {
		t.Errorf("%d segments and %d gaps are too few", len(p.segments), p.gaps)
	}
	for _, s := range p.segments {
		if int(math.Round(s.length)) > p.target {
			t.Errorf("%s lasts %v s, more than the target", s.file, s.length)
		}
		total := 0.0
		for n, part := range s.parts {
			total += part.length
			if n < len(s.parts)-1 {
				p.checkPart(t, part)
			}
			if part.length > p.partTarget {
				t.Errorf("%s lasts %v s, target %v", part.file, part.length, p.partTarget)
			}
		}
		if len(s.parts) > 0 && (!s.parts[0].independent || math.Abs(total-s.length) > 1e-3) {
			t.Errorf("%s of %v s has parts of %v s, the first independent %v", s.file, s.length, total, s.parts[0].independent)
		}
	}
	for _, part := range p.open {
		p.checkPart(t, part)
	}
}

// checkPart wants every part but a segment's last to last just as long.
func (p playlist) checkPart(t *testing.T, part piece) {
	t.Helper()
	if math.Abs(part.length-p.partTarget) > 2e-5 {
		t.Errorf("%s lasts %v s, not %v", part.file, part.length, p.partTarget)
	}
}

// follows asserts what may not change from one playlist to a later one.
func (p playlist) follows(t *testing.T, earlier playlist) {
	t.Helper()
	if earlier.target == 0 {
		return
	}
	if p.target != earlier.target || p.partTarget != earlier.partTarget || p.number < earlier.number {
		t.Errorf("target %d, part %v, number %d after %d, %v, %d",
			p.target, p.partTarget, p.number, earlier.target, earlier.partTarget, earlier.number)
	}
	for _, then := range earlier.segments {
		if then.number >= p.number && then.number < p.number+p.gaps {
			t.Errorf("segment %d has become a gap", then.number)
		}
		for _, now := range p.segments {
			if now.number == then.number && (now.file != then.file || now.length != then.length) {
				t.Errorf("segment %d was %s of %v s and is %s of %v s", now.number, then.file, then.length, now.file, now.length)
			}
		}
	}
}
