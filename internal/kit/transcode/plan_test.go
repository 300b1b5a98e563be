package transcode

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func described(v Video) (plan []string) {
	for _, r := range Plan(v) {
		plan = append(plan, fmt.Sprintf("%s %dx%d", r.Name, r.Width, r.Height))
	}
	return plan
}

// The ladder of each size: never enlarged, even, and no two rungs of a size.
func TestPlan(t *testing.T) {
	for _, c := range []struct {
		width, height, quarters int
		aspect                  Rational
		want                    string
	}{
		{1920, 1080, 0, Rational{1, 1}, "480p 854x480, 1080p 1920x1080, 720p 1280x720, 360p 640x360"},
		{3840, 2160, 0, Rational{1, 1}, "480p 854x480, 1080p 1920x1080, 720p 1280x720, 360p 640x360"},
		{1080, 1920, 0, Rational{1, 1}, "480p 480x854, 1080p 1080x1920, 720p 720x1280, 360p 360x640"},
		{1920, 1080, 1, Rational{1, 1}, "480p 480x854, 1080p 1080x1920, 720p 720x1280, 360p 360x640"},
		{1920, 800, 0, Rational{1, 1}, "480p 854x356, 1080p 1920x800, 720p 1280x534, 360p 640x266"},
		{1000, 1000, 0, Rational{1, 1}, "480p 480x480, 1080p 1000x1000, 720p 720x720, 360p 360x360"},
		{1281, 721, 0, Rational{1, 1}, "480p 852x480, 720p 1280x720, 360p 640x360"},
		{720, 576, 0, Rational{64, 45}, "480p 854x480, 720p 1024x576, 360p 640x360"},
		{720, 480, 0, Rational{8, 9}, "480p 640x480, 720p 720x540, 360p 480x360"},
		{641, 361, 0, Rational{1, 1}, "360p 640x360"},
		{321, 181, 0, Rational{1, 1}, "360p 320x180"},
		{33, 1001, 0, Rational{1, 1}, "480p 28x854, 720p 32x1000, 360p 22x640"},
	} {
		v := Video{Width: c.width, Height: c.height, Aspect: c.aspect, Rate: Rational{30, 1}, Orientation: Orientation{Quarters: c.quarters}}
		if got := strings.Join(described(v), ", "); got != c.want {
			t.Errorf("%d × %d (%v, %d quarters) becomes %s, want %s", c.width, c.height, c.aspect, c.quarters, got, c.want)
		}
	}
}

// A remux is planned only for what browsers play as it is.
func TestRemuxIsPlanned(t *testing.T) {
	good := Video{
		Codec: "h264", Profile: "High", PixelFormat: "yuv420p", Width: 1920, Height: 1080, Aspect: Rational{1, 1}, Rate: Rational{30, 1}, Size: 10 << 20, Duration: time.Minute,
		Colour: Colour{Transfer: SDR, Matrix: "bt709", Primaries: "bt709"},
	}
	if p := Plan(good); !p[0].Remux || p[1].Name != "480p" || len(p) != 5 {
		t.Errorf("the plan of the usual is %+v", p)
	}
	for name, change := range map[string]func(*Video){
		"another codec": func(v *Video) { v.Codec = "hevc" }, "4:4:4": func(v *Video) { v.Profile = "High 4:4:4 Predictive" },
		"10 bits": func(v *Video) { v.PixelFormat = "yuv420p10le" }, "turned": func(v *Video) { v.Orientation.Quarters = 1 },
		"mirrored": func(v *Video) { v.Orientation.Mirrored = true }, "larger": func(v *Video) { v.Width = 2560 }, "full range": func(v *Video) { v.Colour.Full = true },
		"BT.601": func(v *Video) { v.Colour.Matrix = "smpte170m" }, "HLG": func(v *Video) { v.Colour.Transfer = HLG }, "interlaced": func(v *Video) { v.Interlaced = true },
		"wide pixels": func(v *Video) { v.Aspect = Rational{4, 3} }, "a heavy line": func(v *Video) { v.Size = 200 << 20 },
	} {
		v := good
		change(&v)
		if slices.ContainsFunc(Plan(v), func(r Rendition) bool { return r.Remux }) {
			t.Errorf("%s: a remux is planned", name)
		}
	}
}

