package transcode

import (
	"math"
	"slices"
	"time"
)

// Rendition is one size of a video, to be encoded as a whole.
type Rendition struct {
	Name    string   `json:"name"`  // "480p", or "source" for a remux
	Width   int      `json:"width"` // upright
	Height  int      `json:"height"`
	Rate    Rational `json:"rate"`    // frames a second, the same in all
	GOP     int      `json:"gop"`     // frames from one keyframe to the next, the same in all
	Bitrate int      `json:"bitrate"` // of the picture at most, bits a second
	Remux   bool     `json:"remux"`   // the upload's own picture, put into another container
}

// rungs are the boxes of the ladder: a picture fits into one lying or standing.
var rungs = []struct {
	name            string
	longer, shorter int
	bitrate         int // at 30 frames a second
}{
	{"1080p", 1920, 1080, 5_000_000},
	{"720p", 1280, 720, 2_800_000},
	{"480p", 854, 480, 1_400_000},
	{"360p", 640, 360, 800_000},
}

// What is first is this, or else the largest below it.
const firstRung = "480p"

// maxSegment is how long a segment may be: cut points are the same in every rendition, and a mark that tells one copy from another needs short ones.
const maxSegment = 2 * time.Second

// maxRemuxBitrate is what a buyer's line is asked to carry when the upload itself is played, bits a second.
const maxRemuxBitrate = 12_000_000

// Plan is what is made of a video, in the order of the work: what is played first, then the others, larger ones before smaller ones. A remux may turn out to be impossible
// (ErrRemux); the next in the list is the first one then.
func Plan(v Video) []Rendition {
	width, height := v.Shown()
	gop := max(1, int(math.Floor(maxSegment.Seconds()*v.Rate.float()+1e-9)))
	var ladder []Rendition
	for i, rung := range rungs {
		w, h := fit(width, height, rung.longer, rung.shorter)
		if i+1 < len(rungs) {
			if lower, _ := fit(width, height, rungs[i+1].longer, rungs[i+1].shorter); lower*10 >= w*9 {
				continue // the next rung is as large, or nearly
			}
		}
		ladder = append(ladder, Rendition{Name: rung.name, Width: w, Height: h, Rate: v.Rate, GOP: gop, Bitrate: bitrate(rung.bitrate, v.Rate)})
	}
	first := max(0, slices.IndexFunc(ladder, func(r Rendition) bool { return r.Name == firstRung }))
	plan := slices.Concat(ladder[first:first+1], ladder[:first], ladder[first+1:])
	if v.remuxable() {
		remux := Rendition{Name: "source", Width: v.Width, Height: v.Height, Rate: v.Rate, Remux: true}
		plan = slices.Insert(plan, 0, remux)
	}
	return plan
}

// bitrate grows with the frames, by half for twice as many.
func bitrate(at30 int, rate Rational) int {
	if rate.float() > 31 {
		return at30 * 3 / 2
	}
	return at30
}

// Shown is the size of the picture with square pixels, upright.
func (v *Video) Shown() (width, height int) {
	width, height = v.Width, v.Height
	if a := v.Aspect.float(); a > 1 {
		width = int(math.Round(float64(width) * a))
	} else if a < 1 {
		height = int(math.Round(float64(height) / a))
	}
	if v.Orientation.sideways() {
		width, height = height, width
	}
	return width, height
}

// fit shrinks a picture into a box that lies or stands as it does. It never enlarges, and both sides are even.
func fit(width, height, longer, shorter int) (int, int) {
	boxW, boxH := longer, shorter
	if height > width {
		boxW, boxH = shorter, longer
	}
	scale := min(1, float64(boxW)/float64(width), float64(boxH)/float64(height))
	even := func(side int) int { return max(2, int(float64(side)*scale/2+0.5)*2) }
	return min(even(width), width&^1), min(even(height), height&^1)
}

// remuxable tells whether browsers play the picture as it is, and show it right.
func (v *Video) remuxable() bool {
	c := v.Colour
	plain := c.Transfer == SDR && !c.Wide && !c.Full && c.Matrix == "bt709" && c.Primaries == "bt709"
	profile := slices.Contains([]string{"Constrained Baseline", "Baseline", "Main", "High"}, v.Profile)
	sides := max(v.Width, v.Height) <= rungs[0].longer && min(v.Width, v.Height) <= rungs[0].shorter && v.Width%2 == 0 && v.Height%2 == 0
	slow := float64(v.Size)*8 <= maxRemuxBitrate*v.Duration.Seconds()
	return v.Codec == "h264" && profile && v.PixelFormat == "yuv420p" && plain && sides && slow &&
		!v.Interlaced && v.Aspect.Num == v.Aspect.Den && v.Orientation.upright()
}

// copiesSound tells whether the sound is as we would encode it.
func (v *Video) copiesSound() bool {
	s := v.Sound
	return s != nil && s.Codec == "aac" && s.Profile == "LC" && s.Channels == 2 && (s.Rate == 48000 || s.Rate == 44100)
}

// standard are the frame rates that a varying one is rounded to.
var standard = []Rational{{24, 1}, {25, 1}, {30, 1}, {50, 1}, {60, 1}}

const (
	minRate = 10 // fewer frames are shown several times, so that a segment stays short
	maxRate = 60
)

// setRate chooses the constant frame rate: the upload's own where it has one that players show, and otherwise the next standard rate above its mean.
func (v *Video) setRate(s stream) {
	mean, hasMean := parseRational(s.MeanRate)
	nominal, hasNominal := parseRational(s.RealRate)
	if !hasMean {
		mean, hasMean = nominal, hasNominal
	}
	if !hasMean {
		v.Rate, v.Variable = Rational{30, 1}, true
		return
	}
	near := func(a, b Rational) bool { return math.Abs(a.float()-b.float()) <= b.float()/100 }
	usable := func(r Rational) bool { return r.float() >= minRate && r.float() <= maxRate+.01 && r.Den <= 1001*60 }
	v.Variable = hasNominal && !near(mean, nominal) && !v.Interlaced
	switch {
	case hasNominal && !v.Variable && !v.Interlaced && usable(nominal):
		v.Rate = nominal
	case v.Variable && usable(nominal) && nominal.float() > mean.float() && isStandard(nominal):
		v.Rate = nominal
	default:
		v.Rate = above(mean)
	}
}

func isStandard(r Rational) bool {
	return slices.ContainsFunc(standard, func(s Rational) bool { return math.Abs(s.float()-r.float()) < s.float()/100 })
}

// above is the least rate that shows as many frames.
func above(mean Rational) Rational {
	switch exact := mean.float(); {
	case exact < minRate:
		return Rational{minRate, 1}
	case math.Abs(exact-30000.0/1001) < .01:
		return Rational{30000, 1001}
	default:
		for _, s := range standard {
			if exact <= s.float()*1.02 {
				return s
			}
		}
	}
	return Rational{maxRate, 1}
}
