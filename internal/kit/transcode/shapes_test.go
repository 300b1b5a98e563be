package transcode_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/transcode"
)

// What the corners of a picture look like after it was turned by a matrix: each goes to where the matrix takes it.
func turned(a, b, c, d int) (out [4]rgb) {
	for i, colour := range corners {
		x, y := 2*(i%2)-1, 2*(i/2)-1
		x, y = a*x+c*y, b*x+d*y
		out[(x+1)/2+(y+1)] = colour
	}
	return out
}

// half lets six tenths of what was drawn through.
const half = "format=rgba,colorchannelmixer=aa=0.6,scale=out_color_matrix=bt709:out_range=tv,"

// accepted is what is made of a file of each shape that a camera, a phone or a program writes.
var accepted = []struct {
	name   string
	shot   shot
	spoil  func(data []byte) []byte
	matrix [4]int // of the display; zero: none
	silent bool
	w, h   int // of the result, when other than what was drawn
	loud   float64
	dim    float64 // what a transparent picture keeps on black
	check  func(t *testing.T, v transcode.Video)
}{
	{name: "a usual MP4", shot: shot{name: "a.mp4", out: fast}},
	{name: "portrait by a matrix", shot: shot{name: "a.mov", out: fast}, matrix: [4]int{0, 1, -1, 0}, w: height, h: width},
	{name: "mirrored", shot: shot{name: "a.mp4", out: fast}, matrix: [4]int{-1, 0, 0, 1}},
	{name: "mirrored portrait", shot: shot{name: "a.mp4", out: fast}, matrix: [4]int{0, -1, -1, 0}, w: height, h: width},
	{
		name: "varying frame rate", shot: shot{name: "a.mp4", vf: "select='lt(mod(n,30),3)+not(mod(n,7))+gt(mod(n,30),25)'," + toBT709, out: append([]string{"-fps_mode", "vfr"}, fast...)},
		check: func(t *testing.T, v transcode.Video) {
			if !v.Variable {
				t.Error("its frame rate is taken for a constant one")
			}
		},
	},

	{name: "4:2:2 with mono", shot: shot{name: "a.mp4", vf: toBT709 + ",format=yuv422p", out: append([]string{"-ac", "1"}, fast...)}, loud: .5},
	{name: "MKV with 10 bits and FLAC of 44.1 kHz", shot: shot{name: "a.mkv", vf: toBT709 + ",format=yuv420p10le", out: append([]string{"-c:a", "flac", "-ar", "44100"}, fast...)}},
	{name: "odd sizes", shot: shot{name: "a.mp4", w: 193, h: 109, vf: "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setparams=colorspace=bt709", out: fast}, w: 192, h: 108},
	{name: "5.1", shot: shot{name: "a.mp4", sound: beep + "|0|0|0|0|0:c=5.1", out: fast}},
	{name: "silent", shot: shot{name: "a.mp4", sound: "none", out: fast}, silent: true},
	{
		name: "interlaced", shot: shot{name: "a.mp4", vf: toBT709 + ",setfield=tff", out: append([]string{"-flags", "+ildct+ilme", "-x264-params", "tff=1"}, fast...)},
		check: func(t *testing.T, v transcode.Video) {
			if !v.Interlaced {
				t.Error("it is taken for progressive")
			}
		},
	},
	{name: "tiny", shot: shot{name: "a.mp4", w: 64, h: 48, out: fast}},
	{name: "one keyframe only", shot: shot{name: "a.mp4", out: append([]string{"-g", "1000", "-bf", "3"}, fast...)}},
	{name: "without a duration", shot: shot{name: "a.webm", vf: "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p", out: []string{"-c:v", "libvpx", "-b:v", "2M", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus", "-live", "1"}}},
	{name: "full range", shot: shot{name: "a.mp4", vf: "scale=out_color_matrix=bt709:out_range=pc,format=yuvj420p,setparams=colorspace=bt709", out: append([]string{"-color_range", "pc", "-colorspace", "bt709"}, fast...)}},
	{name: "BT.601 without a word of it", shot: shot{name: "a.mp4", vf: "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p,setparams=colorspace=unknown", out: fast}},
	{
		name: "BT.2020 in SDR", shot: shot{name: "a.mkv", vf: "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p10le,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709," +
			"zscale=p=bt2020:t=2020_10:m=2020_ncl", out: append([]string{"-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-colorspace", "bt2020nc"}, fast...)},
		check: func(t *testing.T, v transcode.Video) {
			if !v.Colour.Wide {
				t.Errorf("its colours are %+v", v.Colour)
			}
		},
	},
	{name: "AVI with MPEG-4 and AC-3", shot: shot{name: "a.avi", vf: "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p", out: []string{"-c:v", "mpeg4", "-q:v", "2", "-c:a", "ac3"}}},
	{name: "a transport stream", shot: shot{name: "a.ts", out: fast}},
	{
		name: "a transport stream that begins in the middle", shot: shot{name: "a.ts", length: 3.5, out: append([]string{"-g", "20", "-bf", "0"}, fast...)},
		spoil: func(data []byte) []byte { return data[len(data)/188/4*188:] },
	},
	{name: "QuickTime with RGB", shot: shot{name: "a.mov", vf: "format=rgb24", out: []string{"-c:v", "qtrle", "-c:a", "pcm_s16le"}}},
	{name: "motion JPEG with six channels and no layout", shot: shot{name: "a.avi", vf: "scale=out_color_matrix=smpte170m:out_range=pc,format=yuvj422p", out: []string{"-af", "pan=6c|c0=c0|c1=c0", "-c:v", "mjpeg", "-q:v", "2", "-c:a", "pcm_s16le"}}},
	{name: "pixels that are not square", shot: shot{name: "a.mp4", vf: toBT709 + ",setsar=4/3", out: fast}, w: 256, h: height},
	{name: "ProRes 4444 with transparency", shot: shot{name: "a.mov", vf: half + "format=yuva444p10le,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709", out: []string{"-c:v", "prores_ks", "-c:a", "pcm_s16le", "-colorspace", "bt709"}}, dim: .6},
	{name: "VP9 with transparency", shot: shot{name: "a.webm", vf: half + "format=yuva420p", out: []string{"-c:v", "libvpx-vp9", "-b:v", "2M", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus", "-colorspace", "bt709"}}, dim: .6},
	{name: "sound that goes on after the picture", shot: shot{name: "a.mp4", vf: "trim=end=1.8," + toBT709, out: fast}},
	{name: "a gap in the sound", shot: shot{name: "a.mkv", out: append([]string{"-af", "aselect='not(between(t,0.2,0.55))'", "-c:a", "pcm_s16le"}, fast...)}},
	{name: "sound that begins late", shot: shot{name: "a.mkv", out: append([]string{"-af", "aselect='gt(t,0.5)'", "-c:a", "pcm_s16le"}, fast...)}},
	{name: "a cut to another scene", shot: shot{name: "a.mp4", vf: "hue=h=180:b=-5:enable='between(t,1.4,1.7)'," + toBT709, out: fast}},
	{name: "a picture that begins late", shot: shot{name: "a.mkv", vf: "select='gte(t,0.5)'," + toBT709, out: append([]string{"-fps_mode", "vfr"}, fast...)}},
}

// Each is upright, has the colours that were drawn, and the sound where it belongs.
func TestShapesThatAreAccepted(t *testing.T) {
	for _, c := range accepted {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file, want := c.shot.make(t), corners
			if m := c.matrix; m != [4]int{} {
				turn(t, file, int32(m[0]), int32(m[1]), int32(m[2]), int32(m[3]))
				want = turned(m[0], m[1], m[2], m[3])
			}
			if c.spoil != nil {
				rewrite(t, file, c.spoil)
			}
			v, e := encoded(t, file)
			if c.dim > 0 {
				for i := range want {
					want[i] = rgb{want[i][0] * c.dim, want[i][1] * c.dim, want[i][2] * c.dim}
				}
			}
			if c.check != nil {
				c.check(t, v)
			}
			if c.w == 0 {
				c.w, c.h = max(c.shot.w, c.w), max(c.shot.h, c.h)
			}
			if c.w == 0 {
				c.w, c.h = width, height
			}
			if e.Index.Width != c.w || e.Index.Height != c.h {
				t.Errorf("it is %d × %d, want %d × %d", e.Index.Width, e.Index.Height, c.w, c.h)
			}
			s := play(t, e)
			s.hasCorners(t, want)
			if (s.beeps == nil) != c.silent {
				t.Errorf("beeps at %v, silent: %v", s.beeps, c.silent)
			}
			s.inSync(t)
			if c.loud > 0 && math.Abs(s.loud-c.loud) > .08 {
				t.Errorf("the beeps are %.2f loud, want %.2f", s.loud, c.loud)
			}
		})
	}
}

// encoded takes the file through the package: what is first of the plan and not a remux.
func encoded(t *testing.T, file string) (transcode.Video, transcode.Encoded) {
	t.Helper()
	x := transcoder(t)
	v, err := x.Probe(t.Context(), file, transcode.Bounds{})
	if err != nil {
		t.Fatal("it is refused: ", err)
	}
	for _, r := range transcode.Plan(v) {
		if r.Remux {
			continue
		}
		e, err := x.Encode(t.Context(), v, r, filepath.Join(t.TempDir(), "out.mp4"), nil)
		if err != nil {
			t.Fatal(err)
		}
		return v, e
	}
	t.Fatal("nothing is planned")
	return transcode.Video{}, transcode.Encoded{}
}

// hasCorners allows 8 % of luma, and 4 % of a colour: what is read with the matrix of BT.601 instead of BT.709 is further off.
func (s seen) hasCorners(t *testing.T, want [4]rgb) {
	t.Helper()
	for i, c := range s.corners {
		if math.Abs(c.luma()-want[i].luma()) > .08*255 {
			t.Errorf("corner %d has luma %.0f, want %.0f", i, c.luma(), want[i].luma())
		}
		if math.Abs(s.first[i].luma()-want[i].luma()) > .08*255 {
			t.Errorf("corner %d has luma %.0f in the first frame, want %.0f", i, s.first[i].luma(), want[i].luma())
		}
		for k := range 3 {
			if math.Abs(c[k]-want[i][k]) > .04*255 {
				t.Errorf("corner %d is %.0f, want %.0f", i, c, want[i])
				break
			}
		}
	}
}

// inSync allows 40 ms between a flash and its beep.
func (s seen) inSync(t *testing.T) {
	t.Helper()
	if s.beeps == nil {
		return
	}
	if len(s.flashes) < 2 {
		t.Fatalf("flashes at %v", s.flashes)
	}
	for _, f := range s.flashes[len(s.flashes)-min(len(s.flashes), len(s.beeps)):] { // the sound may begin later
		nearest := math.Inf(1)
		for _, b := range s.beeps {
			if math.Abs(f-b) < math.Abs(nearest) {
				nearest = f - b
			}
		}
		if math.Abs(nearest) >= .04 {
			t.Errorf("the flash at %.3f is %.0f ms from its beep (beeps at %.3f)", f, 1000*nearest, s.beeps)
		}
	}
}

// Greys of HDR are where BT.2446 method A puts them in SDR, within 8 % of the scale.
func TestHDRIsToneMapped(t *testing.T) {
	if !tools(t).HDR {
		t.Skip("skipped, and nothing is proven: ffmpeg lacks zscale or tonemap")
	}
	for _, c := range []struct {
		name, trc string
		nits      func(float64) float64
		signals   [4]float64
		standing  bool // as telephones film
	}{
		{"HLG", "arib-std-b67", hlg, [4]float64{.25, .5, .75, .95}, true},
		{"PQ", "smpte2084", pq, [4]float64{.2, .4, .58, .7}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "hdr.mov")
			ffmpeg(t, greys(c.signals), "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "192x108", "-r", "15", "-i", "pipe:0",
				"-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-color_primaries", "bt2020", "-color_trc", c.trc, "-colorspace", "bt2020nc",
				"-color_range", "tv", file)
			if c.standing {
				turn(t, file, 0, 1, -1, 0)
				c.signals = [4]float64{c.signals[2], c.signals[0], c.signals[3], c.signals[1]}
			}
			_, e := encoded(t, file)
			s := play(t, e)
			for i, signal := range c.signals {
				want := 255 * methodA(c.nits(signal))
				for k := range 3 {
					if got := s.corners[i][k]; math.Abs(got-want) > .08*255 {
						t.Errorf("%s %.2f of %.0f cd/m² becomes %.0f, want %.0f of grey", c.name, signal, c.nits(signal), s.corners[i], want)
						break
					}
				}
			}
		})
	}
}

// greys is twenty frames of four greys, by their HDR signals.
func greys(signals [4]float64) (data []byte) {
	const w, h = 192, 108
	var one []byte
	for y := range h {
		for x := range w {
			code := uint16(math.Round(64 + 876*signals[2*(2*y/h)+2*x/w]))
			one = append(one, byte(code), byte(code>>8))
		}
	}
	for range w * h / 2 {
		one = append(one, 0, 2) // no colour
	}
	for range 20 {
		data = append(data, one...)
	}
	return data
}

// hlg is the light of an HLG signal on a display of 1000 cd/m² (BT.2100).
func hlg(e float64) float64 {
	s := e * e / 3
	if e > .5 {
		s = (math.Exp((e-.55991073)/.17883277) + .28466892) / 12
	}
	return 1000 * math.Pow(s, 1.2)
}

// pq is the light of a PQ signal (BT.2100).
func pq(e float64) float64 {
	p := math.Pow(e, 32/2523.0)
	return 10000 * math.Pow(max(p-3424/4096.0, 0)/(2413/128.0-2392/128.0*p), 16384/2610.0)
}

// methodA is the SDR signal for a grey of that light (BT.2446-1, method A), from 1000 to 100 cd/m².
func methodA(nits float64) float64 {
	y := math.Pow(min(nits/1000, 1), 1/2.4)
	hdr, sdr := 1+32*math.Pow(.1, 1/2.4), 1+32*math.Pow(.01, 1/2.4)
	p := math.Log(1+(hdr-1)*y) / math.Log(hdr)
	switch {
	case p <= .7399:
		p *= 1.0770
	case p < .9909:
		p = -1.1510*p*p + 2.7811*p - .6302
	default:
		p = .5*p + .5
	}
	return (math.Pow(sdr, p) - 1) / (sdr - 1)
}

// refused is what nothing right can be made of.
var refused = []struct {
	name string
	make func(t *testing.T) string
	want *fault.Fault
}{
	{"nothing at all", written("a.mp4", ""), transcode.ErrEmpty},
	{"a text called a video", written("a.mp4", "This is my video, I hope you like it.\n"), transcode.ErrNotVideo},
	{"a playlist that names a file", written("a.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"), transcode.ErrNotVideo},
	{"a list of files to join", written("a.mp4", "ffconcat version 1.0\nfile /etc/passwd\n"), transcode.ErrNotVideo},
	{"a photo called a video", written("a.mp4", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), transcode.ErrPhoto},
	{"one of a phone", written("a.mp4", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), transcode.ErrPhoto},
	{"the first bytes of a video", written("a.mp4", "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41"), transcode.ErrTruncated},
	{"sound only", func(t *testing.T) string {
		file := filepath.Join(t.TempDir(), "a.mp4")
		ffmpeg(t, nil, "-f", "lavfi", "-t", "2", "-i", beep, file)
		return file
	}, transcode.ErrNoPicture},
	{"sound with a cover", func(t *testing.T) string {
		file := filepath.Join(t.TempDir(), "a.m4a")
		ffmpeg(t, nil, "-f", "lavfi", "-t", "2", "-i", beep, "-f", "lavfi", "-t", "0.04", "-i", "color=red:s=64x64", "-c:v", "mjpeg", "-disposition:v", "attached_pic", "-f", "mp4", file)
		return file
	}, transcode.ErrNoPicture},
	{"one frame", func(t *testing.T) string {
		return shot{name: "a.mp4", length: 1.0 / rate, sound: "none", out: fast}.make(t)
	}, transcode.ErrShort},
	{"cut off, its index first", cut(shot{name: "a.mp4", length: 6, out: append([]string{"-movflags", "+faststart"}, fast...)}, 60), transcode.ErrTruncated},
	{"cut off, its index last", cut(shot{name: "a.mp4", out: fast}, 70), transcode.ErrTruncated},
	{"a cut MKV", cut(shot{name: "a.mkv", length: 6, out: fast}, 50), transcode.ErrTruncated},
	{"encrypted", func(t *testing.T) string {
		return shot{name: "a.mp4", out: append([]string{"-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00112233445566778899aabbccddeeff",
			"-encryption_kid", "00112233445566778899aabbccddeeff"}, fast...)}.make(t)
	}, transcode.ErrEncrypted},
	{"half a quarter turned", func(t *testing.T) string {
		return turn(t, shot{name: "a.mp4", sound: "none", length: 1.2, out: fast}.make(t), 1, 1, -1, 1)
	}, transcode.ErrTilted},
	{"smaller than an icon", func(t *testing.T) string { return shot{name: "a.mp4", w: 16, h: 16, out: fast}.make(t) }, transcode.ErrSmall},
	{"a codec of nobody's", func(t *testing.T) string {
		return shot{name: "a.avi", out: []string{"-c:v", "zmbv"}, vf: "format=rgb24"}.make(t)
	}, transcode.ErrUnsupported},
	{"BT.2020 without its curve", func(t *testing.T) string {
		return shot{name: "a.mp4", out: append([]string{"-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", "unknown"}, fast...), vf: "format=yuv420p,setparams=color_primaries=bt2020:color_trc=unknown:colorspace=bt2020nc"}.make(t)
	}, transcode.ErrColours},
}

func written(name, content string) func(t *testing.T) string {
	return func(t *testing.T) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
}

func rewrite(t *testing.T, file string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, change(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

// cut leaves so many percent of a file.
func cut(s shot, percent int) func(t *testing.T) string {
	return func(t *testing.T) string {
		file := s.make(t)
		stat, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, stat.Size()*int64(percent)/100); err != nil {
			t.Fatal(err)
		}
		return file
	}
}

// Each is refused with words for who uploaded it.
func TestShapesThatAreRefused(t *testing.T) {
	x := transcoder(t)
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := x.Probe(t.Context(), c.make(t), transcode.Bounds{})
			if !errors.Is(err, c.want) {
				t.Errorf("it is answered %v, want %v", err, c.want)
			}
		})
	}
}
