package transcode

import (
	"fmt"
	"io"
	"math"
	"time"
)

// track is what the header says of a picture or a sound.
type track struct {
	id            uint32
	scale         uint32 // ticks a second
	picture       bool
	width, height int
	codec         string // RFC 6381
	turned        bool   // its matrix is not that of an upright picture
	duration      uint32 // of a sample where its fragment does not say
	flags         uint32 // likewise
}

// parseIndex reads the header and each fragment. A fragment with its data is a segment.
func parseIndex(r io.ReaderAt, size int64) (ix Index, err error) {
	var tracks []track
	var open *Segment // its data follows
	var ends [2]uint64
	err = topBoxes(r, size, func(b box) error {
		switch b.kind {
		case "moov":
			if tracks != nil {
				return errBoxes
			}
			data, err := content(r, b)
			if err != nil {
				return err
			}
			if tracks, err = parseHeader(data); err != nil {
				return err
			}
			ix.Header = b.end
			return ix.describe(tracks)
		case "moof":
			if tracks == nil || open != nil || len(ix.Segments) >= maxSegments {
				return errBoxes
			}
			data, err := content(r, b)
			if err != nil {
				return err
			}
			s, err := ix.fragment(data, tracks, &ends)
			s.Offset, s.Size = b.at, b.end-b.at
			open = &s
			return err
		case "mdat":
			if open == nil || open.Offset+open.Size != b.at {
				return errBoxes
			}
			open.Size += b.end - b.at
			ix.Segments, open = append(ix.Segments, *open), nil
			return nil
		case "ftyp":
			return nil
		}
		return fmt.Errorf("%w: it has %q", errBoxes, b.kind)
	})
	switch {
	case err != nil:
		return Index{}, err
	case open != nil || len(ix.Segments) == 0 || ix.Header > ix.Segments[0].Offset:
		return Index{}, errBoxes
	}
	return ix, nil
}

// maxSegments bounds an index: a day of segments of a second.
const maxSegments = 86400

