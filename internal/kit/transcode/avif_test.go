package transcode_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
	"time"

	"limelight/internal/kit/transcode"
)

// A picture as AVIF has the pixels and the colours of the JPEG, and leaves no file behind.
func TestAVIF(t *testing.T) {
	if !tools(t).AVIF {
		t.Fatal("the ffmpeg of this machine writes no AVIF")
	}
	const w, h = 320, 200
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := corners[2*(2*y/h)+2*x/w]
			img.SetRGBA(x, y, color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255})
		}
	}
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, img, nil); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	limits := transcode.AVIFLimits
	if limits.Wall > time.Minute || limits.Stall > time.Minute {
		t.Errorf("a video that comes waits for %v, or %v", limits.Wall, limits.Stall)
	}
	limits.Nice = -1
	data, err := transcode.New(tools(t), limits).AVIF(t.Context(), picture.Bytes(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
	file := filepath.Join(folder, "a.avif")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	raw := ffmpeg(t, nil, "-i", file, "-vf", "format=rgb24", "-f", "rawvideo", "pipe:1")
	if len(raw) != w*h*3 {
		t.Fatalf("it has %d bytes, want those of %d × %d", len(raw), w, h)
	}
	var s seen
	for i := range 4 {
		s.first[i] = mean(raw, w, i%2*w*3/4, i/2*h*3/4, w/4, h/4)
	}
	s.corners = s.first
	s.hasCorners(t, corners)
	_, err = transcode.New(tools(t), limits).AVIF(t.Context(), []byte("no JPEG"), folder)
	if failed, ok := errors.AsType[*transcode.Failure](err); !ok || failed.OfMachine {
		t.Errorf("of what is no JPEG: %v, want a failure of the file", err)
	}
	for name, tools := range map[string]transcode.Tools{
		"that is not there":     {FFmpeg: folder + "/absent"},
		"without room":          program(t, "echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1"),
		"without a share of it": program(t, "echo 'Error writing trailer: Disk quota exceeded' >&2; exit 1"),
	} {
		_, err := transcode.New(tools, limits).AVIF(t.Context(), picture.Bytes(), folder)
		if failed, ok := errors.AsType[*transcode.Failure](err); !ok || !failed.OfMachine {
			t.Errorf("of a program %s: %v, want a failure of the machine", name, err)
		}
	}
	if _, err := transcode.New(tools(t), limits).AVIF(t.Context(), picture.Bytes(), folder+"/absent"); err == nil {
		t.Error("AVIF is made in no folder")
	}
}
