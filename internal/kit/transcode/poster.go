package transcode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"limelight/internal/kit/images"
)

// Poster is the picture that stands for a video before it plays.
type Poster struct {
	PNG           []byte // for kit/images to make variants of
	Width, Height int
	Colour        string // the dominant one, #rrggbb
	Placeholder   string // blurhash
}

const (
	posterLonger, posterShorter = 1280, 720
	// posterCandidates are the pictures of which the most usual one is taken: no black one, and no cut. They are held in memory.
	posterCandidates = 24
	// posterAt is where they begin, at most.
	posterAt  = 20 * time.Second
	maxPoster = 32 << 20 // bytes
)

// Poster takes a picture from near the beginning.
func (t *Transcoder) Poster(ctx context.Context, v Video) (Poster, error) {
	from := min(v.Duration/10, posterAt)
	data, err := t.still(ctx, v, from)
	if from > 0 && err == nil && len(data) == 0 {
		data, err = t.still(ctx, v, 0)
	}
	if err != nil {
		return Poster{}, err
	}
	p := Poster{PNG: data}
	err = images.Use(images.Unbounded(ctx), data, func(picture *images.Picture) (err error) {
		p.Width, p.Height = picture.Width(), picture.Height()
		p.Placeholder, p.Colour, err = picture.Preview()
		return err
	})
	if err != nil {
		return Poster{}, asFailure("poster", errors.Join(ErrBroken, err))
	}
	return p, nil
}

func (t *Transcoder) still(ctx context.Context, v Video, from time.Duration) (data []byte, err error) {
	width, height := v.Shown()
	width, height = fit(width, height, posterLonger, posterShorter)
	graph := fmt.Sprintf("[0:%d]fps=fps=4:round=up,%s,thumbnail=n=%d,format=rgb24[picture]", v.Stream, v.untimed(width, height), posterCandidates)
	err = t.run(ctx, job{
		step: "poster", program: t.tools.FFmpeg,
		args: slices.Concat(t.beginning(), []string{"-ss", seconds(from)}, t.open(v), []string{
			"-filter_complex", graph, "-map", "[picture]", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "pipe:1",
		}),
		stdout: func(r io.Reader) error {
			data, err = io.ReadAll(io.LimitReader(r, maxPoster))
			return err
		},
	})
	if isExit(err) && exitCode(err) == tooManyErrors {
		err = ErrDamaged
	}
	return data, err
}

// untimed are the filters for a picture whose moment does not matter.
func (v *Video) untimed(width, height int) string {
	if v.Interlaced {
		return "bwdif=mode=send_frame:parity=auto:deint=all," + v.picture(width, height)
	}
	return v.picture(width, height)
}
