package transcode

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Index says where the segments of a rendition are, and what a playlist says of them. It is to be kept as JSON with the rendition.
type Index struct {
	Width        int           `json:"width"`
	Height       int           `json:"height"`
	PictureCodec string        `json:"pictureCodec"` // RFC 6381
	SoundCodec   string        `json:"soundCodec,omitempty"`
	Picture      time.Duration `json:"picture"` // where the picture ends
	Sound        time.Duration `json:"sound,omitempty"`
	Header       int64         `json:"header"` // bytes before the first segment
	Segments     []Segment     `json:"segments"`
}

// Segment is a closed group of pictures with its sound.
type Segment struct {
	Offset   int64         `json:"offset"`
	Size     int64         `json:"size"`
	Start    time.Duration `json:"start"`
	Duration time.Duration `json:"duration"`
	Frames   int           `json:"frames"`
	Key      bool          `json:"key"` // it begins with a keyframe
}

// Encoded is a proven rendition in a file.
type Encoded struct {
	File      string
	Rendition Rendition
	Index     Index
}

// Namer gives the name under which a part is stored and asked for: number 0 is the header, segments count from 1. It is the caller's own, so that names can be opaque.
type Namer func(rendition string, number int) string

// Parts hands out the header as number 0, and each segment from 1 on, to be stored. The first error ends it.
func (e Encoded) Parts(put func(number int, data io.Reader, size int64) error) error {
	f, err := os.Open(e.File)
	if err != nil {
		return fmt.Errorf("open rendition %s: %w", e.Rendition.Name, err)
	}
	defer f.Close()
	if err := put(0, io.NewSectionReader(f, 0, e.Index.Header), e.Index.Header); err != nil {
		return err
	}
	for i, s := range e.Index.Segments {
		if err := put(i+1, io.NewSectionReader(f, s.Offset, s.Size), s.Size); err != nil {
			return err
		}
	}
	return nil
}

// fits compares the index with what was to be made.
func (ix Index) fits(v Video, r Rendition) error {
	broken := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
	}
	if ix.Width != r.Width || ix.Height != r.Height {
		return broken("%d × %d instead of %d × %d", ix.Width, ix.Height, r.Width, r.Height)
	}
	if (ix.SoundCodec != "") != (v.Sound != nil) {
		return broken("sound: %q", ix.SoundCodec)
	}
	frame := time.Duration(float64(time.Second) / r.Rate.float())
	if !near(ix.Picture, v.Duration, frame) {
		return broken("the picture lasts %v instead of %v", ix.Picture, v.Duration)
	}
	if v.Sound != nil && !r.Remux && !near(ix.Sound, v.Duration, 2*soundFrame) {
		return broken("the sound lasts %v instead of %v", ix.Sound, v.Duration)
	}
	for i, s := range ix.Segments {
		switch last := i == len(ix.Segments)-1; {
		case !s.Key:
			return broken("segment %d begins without a keyframe", i+1)
		case r.Remux && s.Duration > maxRemuxSegment:
			return broken("segment %d lasts %v", i+1, s.Duration)
		case !r.Remux && (s.Frames > r.GOP || s.Frames < r.GOP && !last || s.Duration > maxSegment+frame/2):
			return broken("segment %d has %d frames in %v", i+1, s.Frames, s.Duration)
		}
	}
	return nil
}

// soundFrame is what one packet of AAC lasts.
const soundFrame = 1024 * time.Second / soundRate

// near allows 1 %, or two steps where that is less than what the track can be cut to.
func near(got, want, step time.Duration) bool {
	return (got - want).Abs() <= max(want/100, 2*step)
}