// parseHeader reads the tracks of a moov.
func parseHeader(moov []byte) (tracks []track, err error) {
	err = children(moov, func(kind string, content []byte) error {
		if kind != "trak" {
			return nil
		}
		t, err := parseTrack(content)
		tracks = append(tracks, t)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(tracks) == 0 || len(tracks) > 2 {
		return nil, fmt.Errorf("%w: %d tracks", errBoxes, len(tracks))
	}
	extends, err := find(moov, "mvex")
	if err != nil {
		return nil, err
	}
	return tracks, children(extends, func(kind string, content []byte) error {
		if kind != "trex" {
			return nil
		}
		f := fields{data: content}
		f.u32()
		id := f.u32()
		f.u32() // index of the description
		duration := f.u32()
		f.u32() // size
		flags := f.u32()
		for i := range tracks {
			if tracks[i].id == id {
				tracks[i].duration, tracks[i].flags = duration, flags
			}
		}
		if f.short {
			return errBoxes
		}
		return nil
	})
}

// upright is the matrix of a picture that is shown as it is.
var upright = [9]uint32{one, 0, 0, 0, one, 0, 0, 0, 1 << 30}

func parseTrack(trak []byte) (t track, err error) {
	head, err := find(trak, "tkhd")
	if err != nil {
		return t, err
	}
	f := fields{data: head}
	if f.u32()>>24 == 1 {
		f.take(16)
	} else {
		f.take(8)
	}
	t.id = f.u32()
	if head[0] == 1 {
		f.take(12)
	} else {
		f.take(8)
	}
	f.take(16) // reserved, layer, group, volume
	for _, want := range upright {
		t.turned = f.u32() != want || t.turned
	}
	media, err := find(trak, "mdia", "mdhd")
	if err != nil {
		return t, err
	}
	m := fields{data: media}
	if m.u32()>>24 == 1 {
		m.take(16)
	} else {
		m.take(8)
	}
	t.scale = m.u32()
	description, err := find(trak, "mdia", "minf", "stbl", "stsd")
	if err != nil {
		return t, err
	}
	if f.short || m.short || t.scale == 0 || len(description) < 8 {
		return t, errBoxes
	}
	return t, t.describe(description[8:])
}

// describe reads the first sample description.
func (t *track) describe(entries []byte) error {
	return children(entries, func(kind string, content []byte) error {
		switch kind {
		case "avc1", "avc3":
			f := fields{data: content}
			f.take(24)
			t.picture, t.width, t.height = true, int(f.u16()), int(f.u16())
			f.take(50) // to the end of a visual sample entry
			if f.short {
				return errBoxes
			}
			config, err := find(f.data, "avcC")
			if err != nil || len(config) < 4 {
				return errBoxes
			}
			t.codec = fmt.Sprintf("avc1.%02x%02x%02x", config[1], config[2], config[3])
		case "mp4a":
			t.codec = "mp4a.40.2"
		default:
			return fmt.Errorf("%w: it has %q", errBoxes, kind)
		}
		return nil
	})
}

// describe takes from the tracks what a playlist says.
func (ix *Index) describe(tracks []track) error {
	for _, t := range tracks {
		switch {
		case t.turned:
			return fmt.Errorf("%w: a track is turned", errBoxes)
		case t.picture && ix.PictureCodec == "":
			ix.PictureCodec, ix.Width, ix.Height = t.codec, t.width, t.height
		case !t.picture && ix.SoundCodec == "" && t.codec != "":
			ix.SoundCodec = t.codec
		default:
			return fmt.Errorf("%w: two tracks of a kind", errBoxes)
		}
	}
	if ix.PictureCodec == "" {
		return fmt.Errorf("%w: no picture", errBoxes)
	}
	return nil
}

// fragment reads a moof: what it lasts, and that it goes on where the one before ended.
func (ix *Index) fragment(moof []byte, tracks []track, ends *[2]uint64) (s Segment, err error) {
	err = children(moof, func(kind string, content []byte) error {
		if kind != "traf" {
			return nil
		}
		p, err := parseRun(content, tracks)
		if err != nil {
			return err
		}
		t := tracks[p.track]
		start, end := ticks(p.start, t.scale), ticks(p.start+p.length, t.scale)
		if !t.picture {
			ix.Sound = max(ix.Sound, end)
			return nil
		}
		if len(ix.Segments) > 0 && p.start != ends[p.track] || s.Frames > 0 {
			return fmt.Errorf("%w: a fragment does not follow the one before", errBoxes)
		}
		ends[p.track] = p.start + p.length
		s.Start, s.Duration, s.Frames, s.Key = start, end-start, p.samples, p.key
		ix.Picture = end
		return nil
	})
	if err == nil && (s.Frames == 0 || s.Duration <= 0) {
		err = fmt.Errorf("%w: a fragment without a picture", errBoxes)
	}
	return s, err
}

// ticks is a time of a track. Values beyond a century are nobody's.
func ticks(n uint64, scale uint32) time.Duration {
	exact := float64(n) / float64(scale) * float64(time.Second)
	if exact > math.MaxInt64/4 {
		return 0
	}
	return time.Duration(math.Round(exact))
}

// samples are those of one track in a fragment.
type samples struct {
	track   int // in the list of tracks
	start   uint64
	length  uint64
	samples int
	key     bool // the first is a keyframe
}

// The flags of tfhd and trun that say which numbers follow.
const (
	baseOffset     = 0x1
	description    = 0x2
	ownDuration    = 0x8
	ownSize        = 0x10
	ownFlags       = 0x20
	dataOffset     = 0x1
	firstFlags     = 0x4
	sampleDuration = 0x100
	sampleSize     = 0x200
	sampleFlags    = 0x400
	sampleOffset   = 0x800
	notSync        = 0x10000
)

func parseRun(traf []byte, tracks []track) (p samples, err error) {
	p.track = -1
	var duration, flags uint32
	timed := false
	err = children(traf, func(kind string, content []byte) error {
		f := &fields{data: content}
		head := f.u32()
		switch kind {
		case "tfhd":
			id := f.u32()
			for i, t := range tracks {
				if t.id == id {
					p.track, duration, flags = i, t.duration, t.flags
				}
			}
			optional(f, head, baseOffset, 8)
			optional(f, head, description, 4)
			duration = numberIf(f, head, ownDuration, duration)
			optional(f, head, ownSize, 4)
			flags = numberIf(f, head, ownFlags, flags)
		case "tfdt":
			timed = true
			if head>>24 == 1 {
				p.start = f.u64()
			} else {
				p.start = uint64(f.u32())
			}
		case "trun":
			return p.add(f, head, duration, flags)
		}
		if f.short {
			return errBoxes
		}
		return nil
	})
	if err == nil && (p.track < 0 || !timed || p.samples == 0 || p.start > math.MaxInt64/2) {
		err = errBoxes
	}
	return p, err
}

func optional(f *fields, head, flag uint32, size int) {
	if head&flag != 0 {
		f.take(size)
	}
}

func numberIf(f *fields, head, flag, otherwise uint32) uint32 {
	if head&flag != 0 {
		return f.u32()
	}
	return otherwise
}

// add reads a trun.
func (p *samples) add(f *fields, head, duration, flags uint32) error {
	count := f.u32()
	optional(f, head, dataOffset, 4)
	first := numberIf(f, head, firstFlags, flags)
	for i := range count {
		p.length += uint64(numberIf(f, head, sampleDuration, duration))
		optional(f, head, sampleSize, 4)
		own := numberIf(f, head, sampleFlags, flags)
		optional(f, head, sampleOffset, 4)
		if i == 0 && p.samples == 0 {
			if head&firstFlags != 0 {
				own = first
			}
			p.key = own&notSync == 0
		}
		if f.short {
			return errBoxes
		}
		p.samples++
		if p.samples > maxSamples {
			return errBoxes
		}
	}
	return nil
}

// maxSamples bounds a fragment: what says so little of each sample that no byte is needed for it could count to four billion.
const maxSamples = 1 << 16
