package transcode_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/transcode"
)

// The upload's own picture is played first where browsers can play it: nothing is lost, and no note of the camera's is kept.
func TestRemux(t *testing.T) {
	x := transcoder(t)
	file := shot{name: "a.mov", length: 4.5, out: append([]string{"-g", "45", "-bf", "2", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-ac", "2",
		"-metadata", "location=+48.2082+016.3738/", "-metadata", "title=Nina at home", "-bsf:v", "h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+at-48.2082"}, fast...)}.make(t)
	v, err := x.Probe(t.Context(), file, transcode.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	plan := transcode.Plan(v)
	if !plan[0].Remux || plan[1].Remux {
		t.Fatalf("the plan is %+v of %+v", plan, v)
	}
	e, err := x.Encode(t.Context(), v, plan[0], filepath.Join(t.TempDir(), "out.mp4"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := play(t, e)
	s.hasCorners(t, corners)
	s.inSync(t)
	if len(s.flashes) != 5 || len(e.Index.Segments) != 3 {
		t.Errorf("%d flashes in %d segments, want 5 in 3", len(s.flashes), len(e.Index.Segments))
	}
	data, err := os.ReadFile(e.File)
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range []string{"48.2082", "Nina"} {
		if bytes.Contains(data, []byte(note)) {
			t.Errorf("the result tells %q", note)
		}
	}
	if _, err := x.Storyboard(t.Context(), e, func(int) string { return "s" }); err == nil {
		t.Error("a storyboard is made of other keyframes than its segments'")
	}
}

// Keyframes too far apart make segments that nobody waits for.
func TestRemuxOfOneKeyframe(t *testing.T) {
	x := transcoder(t)
	file := filepath.Join(t.TempDir(), "a.mp4")
	ffmpeg(t, nil, "-f", "lavfi", "-t", "14", "-i", "color=red:s=96x64:r=10", "-vf", toBT709, "-c:v", "libx264", "-preset", "ultrafast", "-g", "1000",
		"-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", file)
	v, err := x.Probe(t.Context(), file, transcode.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.mp4")
	_, err = x.Encode(t.Context(), v, transcode.Plan(v)[0], out, nil)
	if _, left := os.Stat(out); !errors.Is(err, transcode.ErrRemux) || left == nil {
		t.Errorf("it ends with %v", err)
	}
}

// Of one upload: a ladder with the same cut points everywhere, which a player plays by our playlists, a poster, a preview and a storyboard.
func TestLadder(t *testing.T) {
	x := transcoder(t)
	file := shot{name: "a.mp4", w: 860, h: 484, length: 5.4, vf: "fps=15,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p10le,setparams=colorspace=bt709", out: fast}.make(t)
	v, err := x.Probe(t.Context(), file, transcode.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := func(rendition string, number int) string { return fmt.Sprintf("x%x.m4s", rendition+fmt.Sprint(number)) }
	var variants []transcode.Variant
	var last transcode.Encoded
	for i, r := range transcode.Plan(v) {
		var heard []time.Duration
		e, err := x.Encode(t.Context(), v, r, filepath.Join(dir, r.Name+".mp4"), func(at time.Duration) { heard = append(heard, at) })
		if err != nil {
			t.Fatal(err)
		}
		if len(heard) == 0 || heard[len(heard)-1] < 5*time.Second {
			t.Errorf("progress was heard at %v", heard)
		}
		last = e
		variants = append(variants, transcode.Variant{Rendition: r, Index: e.Index, URI: r.Name + ".m3u8"})
		store(t, dir, e, name)
		for n, s := range e.Index.Segments {
			if first := variants[0].Index.Segments[n]; s.Start != first.Start || s.Duration != first.Duration || s.Duration > 2*time.Second {
				t.Errorf("segment %d of %s is from %v for %v, and that of the first rendition from %v for %v", n+1, r.Name, s.Start, s.Duration, first.Start, first.Duration)
			}
		}
		if i == 0 && (r.Name != "480p" || e.Index.Height != 480) {
			t.Errorf("the first is %s", r.Name)
		}
	}
	if len(variants) != 2 {
		t.Fatalf("there are %d renditions, want 480p and 360p", len(variants))
	}
	plays(t, dir, variants)
	t.Run("poster", func(t *testing.T) { poster(t, x, v) })
	t.Run("preview", func(t *testing.T) { preview(t, x, last) })
	t.Run("storyboard", func(t *testing.T) { storyboard(t, x, last) })
}

// store writes the parts and the playlist as a site would.
func store(t *testing.T, dir string, e transcode.Encoded, name transcode.Namer) {
	t.Helper()
	write := func(name string, data []byte) error { return os.WriteFile(filepath.Join(dir, name), data, 0o600) }
	err := e.Parts(func(number int, data io.Reader, size int64) error {
		part, err := io.ReadAll(data)
		if int64(len(part)) != size {
			t.Errorf("part %d has %d bytes, said to be %d", number, len(part), size)
		}
		return errors.Join(err, write(name(e.Rendition.Name, number), part))
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := e.Index.Playlist(e.Rendition.Name, name)
	if err == nil {
		err = write(e.Rendition.Name+".m3u8", list)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// plays reads the master playlist with a player that is not ours, and counts.
func plays(t *testing.T, dir string, variants []transcode.Variant) {
	t.Helper()
	master, err := transcode.Master(variants)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "master.m3u8")
	if err := os.WriteFile(file, master, 0o600); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(master), "CODECS=\"avc1.64") || !strings.Contains(string(master), ",mp4a.40.2\"") || !strings.Contains(string(master), "RESOLUTION=852x480,FRAME-RATE=15.000") {
		t.Errorf("the master playlist says %s", master)
	}
	out := string(ffmpeg(t, nil, "-allowed_extensions", "ALL", "-i", file, "-map", "0:v", "-map", "0:a", "-fps_mode", "passthrough", "-c:v", "rawvideo", "-c:a", "pcm_s16le", "-f", "framecrc", "pipe:1"))
	for stream, want := range []int{81, 81} {
		if got := len(regexp.MustCompile(fmt.Sprintf(`(?m)^%d,`, stream)).FindAllString(out, -1)); got != want {
			t.Errorf("variant %d plays %d frames, want %d", stream, got, want)
		}
	}
}

func poster(t *testing.T, x *transcode.Transcoder, v transcode.Video) {
	p, err := x.Poster(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if p.Width != 860 || p.Height != 484 || !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(p.Colour) || len(p.Placeholder) < 6 {
		t.Errorf("%d × %d, %s, %q", p.Width, p.Height, p.Colour, p.Placeholder)
	}
	raw := ffmpeg(t, p.PNG, "-f", "png_pipe", "-i", "pipe:0", "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1")
	for i, want := range corners {
		if got := mean(raw, p.Width, i%2*600, i/2*350, 200, 100); math.Abs(got.luma()-want.luma()) > .08*255 {
			t.Errorf("corner %d has luma %.0f, want %.0f", i, got.luma(), want.luma())
		}
	}
}

func preview(t *testing.T, x *transcode.Transcoder, e transcode.Encoded) {
	file := filepath.Join(t.TempDir(), "preview.mp4")
	if err := x.Preview(t.Context(), e, file); err != nil {
		t.Fatal(err)
	}
	stat, err := os.Stat(file)
	if err != nil || stat.Size() > 400_000 {
		t.Errorf("%v: %d bytes", err, stat.Size())
	}
	out := string(ffmpeg(t, nil, "-i", file, "-map", "0", "-c:v", "rawvideo", "-f", "framecrc", "pipe:1"))
	if frames := strings.Count(out, "\n0,"); frames < 128 || frames > 132 || strings.Contains(out, "#media_type 1") {
		t.Errorf("it has %d frames, want some 130 at 24 a second, and no sound", frames)
	}
}

func storyboard(t *testing.T, x *transcode.Transcoder, e transcode.Encoded) {
	b, err := x.Storyboard(t.Context(), e, func(n int) string { return fmt.Sprintf("sheet-%d.jpg", n) })
	if err != nil {
		t.Fatal(err)
	}
	want := "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nsheet-0.jpg#xywh=0,0,160,90\n"
	if !strings.HasPrefix(string(b.VTT), want) || strings.Count(string(b.VTT), "xywh") != 6 || !strings.Contains(string(b.VTT), "--> 00:00:05.400\nsheet-0.jpg#xywh=800,0,160,90") {
		t.Errorf("it says %s", b.VTT)
	}
	if len(b.Sheets) != 1 || len(b.Sheets[0]) > 200_000 {
		t.Fatalf("there are %d sheets", len(b.Sheets))
	}
	sheet, err := jpeg.Decode(bytes.NewReader(b.Sheets[0]))
	if err != nil {
		t.Fatal(err)
	}
	if r := sheet.Bounds(); r.Dx() != 960 || r.Dy() != 90 {
		t.Errorf("the sheet is %v", r)
	}
	red, green, blue, _ := sheet.At(5*160+20, 20).RGBA() // the first corner of the last picture
	if got := (rgb{float64(red >> 8), float64(green >> 8), float64(blue >> 8)}); math.Abs(got.luma()-corners[0].luma()) > .08*255 {
		t.Errorf("its last picture begins with %v", got)
	}
}

// A long video has more sheets than one, each within its bytes however busy the picture is.
func TestStoryboardOfALongVideo(t *testing.T) {
	x := transcoder(t)
	file := filepath.Join(t.TempDir(), "long.mp4")
	ffmpeg(t, nil, "-f", "lavfi", "-t", "610", "-i", "color=gray:s=160x90:r=0.5", "-vf", "noise=alls=100:allf=t", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "20", "-g", "1",
		"-movflags", "frag_keyframe+delay_moov", file)
	e := transcode.Encoded{File: file, Index: transcode.Index{Width: 160, Height: 90, Picture: 610 * time.Second}}
	for at := time.Duration(0); at < 610*time.Second; at += 2 * time.Second {
		e.Index.Segments = append(e.Index.Segments, transcode.Segment{Start: at, Duration: 2 * time.Second})
	}
	b, err := x.Storyboard(t.Context(), e, func(n int) string { return fmt.Sprintf("s%d", n) })
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Sheets) != 2 || strings.Count(string(b.VTT), "s0#") != 60 || strings.Count(string(b.VTT), "s1#") != 1 {
		t.Errorf("%d sheets, %s", len(b.Sheets), b.VTT)
	}
	for i, s := range b.Sheets {
		if len(s)+len(b.VTT)/2 > 200_000 {
			t.Errorf("sheet %d has %d bytes, and the WebVTT %d", i, len(s), len(b.VTT))
		}
	}
}

// What cannot be decoded is refused, and not shown grey.
func TestDamageIsRefused(t *testing.T) {
	quarter := func(data []byte) { clear(data[len(data)/2 : len(data)*3/4]) }
	h264 := shot{name: "a.mp4", sound: "none", vf: "noise=alls=20:allf=t," + toBT709, out: append([]string{"-movflags", "+faststart", "-g", "20"}, fast...)}
	for _, c := range []struct {
		name  string
		shot  shot
		spoil func(data []byte)
	}{
		{"a quarter is zero", h264, quarter},
		{"a few are zero", h264, func(data []byte) { clear(data[len(data)/2 : len(data)/2+len(data)/50]) }},
		{"some are inverted", h264, func(data []byte) {
			for i := range 20 {
				data[len(data)/2+i*len(data)/50] ^= 0xff
			}
		}},
		{"pictures are lost that no other one needs", shot{name: "a.mov", sound: "none", out: []string{"-c:v", "prores_ks"}}, quarter},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x, file := transcoder(t), c.shot.make(t)
			rewrite(t, file, func(data []byte) []byte { c.spoil(data); return data })
			v, err := x.Probe(t.Context(), file, transcode.Bounds{})
			if err == nil {
				plan := transcode.Plan(v)
				_, err = x.Encode(t.Context(), v, plan[len(plan)-1], filepath.Join(t.TempDir(), "out.mp4"), nil)
			}
			if !errors.Is(err, transcode.ErrDamaged) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

// A name of a file is nothing but a name.
func TestNamesMeanNothing(t *testing.T) {
	x := transcoder(t)
	made := shot{name: "a.mp4", sound: "none", length: 1.2, out: fast}.make(t)
	for _, name := range []string{"-y.mp4", "concat:a|b %03d.mp4", "http:a'\"\n.mp4"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.Link(made, file); err != nil {
			t.Fatal(err)
		}
		v, err := x.Probe(t.Context(), file, transcode.Bounds{})
		if err != nil {
			t.Errorf("%q is refused: %v", name, err)
			continue
		}
		out := filepath.Join(t.TempDir(), name)
		if _, err := x.Encode(t.Context(), v, transcode.Plan(v)[0], out, nil); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// No program is started for what its first bytes refuse: a playlist never reaches one that would follow it.
func TestNoProgramSeesAPlaylist(t *testing.T) {
	x := transcode.New(transcode.Tools{FFmpeg: "/does/not/exist", FFprobe: "/does/not/exist"}, transcode.Limits{})
	for _, content := range []string{"#EXTM3U\nfile:///etc/passwd\n", "ffconcat version 1.0\nfile /etc/passwd\n", "<?xml version='1.0'?><MPD/>", "v=0\r\nm=video 5004 RTP/AVP 96\r\n", "\n\n#EXTM3U\nhttp://169.254.169.254/\n"} {
		if _, err := x.Probe(t.Context(), written("a.mp4", content)(t), transcode.Bounds{}); !errors.Is(err, transcode.ErrNotVideo) {
			t.Errorf("%q is answered %v", content, err)
		}
	}
}

// The bounds of the site are said with their numbers.
func TestBounds(t *testing.T) {
	x := transcoder(t)
	file := shot{name: "a.mp4", sound: "none", out: fast}.make(t)
	for _, c := range []struct {
		bounds transcode.Bounds
		want   error
		says   string
	}{
		{transcode.Bounds{Bytes: 2048}, transcode.ErrLarge, "at most 1 MB"},
		{transcode.Bounds{Duration: 2 * time.Second}, transcode.ErrLong, "too long"},
		{transcode.Bounds{Pixels: 100 * 100}, transcode.ErrPixels, "192 × 108"},
		{transcode.Bounds{}, nil, ""},
	} {
		_, err := x.Probe(t.Context(), file, c.bounds)
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.bounds, err)
		}
	}
}