// The frame rate of what is made, and how many frames there are from keyframe to keyframe.
func TestRates(t *testing.T) {
	for _, c := range []struct {
		mean, nominal string
		interlaced    bool
		want          Rational
		variable      bool
		gop           int
	}{
		{"30/1", "30/1", false, Rational{30, 1}, false, 60},
		{"30000/1001", "30000/1001", false, Rational{30000, 1001}, false, 59},
		{"24000/1001", "24000/1001", false, Rational{24000, 1001}, false, 47},
		{"25/1", "50/1", true, Rational{25, 1}, false, 50},
		{"60/1", "60/1", false, Rational{60, 1}, false, 120},
		{"240/1", "240/1", false, Rational{60, 1}, false, 120},
		{"27341/1000", "30/1", false, Rational{30, 1}, true, 60},
		{"27341/1000", "90000/1", false, Rational{30, 1}, true, 60},
		{"13/1", "120/1", false, Rational{24, 1}, true, 48},
		{"1/1", "1/1", false, Rational{10, 1}, false, 20},
		{"0/0", "0/0", false, Rational{30, 1}, true, 60},
		{"0/0", "1000/1", false, Rational{60, 1}, false, 120},
	} {
		v := Video{Interlaced: c.interlaced, Width: 64, Height: 64, Aspect: Rational{1, 1}}
		v.setRate(stream{MeanRate: c.mean, RealRate: c.nominal})
		if gop := Plan(v)[0].GOP; v.Rate != c.want || v.Variable != c.variable || gop != c.gop {
			t.Errorf("mean %s, nominal %s becomes %v (variable: %v) with %d frames to a segment", c.mean, c.nominal, v.Rate, v.Variable, gop)
		}
	}
}

// A name that would be another line of a playlist is refused, whoever gave it.
func TestNamesOfAPlaylist(t *testing.T) {
	ix := Index{Segments: []Segment{{Duration: 2 * time.Second, Size: 1000}, {Duration: 500 * time.Millisecond, Size: 900}}}
	list, err := ix.Playlist("480p", func(r string, n int) string { return fmt.Sprint(r, "-", n) })
	want := "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n" +
		"#EXT-X-MAP:URI=\"480p-0\"\n#EXTINF:2.000000,\n480p-1\n#EXTINF:0.500000,\n480p-2\n#EXT-X-ENDLIST\n"
	if err != nil || string(list) != want {
		t.Errorf("%v: %s", err, list)
	}
	for _, bad := range []string{"", "a\nb", "#EXT-X-ENDLIST", "a\"b", "a b"} {
		if _, err := ix.Playlist("480p", func(string, int) string { return bad }); err == nil {
			t.Errorf("%q is taken for a name", bad)
		}
		if _, err := Master([]Variant{{URI: bad}}); err == nil {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}

// The master playlist begins with the rung that most lines play at once, and drops the remux when there is an encode of its size.
func TestMaster(t *testing.T) {
	of := func(name string, w, h int, remux bool) Variant {
		return Variant{Rendition: Rendition{Name: name, Rate: Rational{30000, 1001}, Remux: remux}, URI: name, Index: Index{
			Width: w, Height: h, PictureCodec: "avc1.640028", SoundCodec: "mp4a.40.2",
			Segments: []Segment{{Size: 250_000, Duration: 2 * time.Second}, {Size: 500_000, Duration: 2 * time.Second}, {Size: 90_000, Duration: 33 * time.Millisecond}},
		}}
	}
	order := func(v ...Variant) (names []string) {
		list, err := Master(v)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(list)) {
			if !strings.HasPrefix(line, "#") {
				names = append(names, strings.TrimSpace(line))
			}
		}
		return names
	}
	source, small, large := of("source", 1280, 720, true), of("480p", 854, 480, false), of("720p", 1280, 720, false)
	if got := order(source, small); !slices.Equal(got, []string{"480p", "source"}) {
		t.Errorf("with a remux and 480p: %v", got)
	}
	if got := order(source, large, small, of("360p", 640, 360, false)); !slices.Equal(got, []string{"480p", "360p", "720p"}) {
		t.Errorf("with all: %v", got)
	}
	list, _ := Master([]Variant{small})
	if !strings.Contains(string(list), "BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1666254,RESOLUTION=854x480,FRAME-RATE=29.970,CODECS=\"avc1.640028,mp4a.40.2\",VIDEO-RANGE=SDR") {
		t.Errorf("it says %s", list)
	}
}
