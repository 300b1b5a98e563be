package transcode_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"limelight/internal/kit/transcode"
)

var found = sync.OnceValue(func() transcode.Tools { return transcode.Find(context.Background()) })

// tools are those of this machine; a test that needs them is skipped where they are missing.
func tools(t testing.TB) transcode.Tools {
	t.Helper()
	if err := found().Err(); err != nil {
		t.Skip("skipped, and nothing is proven: ", err)
	}
	return found()
}

func transcoder(t testing.TB) *transcode.Transcoder {
	t.Helper()
	return transcode.New(tools(t), transcode.Limits{Threads: 1, Nice: -1})
}

// The pictures of these tests are marked: a colour in each corner, and in the middle a square that flashes with each second, when there is a beep.
const (
	width, height = 192, 108
	rate          = 30
	seconds       = 2.2
	flash         = 3 // frames
	beep          = "aevalsrc=0.5*sin(2*PI*880*t)*lt(mod(t\\,1)\\,0.1)"
)

type rgb [3]float64

func (c rgb) luma() float64 { return .2126*c[0] + .7152*c[1] + .0722*c[2] }

// corners are the colours from the left to the right, above and below.
var corners = [4]rgb{{200, 60, 50}, {60, 170, 80}, {70, 80, 190}, {210, 210, 210}}

// marked draws one frame.
func marked(w, h, n int, colours [4]rgb) []byte {
	data := make([]byte, 0, w*h*3)
	lit := n%rate < flash
	for y := range h {
		for x := range w {
			c := colours[2*(2*y/h)+2*x/w]
			if math.Abs(float64(x)-float64(w)/2) < float64(w)/8 && math.Abs(float64(y)-float64(h)/2) < float64(h)/8 {
				c = rgb{0, 0, 0}
				if lit {
					c = rgb{255, 255, 255}
				}
			}
			data = append(data, byte(c[0]), byte(c[1]), byte(c[2]))
		}
	}
	return data
}

// film is marked frames, for ffmpeg's standard input.
func film(w, h int, length float64) []byte {
	var all bytes.Buffer
	var cycle [2][]byte
	for n := range int(length * rate) {
		i := 0
		if n%rate < flash {
			i = 1
		}
		if cycle[i] == nil {
			cycle[i] = marked(w, h, n, corners)
		}
		all.Write(cycle[i])
	}
	return all.Bytes()
}

// ffmpeg runs it to make or to read a file. Its words are the test's when it fails.
func ffmpeg(t testing.TB, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), tools(t).FFmpeg, append([]string{"-v", "error", "-y", "-nostdin"}, args...)...)
	if in != nil {
		cmd.Args = append([]string{cmd.Args[0]}, append([]string{"-v", "error", "-y"}, args...)...)
		cmd.Stdin = bytes.NewReader(in)
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("ffmpeg %s: %v: %s", strings.Join(args, " "), err, said.String())
	}
	return out.Bytes()
}

// toBT709 are the filters from marked frames to what most cameras write.
const toBT709 = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"

var fast = []string{"-c:v", "libx264", "-preset", "ultrafast", "-crf", "12"}

// shot describes how a file of these tests is made.
type shot struct {
	w, h   int
	length float64
	name   string   // of the file; its end tells the container
	sound  string   // the source of the sound; empty: beeps; "none": silent
	vf     string   // filters of the picture
	out    []string // arguments of the output
}

func (s shot) make(t testing.TB) string {
	t.Helper()
	if s.w == 0 {
		s.w, s.h = width, height
	}
	if s.length == 0 {
		s.length = seconds
	}
	file := filepath.Join(t.TempDir(), s.name)
	args := []string{"-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", s.w, s.h), "-r", fmt.Sprint(rate), "-i", "pipe:0"}
	if s.sound == "" {
		s.sound = beep
	}
	if s.sound != "none" {
		args = append(args, "-f", "lavfi", "-t", fmt.Sprint(s.length), "-i", s.sound)
	}
	if s.vf == "" {
		s.vf = toBT709
	}
	args = append(append(args, "-vf", s.vf), s.out...)
	ffmpeg(t, film(s.w, s.h, s.length), append(args, file)...)
	return file
}

// turn writes a display matrix into the header of the picture's track: rows (a, b) and (c, d).
func turn(t testing.TB, file string, a, b, c, d int32) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("tkhd"))
	if at < 0 {
		t.Fatal("the file has no header of a track")
	}
	at += 4 + 4 + 20 + 16 // version and flags, times and number, reserved
	for i, n := range []int32{a, b, 0, c, d, 0} {
		binary.BigEndian.PutUint32(data[at+4*i:], uint32(n<<16))
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// seen is what a player would show and play of a result.
type seen struct {
	corners [4]rgb    // in the middle
	first   [4]rgb    // of the first frame
	flashes []float64 // seconds
	beeps   []float64
	loud    float64 // of the beeps, of 1
	frames  int
}

// play decodes a result of the package's, of that size and rate.
func play(t testing.TB, e transcode.Encoded) seen {
	t.Helper()
	w, h := e.Index.Width, e.Index.Height
	// The sound of a file begins before zero, with what the encoder needs to start: without its own times it would be moved.
	args := []string{"-copyts", "-i", e.File, "-map", "0:v:0", "-vf", "scale=in_color_matrix=bt709:in_range=tv,format=rgb24", "-f", "rawvideo", "pipe:1"}
	pcm := filepath.Join(t.TempDir(), "pcm")
	if e.Index.SoundCodec != "" {
		args = append(args, "-map", "0:a:0", "-af", "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", pcm)
	}
	raw := ffmpeg(t, nil, args...)
	s := seen{frames: len(raw) / (w * h * 3)}
	fps := float64(e.Rendition.Rate.Num) / float64(e.Rendition.Rate.Den)
	lit := false
	for n := range s.frames {
		p := raw[n*w*h*3 : (n+1)*w*h*3]
		now := mean(p, w, w/2-w/16, h/2-h/16, w/8, h/8).luma() > 100
		if now && !lit {
			s.flashes = append(s.flashes, float64(n)/fps)
		}
		lit = now
	}
	if s.frames == 0 {
		t.Fatal("the result has no frame")
	}
	p := raw[s.frames/2*w*h*3:]
	for i := range 4 {
		s.first[i] = mean(raw, w, i%2*w*3/4, i/2*h*3/4, w/4, h/4)
		s.corners[i] = mean(p, w, i%2*w*3/4, i/2*h*3/4, w/4, h/4)
	}
	if e.Index.SoundCodec != "" {
		sound, err := os.ReadFile(pcm)
		if err != nil {
			t.Fatal(err)
		}
		s.beeps, s.loud = beeps(sound)
	}
	return s
}

func mean(p []byte, w, left, top, across, down int) (c rgb) {
	for y := top; y < top+down; y++ {
		for x := left; x < left+across; x++ {
			for i := range 3 {
				c[i] += float64(p[(y*w+x)*3+i]) / float64(across*down)
			}
		}
	}
	return c
}

func beeps(pcm []byte) (at []float64, loud float64) {
	last := -1 << 20
	for i := 0; i+1 < len(pcm); i += 2 {
		v := math.Abs(float64(int16(binary.LittleEndian.Uint16(pcm[i:])))) / 32768
		if v < .05 {
			continue
		}
		loud = max(loud, v)
		if n := i / 2; n-last > 48000/4 {
			at = append(at, float64(n)/48000)
		}
		last = i / 2
	}
	return at, loud
}
