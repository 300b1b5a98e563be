package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"slices"
	"time"
)

// Storyboard is what a player shows above its line of time: sheets of small pictures, and a WebVTT that says which part of which sheet is of
// which moment.
type Storyboard struct {
	Sheets [][]byte // JPEG
	VTT    []byte
}

const (
	boardLonger, boardShorter = 160, 90
	boardStep                 = 10 * time.Second // from one picture to the next, in long videos
	minBoardSide              = 60               // pictures that a shorter one has, where it has so many segments
	boardAcross, boardDown    = 10, 6
	maxSheet                  = 190_000 // bytes of a sheet of ten minutes; the rest of 200 KB is for the WebVTT
)

// Storyboard makes one from a rendition of ours, whose segments begin with keyframes: nothing else is decoded. The name of a sheet is the caller's.
func (t *Transcoder) Storyboard(ctx context.Context, e Encoded, name func(sheet int) string) (Storyboard, error) {
	if e.Rendition.Remux {
		return Storyboard{}, errors.New("transcode: a storyboard is made of an encode: a remux has other keyframes than those of its segments")
	}
	wanted, step := moments(e.Index)
	b := &board{name: name, step: step, whole: e.Index.Picture}
	b.width, b.height = fit(e.Index.Width, e.Index.Height, boardLonger, boardShorter)
	err := t.run(ctx, job{
		step: "storyboard", program: t.tools.FFmpeg, silent: true,
		args: slices.Concat([]string{"-hide_banner", "-nostdin", "-v", "error", "-nostats", "-threads", fmt.Sprint(t.limits.Threads), "-skip_frame", "nokey"}, ours, []string{
			"-i", "file:" + e.File, "-map", "0:v:0", "-fps_mode", "passthrough",
			"-vf", fmt.Sprintf("scale=w=%d:h=%d:flags=bicubic:in_color_matrix=bt709:in_range=tv,format=rgb24", b.width, b.height),
			"-f", "rawvideo", "pipe:1",
		}),
		stdout: func(r io.Reader) error { return b.draw(r, wanted) },
	})
	if err != nil {
		return Storyboard{}, err
	}
	made, err := b.finish()
	if err != nil {
		return Storyboard{}, asFailure("storyboard", err)
	}
	return made, nil
}

// moments are the numbers of the segments whose first pictures are wanted, one for each step.
func moments(ix Index) (wanted []int, step time.Duration) {
	step = min(boardStep, max(time.Second, ix.Picture/minBoardSide).Round(time.Second))
	segment := 0
	for at := time.Duration(0); at < ix.Picture; at += step {
		for segment+1 < len(ix.Segments) && ix.Segments[segment+1].Start <= at+step/2 {
			segment++
		}
		wanted = append(wanted, segment)
	}
	return wanted, step
}

// board is a storyboard while it is drawn.
type board struct {
	width, height int
	step, whole   time.Duration
	name          func(int) string
	sheet         *image.RGBA
	drawn         int // pictures in all
	sheets        [][]byte
	vtt           bytes.Buffer
}

// draw reads a picture for each segment, and takes those that are wanted.
func (b *board) draw(r io.Reader, wanted []int) error {
	pixels := make([]byte, b.width*b.height*3)
	for number := 0; len(wanted) > 0; number++ {
		if _, err := io.ReadFull(r, pixels); err != nil {
			return fmt.Errorf("%w: the storyboard lacks %d pictures", ErrBroken, len(wanted))
		}
		for len(wanted) > 0 && wanted[0] == number {
			if err := b.put(pixels); err != nil {
				return err
			}
			wanted = wanted[1:]
		}
	}
	return nil
}

func (b *board) put(pixels []byte) error {
	place := b.drawn % (boardAcross * boardDown)
	if place == 0 {
		if err := b.close(); err != nil {
			return err
		}
		b.sheet = image.NewRGBA(image.Rect(0, 0, boardAcross*b.width, boardDown*b.height))
	}
	left, top := place%boardAcross*b.width, place/boardAcross*b.height
	for i := 0; i < b.width*b.height; i++ {
		b.sheet.SetRGBA(left+i%b.width, top+i/b.width, color.RGBA{pixels[3*i], pixels[3*i+1], pixels[3*i+2], 255})
	}
	name, err := uri(b.name(len(b.sheets)))
	if err != nil {
		return err
	}
	from := time.Duration(b.drawn) * b.step
	fmt.Fprintf(&b.vtt, "\n%s --> %s\n%s#xywh=%d,%d,%d,%d\n", clock(from), clock(min(from+b.step, b.whole)), name, left, top, b.width, b.height)
	b.drawn++
	return nil
}

// close encodes the sheet, as well as its size allows.
func (b *board) close() error {
	if b.sheet == nil {
		return nil
	}
	last := b.drawn % (boardAcross * boardDown)
	if last > 0 { // no empty rows
		across, down := min(last, boardAcross)*b.width, (last+boardAcross-1)/boardAcross*b.height
		b.sheet = b.sheet.SubImage(image.Rect(0, 0, across, down)).(*image.RGBA)
	}
	for quality := 80; quality > 0; quality -= 10 {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, b.sheet, &jpeg.Options{Quality: quality}); err != nil {
			return err
		}
		if out.Len() <= maxSheet {
			b.sheets, b.sheet = append(b.sheets, out.Bytes()), nil
			return nil
		}
	}
	return fmt.Errorf("%w: a sheet of the storyboard is too large", ErrBroken)
}

func (b *board) finish() (Storyboard, error) {
	if err := b.close(); err != nil {
		return Storyboard{}, err
	}
	return Storyboard{Sheets: b.sheets, VTT: append([]byte("WEBVTT\n"), b.vtt.Bytes()...)}, nil
}

// clock is a time as WebVTT writes it.
func clock(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
